import { ChevronsUpDown } from "lucide-react";
import { useMe } from "../queries.ts";
import { useChosen } from "../team.tsx";
import { Menu, MenuChoice, MenuLink, MenuRule } from "./menu.tsx";

export function TeamMenu() {
  const { teams } = useMe();
  const { team, choose } = useChosen();
  return (
    <Menu
      align="start"
      trigger={
        <button
          className="flex min-h-11 w-full min-w-0 cursor-pointer items-center gap-2 rounded-control px-2 py-1 text-start hover:bg-hover"
          type="button"
        >
          <span className="grid min-w-0 flex-1">
            <span className="truncate font-semibold">
              <bdi>{team.name}</bdi>
            </span>
            <span className="text-caption text-ink2">
              <span className="sr-only">Team, you are its </span>
              {team.role}
            </span>
          </span>
          <ChevronsUpDown aria-hidden className="shrink-0 text-ink2" size={16} strokeWidth={1.5} />
        </button>
      }
    >
      <MenuChoice
        choices={teams.map(({ id, name, role }) => ({
          value: id,
          label: (
            <span className="grid">
              <bdi className="truncate">{name}</bdi>
              <span className="text-caption text-ink2">{role}</span>
            </span>
          ),
        }))}
        label="Teams"
        onChange={choose}
        value={team.id}
      />
      <MenuRule />
      <MenuLink search={{ open: "new-team" }} to="/settings/team">
        New team…
      </MenuLink>
    </Menu>
  );
}
