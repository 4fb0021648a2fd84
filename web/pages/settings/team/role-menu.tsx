import { ChevronDown } from "lucide-react";
import { Button } from "../../../components/button.tsx";
import { Menu, MenuChoice } from "../../../components/menu.tsx";
import type { Member } from "./members.tsx";
import { type Role, type RoleWords, wordsOf } from "./roles.ts";

type RoleMenuProps = {
  readonly member: Member;
  /** Selectable roles; if none, the role is shown as text. */
  readonly roles: readonly RoleWords[];
  readonly onChange: (role: Role) => void;
  readonly isBusy: boolean;
};

export function RoleMenu({ member, roles, onChange, isBusy }: RoleMenuProps) {
  const { label } = wordsOf(member.role);
  if (roles.length === 0)
    return <span className="py-2 font-medium sm:px-[0.8125rem]">{label}</span>;
  return (
    <Menu
      trigger={
        <Button isBusy={isBusy}>
          <span className="flex-1 text-start">
            <span className="sr-only">Role of {member.name}: </span>
            {label}
          </span>
          <ChevronDown aria-hidden className="text-ink2" size={16} strokeWidth={1.5} />
        </Button>
      }
    >
      <MenuChoice
        choices={roles.map(({ role, label, means }) => ({
          value: role,
          label: (
            <span className="grid py-1">
              <span className="font-medium">{label}</span>
              <span className="text-small text-ink2">{means}</span>
            </span>
          ),
        }))}
        label={`Role of ${member.name}`}
        onChange={(chosen) => {
          const words = roles.find(({ role }) => role === chosen);
          if (words !== undefined) onChange(words.role);
        }}
        value={member.role}
      />
    </Menu>
  );
}
