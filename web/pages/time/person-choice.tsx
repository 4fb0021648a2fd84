import { looseField } from "../../form/field.ts";
import { SelectField } from "../../form/select-field.tsx";
import { useMe, useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";

type PersonChoiceProps = {
  readonly label: string;
  readonly person: string | undefined;
  readonly onChange: (person: string | undefined) => void;
};

/** Chooses whose time is shown, for owners and admins. */
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
