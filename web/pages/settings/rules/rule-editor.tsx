import { api } from "../../../api.ts";
import { firstOnPage } from "../../../focus.ts";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { TextField } from "../../../form/text-field.tsx";
import { useTeam } from "../../../team.tsx";
import { RecordHistory } from "../../activity/record-history.tsx";
import { ActionFields } from "./action-fields.tsx";
import { ConditionFields } from "./condition-fields.tsx";
import { Examples, Failed, isWhole, toldOf, usePreview } from "./preview.tsx";
import { nameId } from "./rule-item.tsx";
import { type Actions, CHANGED, type Conditions, type Rule } from "./rule.ts";

type NewRuleProps = {
  readonly onClose: () => void;
  /** Words that the first condition starts with. */
  readonly words: readonly string[];
};

/** A new rule, which runs after the others. */
export function NewRule({ onClose, words }: NewRuleProps) {
  const team = useTeam().id;
  const conditions: Conditions = {
    texts: [{ in: "text", how: "contains_any", words: [...words] }],
  };
  const actions: Actions = {};
  return (
    <FormDialog
      onClose={onClose}
      size="wide"
      title="New rule"
      changes={CHANGED}
      foot={({ values }) => (
        <LiveCount actions={values.actions} conditions={values.conditions} id={null} />
      )}
      given={{ team }}
      initial={{ name: words[0] ?? "", conditions, actions }}
      said={({ name }) =>
        `The rule ${name} is added. It runs on what comes; apply it to the past in its menu.`
      }
      route="POST /api/teams/:team/rules"
      submit="Add the rule"
    >
      {({ field, values }) => (
        <>
          <TextField autoComplete="off" field={field("name")} label="Name" maxLength={100} />
          <ConditionFields field={field("conditions")} />
          <ActionFields field={field("actions")} />
          <LivePreview actions={values.actions} conditions={values.conditions} id={null} />
        </>
      )}
    </FormDialog>
  );
}

type EditRuleProps = { readonly rule: Rule; readonly onClose: () => void };

export function EditRule({ rule, onClose }: EditRuleProps) {
  const team = useTeam().id;
  const { id, name, updated_at } = rule;
  const conditions: Conditions = rule.conditions;
  const actions: Actions = rule.actions;
  const read = async () => {
    const { items } = await api("GET /api/teams/:team/rules", { team });
    const now = items.find((one) => one.id === id) ?? rule;
    const values = { name: now.name, conditions: now.conditions, actions: now.actions };
    return { values, seen: now.updated_at, by: null };
  };
  return (
    <FormDialog
      below={
        <section
          aria-label="Who made and changed it"
          className="grid gap-2 border-t border-line pt-4"
        >
          <h3 className="font-semibold">Activity</h3>
          <RecordHistory record={`rule:${id}`} />
        </section>
      }
      finalFocus={() => firstOnPage(nameId(id))}
      onClose={onClose}
      size="wide"
      title={`Change ${name}`}
      changes={CHANGED}
      foot={({ values }) => (
        <LiveCount actions={values.actions} conditions={values.conditions} id={id} />
      )}
      given={{ team, id }}
      initial={{ name, conditions, actions }}
      said={({ name }) => `The rule ${name} is saved. What it set before stays.`}
      route="PATCH /api/teams/:team/rules/:id"
      submit="Save the rule"
      version={{ seen: updated_at, read }}
    >
      {({ field, values }) => (
        <>
          <TextField autoComplete="off" field={field("name")} label="Name" maxLength={100} />
          <ConditionFields field={field("conditions")} />
          <ActionFields field={field("actions")} />
          <LivePreview actions={values.actions} conditions={values.conditions} id={id} />
        </>
      )}
    </FormDialog>
  );
}

type LivePreviewProps = {
  readonly id: string | null;
  readonly conditions: Conditions | undefined;
  readonly actions: Actions | undefined;
};

/** Stays in view while the form scrolls. Saving a rule changes nothing that is there. */
function LiveCount(draft: LivePreviewProps) {
  const isReady = isWhole(draft);
  const { data } = usePreview(draft, isReady);
  return (
    <output className="text-ink2 empty:hidden">
      {isReady && data ? `Applied to the past: ${toldOf(data)}` : null}
    </output>
  );
}

function LivePreview(draft: LivePreviewProps) {
  const isReady = isWhole(draft);
  const query = usePreview(draft, isReady);
  const { data } = query;
  return (
    <section aria-label="Matches" className="grid gap-2 border-t border-line pt-4">
      <h3 className="font-semibold">Matches in what is there</h3>
      {isReady ? null : (
        <p className="text-ink2">With a condition and something to set, matches show here.</p>
      )}
      {isReady ? <Failed query={query} /> : null}
      {isReady && data?.examples.length === 0 ? (
        <p className="text-ink2">
          {data.matched === 0 ? "None yet." : "None of them would change."}
        </p>
      ) : null}
      {isReady && data !== undefined ? <Examples examples={data.examples} /> : null}
    </section>
  );
}
