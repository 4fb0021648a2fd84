import { Choices } from "../../../form/choices.tsx";
import type { Field } from "../../../form/field.ts";
import { isCapped, useTeam } from "../../../team.tsx";
import { type Preset, PRESETS } from "./key.ts";
import { RestrictedChoice } from "./restricted-choice.tsx";

type AccessChoiceProps = {
  readonly preset: Field<Preset | undefined, Preset>;
  readonly scopes: Field<readonly string[] | undefined, string[] | undefined>;
};

export function AccessChoice({ preset, scopes }: AccessChoiceProps) {
  const isLocked = isCapped(useTeam());
  const choose = (chosen: Preset) => {
    preset.set(chosen);
    scopes.set(chosen === "restricted" ? [] : undefined);
  };
  return (
    <div className="grid gap-4">
      <Choices
        choices={PRESETS.map(({ preset, label, hint }) => ({
          value: preset,
          label,
          hint: preset === "all" && isLocked ? CAPPED : hint,
          isDisabled: preset === "all" && isLocked,
        }))}
        field={{ ...preset, set: choose }}
        label="Access"
      />
      {preset.value === "restricted" ? <RestrictedChoice field={scopes} /> : null}
    </div>
  );
}

const CAPPED =
  "Members’ keys cannot have All in this team. An owner or admin can allow it in Settings, Team.";
