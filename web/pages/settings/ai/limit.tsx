import { MOST_DELETIONS, SUGGESTED_DELETIONS } from "../../../../src/shared/limits.ts";
import { Button } from "../../../components/button.tsx";
import { Section } from "../../../components/page.tsx";
import type { Field } from "../../../form/field.ts";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { NumberField } from "../../../form/number-field.tsx";
import { counted } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";
import { leads, useTeam } from "../../../team.tsx";

const BUTTON = "change-limit";

/** Limit of deletions by assistants that cannot ask a person, and its dialog. */
export function DeletionLimit() {
  const team = useTeam();
  const { open, show } = useOpen();
  const mayChange = leads(team);
  return (
    <Section
      actions={
        mayChange ? (
          <Button id={BUTTON} onClick={() => show("limit")}>
            Change the limit
          </Button>
        ) : undefined
      }
      hint="Programs that can show a question ask you before each deletion. This limit is for those that cannot."
      id="limit"
      title="Limit of deletions"
    >
      <p>{limitWords(team.deletionsPerHour)}</p>
      {open === "limit" && mayChange ? <LimitDialog /> : null}
    </Section>
  );
}

function limitWords(perHour: number | null): string {
  if (perHour === null)
    return "No limit is set: while tools that delete are on, programs that cannot ask you first may delete as much as they like.";
  return `At most ${counted(perHour, "deletion")} an hour by all of them together. Beyond it they delete nothing.`;
}

function LimitDialog() {
  const { hide } = useOpen();
  const { id, deletionsPerHour: now } = useTeam();
  const isRaised = (perHour: number | null | undefined) =>
    now !== null && (perHour === null || (perHour ?? 0) > now);
  return (
    <FormDialog
      backTo={[BUTTON]}
      description={
        <p>
          Assistants that cannot ask you first stop once they have together deleted as many as you
          set here within an hour. You need your password to raise or remove a limit.
        </p>
      }
      given={{ team: id }}
      initial={{ perHour: now }}
      needsPassword={({ perHour }) => isRaised(perHour)}
      onClose={hide}
      route="PUT /api/teams/:team/deletion-limit"
      said={({ team }) => limitWords(team.deletionsPerHour)}
      submit="Save the limit"
      title="Limit of deletions"
    >
      {({ field }) => <LimitField field={field("perHour")} />}
    </FormDialog>
  );
}

type Limit = Field<number | null | undefined, number | null>;

/** Offers a limit, and then its number. */
export function LimitField({ field }: { readonly field: Limit }) {
  const isLimited = typeof field.value === "number";
  return (
    <div className="grid gap-3">
      <label className="flex min-h-11 items-center gap-2">
        <input
          checked={isLimited}
          className="size-4 shrink-0 accent-accent"
          id={isLimited ? undefined : field.id}
          onChange={({ target }) => {
            field.set(target.checked ? SUGGESTED_DELETIONS : null);
            // The number stands below, where the buttons of a long dialog may cover it.
            if (target.checked) requestAnimationFrame(() => intoView(field.id));
          }}
          type="checkbox"
        />
        <span>Set a limit for assistants that cannot ask you first</span>
      </label>
      {isLimited ? (
        <NumberField
          field={field}
          label="Deletions an hour, by all of them together"
          max={MOST_DELETIONS}
          min={1}
        />
      ) : null}
    </div>
  );
}

function intoView(id: string): void {
  document.getElementById(id)?.scrollIntoView({ block: "center" });
}
