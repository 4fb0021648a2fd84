import { Choices } from "../../../components/fields.tsx";
import { isCapped, useTeam } from "../../../team.tsx";
import { PRESETS } from "./key.ts";
import { RestrictedChoice } from "./restricted-choice.tsx";
import type { Access } from "./unlocks.ts";

type AccessChoiceProps = { readonly access: Access; readonly onChange: (access: Access) => void };

export function AccessChoice({ access, onChange }: AccessChoiceProps) {
  const isLocked = isCapped(useTeam());
  return (
    <div className="grid gap-4">
      <Choices
        choices={PRESETS.map(({ preset, label, hint }) => ({
          value: preset,
          label,
          hint: preset === "all" && isLocked ? CAPPED : hint,
          isDisabled: preset === "all" && isLocked,
        }))}
        label="Access"
        name="preset"
        onChange={(value) => {
          const chosen = PRESETS.find(({ preset }) => preset === value);
          if (chosen !== undefined) onChange({ preset: chosen.preset, scopes: [] });
        }}
        value={access.preset}
      />
      {access.preset === "restricted" ? (
        <RestrictedChoice
          onChange={(scopes) => onChange({ ...access, scopes })}
          scopes={access.scopes}
        />
      ) : null}
    </div>
  );
}

const CAPPED =
  "Members’ keys cannot have All in this team. An owner or admin can allow it in Settings, Team.";
