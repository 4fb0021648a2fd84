import { Lock } from "lucide-react";
import { looseField } from "../../form/field.ts";
import { SelectField } from "../../form/select-field.tsx";
import { useMe, useOfTeam } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import { NOT_YOURS } from "./entries/entry.ts";

/** Person whose time the address asks for, and if the reader may change it; undefined for the reader. */
export function useWhose(asked: string | undefined) {
  const { user } = useMe();
  const isLeading = leads(useTeam());
  const person = asked === user.id ? undefined : asked;
  return { person, isReadOnly: person !== undefined && !isLeading };
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

/** Says why nothing can be changed in the time of somebody else. */
export function ReadOnlyNote() {
  return (
    <p className="flex gap-1.5 text-ink2">
      <Lock aria-hidden className="mt-0.5 shrink-0" size={16} strokeWidth={1.5} />
      {NOT_YOURS}
    </p>
  );
}
