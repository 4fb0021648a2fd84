import { Notice } from "../../components/status.tsx";
import { looseField } from "../../form/field.ts";
import { SelectField } from "../../form/select-field.tsx";
import { useMe, useOfTeam } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";

/**
 * Person whose time the address asks for: undefined for the reader. It is refused when the reader may not see their
 * time.
 */
export function useWhose(asked: string | undefined) {
  const isLeading = leads(useTeam());
  const { user } = useMe();
  const other = asked === user.id ? undefined : asked;
  return {
    person: isLeading ? other : undefined,
    isRefused: other !== undefined && !isLeading,
  };
}

type PersonChoiceProps = {
  readonly label: string;
  readonly person: string | undefined;
  readonly onChange: (person: string | undefined) => void;
};

export function PersonChoice({ label, person, onChange }: PersonChoiceProps) {
  const { user } = useMe();
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/members", {});
  const others = (data?.members ?? []).filter(({ id }) => id !== user.id);
  if (others.length === 0) return null;
  return (
    <div className="flex items-center gap-2">
      <span aria-hidden className="whitespace-nowrap text-ink2 max-sm:hidden">
        {label}
      </span>
      <SelectField
        field={looseField("person", person ?? user.id, (id: string) =>
          onChange(id === user.id ? undefined : id),
        )}
        isLabelHidden
        label={label}
        options={[
          { value: user.id, label: "You" },
          ...others.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </div>
  );
}

export function OnlyOwn() {
  return (
    <Notice title="This is your own time" tone="quiet">
      <p>Only owners and admins of the team see the time of other people.</p>
    </Notice>
  );
}
