import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { api, type Output, Refused } from "../../../api.ts";
import { useCategorySearch, useKnownCategories } from "../../../categories/use-categories.ts";
import { Amount } from "../../../components/amount.tsx";
import { FailureNote } from "../../../components/answer.tsx";
import { BatchDialog } from "../../../components/batch-dialog.tsx";
import { Switch } from "../../../components/switch.tsx";
import { toastRefusal } from "../../../components/toast.tsx";
import { shortDay } from "../../../dates.ts";
import { firstOnPage } from "../../../focus.ts";
import { ComboboxField } from "../../../form/combobox-field.tsx";
import { type Field, looseField } from "../../../form/field.ts";
import { FormDialog } from "../../../form/form-dialog.tsx";
import { NumberField } from "../../../form/number-field.tsx";
import { usePartFields } from "../../../form/part-fields.ts";
import { SelectField } from "../../../form/select-field.tsx";
import { AreaField, TextField } from "../../../form/text-field.tsx";
import { oneOf } from "../../../list/filters.ts";
import { counted } from "../../../numbers.ts";
import { useOpen } from "../../../open.ts";
import { useRefetch, useWrite } from "../../../queries.ts";
import { TagChips } from "../../../tags/tag-chips.tsx";
import { useTags } from "../../../tags/use-tags.ts";
import { useTeam } from "../../../team.tsx";
import { sayWithUndo } from "../../../undo.ts";
import { RecordHistory } from "../../activity/record-history.tsx";
import { ConditionFields } from "./condition-fields.tsx";
import { ruleMenuId, nameId, useNames } from "./rule-list.tsx";
import {
  type Actions,
  RULE_CHANGES,
  CHANGED_BY_APPLYING,
  type Conditions,
  type Rule,
} from "./rule.ts";

/** The dialog in the address. A link may bring the words, direction, account and category of a new rule. */
export function RuleDialog({ rules }: { readonly rules: readonly Rule[] }) {
  const { open, about, hide } = useOpen();
  const { words, direction, account, category } = useSearch({ strict: false });
  const rule = rules.find(({ id }) => id === about);
  if (open === "new")
    return (
      <NewRule
        actions={category === undefined ? {} : { category_slug: category }}
        conditions={{
          texts: [{ in: "text", how: "contains_any", words: words === undefined ? [] : [words] }],
          direction: oneOf(["in", "out"] as const, direction) ?? null,
          bank_account_id: account ?? null,
        }}
        name={words ?? ""}
        onClose={hide}
      />
    );
  if (rule === undefined) return null;
  if (open === "edit") return <EditRule onClose={hide} rule={rule} />;
  return open === "apply" ? <ApplyRule onClose={hide} rule={rule} /> : null;
}

type NewRuleProps = {
  readonly onClose: () => void;
  /** Name, conditions and actions that the rule starts with. */
  readonly name: string;
  readonly conditions: Conditions;
  readonly actions: Actions;
};

function NewRule({ onClose, name, conditions, actions }: NewRuleProps) {
  return (
    <FormDialog
      changes={RULE_CHANGES}
      foot={({ values }) => <LiveCount id={null} values={values} />}
      given={{ team: useTeam().id }}
      initial={{ name, conditions, actions }}
      onClose={onClose}
      route="POST /api/teams/:team/rules"
      said={({ name }) =>
        `The rule ${name} is added. It runs on what comes; apply it to the past in its menu.`
      }
      size="wide"
      submit="Add the rule"
      title="New rule"
    >
      {({ field, values }) => <RuleFields field={field} id={null} values={values} />}
    </FormDialog>
  );
}

type RuleProps = { readonly rule: Rule; readonly onClose: () => void };

function EditRule({ rule, onClose }: RuleProps) {
  const team = useTeam().id;
  const { id, name, updated_at } = rule;
  const read = async () => {
    const { items } = await api("GET /api/teams/:team/rules", { team });
    const now = items.find((one) => one.id === id) ?? rule;
    return { values: valuesOf(now), seen: now.updated_at, by: null };
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
      changes={RULE_CHANGES}
      finalFocus={() => firstOnPage(nameId(id))}
      foot={({ values }) => <LiveCount id={id} values={values} />}
      given={{ team, id }}
      initial={valuesOf(rule)}
      onClose={onClose}
      route="PATCH /api/teams/:team/rules/:id"
      said={({ name }) => `The rule ${name} is saved. What it set before stays.`}
      size="wide"
      submit="Save the rule"
      title={`Change ${name}`}
      version={{ seen: updated_at, read }}
    >
      {({ field, values }) => <RuleFields field={field} id={id} values={values} />}
    </FormDialog>
  );
}

function valuesOf({ name, conditions, actions }: Rule) {
  return { name, conditions, actions };
}

/** The fields that a new and a known rule have in common. */
type RuleField = {
  (name: "name"): Field<string | undefined, string>;
  (name: "conditions"): Field<Conditions | undefined, Conditions>;
  (name: "actions"): Field<Actions | undefined, Actions>;
};

type RuleFieldsProps = LivePreviewProps & { readonly field: RuleField };

function RuleFields({ field, ...preview }: RuleFieldsProps) {
  return (
    <>
      <TextField autoComplete="off" field={field("name")} label="Name" maxLength={100} />
      <ConditionFields field={field("conditions")} />
      <ActionFields field={field("actions")} />
      <LivePreview {...preview} />
    </>
  );
}

type LivePreviewProps = {
  readonly id: string | null;
  readonly values: Pick<Draft, "conditions" | "actions">;
};

/** Stays in view while the form scrolls. Saving a rule changes nothing that is there. */
function LiveCount(preview: LivePreviewProps) {
  const { isReady, query } = useLivePreview(preview);
  return (
    <output className="text-ink2 empty:hidden">
      {isReady && query.data ? `Applied to the past: ${toldOf(query.data)}` : null}
    </output>
  );
}

function useLivePreview({ id, values: { conditions, actions } }: LivePreviewProps) {
  const draft = { conditions, actions, id };
  const isReady = isWhole(draft);
  return { isReady, query: useRulePreview(draft, isReady) } as const;
}

function LivePreview(preview: LivePreviewProps) {
  const { isReady, query } = useLivePreview(preview);
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

const STATUSES = [
  { value: null, label: "Leave it" },
  { value: "completed", label: "Completed" },
  { value: "excluded", label: "Excluded" },
] as const;

/** Values that a rule sets. Those left empty stay as they are. */
function ActionFields({ field }: { readonly field: Field<Actions | undefined, Actions> }) {
  const { value = {} } = field;
  const { set, part } = usePartFields(field);
  const change = (some: Partial<Actions>) => set({ ...value, ...some });
  const search = useCategorySearch();
  const known = useKnownCategories();
  const knownTags = useTags() ?? [];
  const rate = value.tax_rate_bp ?? null;
  return (
    <fieldset className="grid gap-4 outline-none" id={field.id} tabIndex={-1}>
      <legend className="pb-2 font-semibold">Set</legend>
      <ComboboxField
        field={looseField<string | null>("rule-category", value.category_slug ?? null, (slug) =>
          change({ category_slug: slug }),
        )}
        isOptional
        known={known}
        label="Category"
        nothing="No category of that name."
        search={search}
      />
      <TextField
        field={looseField<string | null>("rule-new-name", value.name ?? null, (name) =>
          change({ name }),
        )}
        isOptional
        label="Name of the transaction"
        maxLength={300}
      />
      <TagChips
        field={looseField<string[]>("rule-tags", value.tag_ids ?? [], (tag_ids) =>
          change({ tag_ids }),
        )}
        known={knownTags}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        <NumberField
          decimals={2}
          field={part<number | null>({
            name: "rule-tax-rate",
            label: "Tax rate",
            value: rate === null ? null : rate / 100,
            wholeOf: (percent) => ({
              ...value,
              tax_rate_bp: percent === null ? null : Math.round(percent * 100),
            }),
          })}
          isOptional
          label="Tax rate"
          max={100}
          min={0}
          unit="%"
        />
        <TextField
          field={looseField<string | null>("rule-tax-type", value.tax_type ?? null, (tax_type) =>
            change({ tax_type }),
          )}
          isOptional
          label="Tax type"
          maxLength={50}
        />
        <SelectField
          field={looseField<"completed" | "excluded" | null>(
            "rule-status",
            value.status ?? null,
            (status) => change({ status }),
          )}
          label="Status"
          options={STATUSES}
        />
      </div>
      <AreaField
        field={looseField<string | null>("rule-note", value.note ?? null, (note) =>
          change({ note }),
        )}
        isOptional
        label="Note"
        maxLength={2000}
      />
    </fieldset>
  );
}

const PATH = "POST /api/teams/:team/rules/preview";
const PAUSE_MS = 250;

type Previewed = Output<typeof PATH>;

type Draft = {
  /** Null for a rule that is not there yet. */
  readonly id: string | null;
  readonly conditions?: Conditions | undefined;
  readonly actions?: Actions | undefined;
  readonly replace?: boolean;
};

/** Asks for the changes that a rule would make, a moment after the last change of the draft. */
function useRulePreview(draft: Draft, isReady: boolean) {
  const team = useTeam().id;
  const text = JSON.stringify(draft);
  const [asked, setAsked] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return useQuery({
    queryKey: [PATH, { team, draft: asked }],
    queryFn: async () => api(PATH, { team, ...draft }),
    enabled: isReady && asked === text,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

function isWhole({ conditions, actions }: Draft): boolean {
  const has = (values: object | undefined) =>
    Object.values(values ?? {}).some((value) =>
      Array.isArray(value)
        ? value.length > 0
        : value !== null && value !== undefined && value !== "",
    );
  const hasEmptyWords = (conditions?.texts ?? []).some(({ words }) => words.length === 0);
  return has(conditions) && has(actions) && !hasEmptyWords;
}

type PreviewProps = { readonly query: ReturnType<typeof useRulePreview> };

function PreviewedRule({ query }: PreviewProps) {
  const { data, error } = query;
  if (error !== null) return <Failed query={query} />;
  return (
    <div className="grid gap-2">
      <output className="font-medium">{data === undefined ? "Counting…" : toldOf(data)}</output>
      {data === undefined ? null : <Examples examples={data.examples} />}
    </div>
  );
}

/** A draft that the server refuses is told in words; any other failure can be tried again. */
function Failed({ query: { error, refetch } }: PreviewProps) {
  if (error === null) return null;
  if (error instanceof Refused && error.problem.status === 422)
    return <p className="text-ink2">{error.why}</p>;
  return <FailureNote error={error} onRetry={() => void refetch()} what="the matches" />;
}

function toldOf({ matched, changing, kept }: Previewed): string {
  const words = `${counted(matched, "transaction matches", "transactions match")}, ${changing.toLocaleString("en-GB")} would change.`;
  return kept === 0
    ? words
    : `${words} ${counted(kept, "keeps", "keep")} what a person or an assistant set.`;
}

function Examples({ examples }: Pick<Previewed, "examples">) {
  const names = useNames();
  if (examples.length === 0) return null;
  return (
    <ul aria-label="Examples" className="divide-y divide-line border-y border-line">
      {examples.map(({ id, date, name, amount_minor, currency, category_slug, changes }) => (
        <li
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-1.5 sm:grid-cols-[6rem_minmax(0,1fr)_auto]"
          key={id}
        >
          <span className="text-ink2 max-sm:order-3">{shortDay(date)}</span>
          <bdi className="truncate">{name}</bdi>
          <Amount currency={currency} minor={amount_minor} />
          {changes.category_slug === null ? null : (
            <span className="text-small text-ink2 max-sm:order-4 sm:col-span-2 sm:col-start-2">
              {category_slug === null ? "No category" : names.category(category_slug)} →{" "}
              {names.category(changes.category_slug)}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Applies a rule to the transactions that there are, with their number first. */
function ApplyRule({ rule: { id, name }, onClose }: RuleProps) {
  const team = useTeam().id;
  const [replace, setReplace] = useState(false);
  const query = useRulePreview({ id, replace }, true);
  const write = useWrite("POST /api/teams/:team/rules/:id/apply", { changes: CHANGED_BY_APPLYING });
  const after = useRefetch(CHANGED_BY_APPLYING);
  const count = query.isPlaceholderData ? undefined : query.data?.changing;
  const act = async () => {
    if (count === undefined || count === 0) return;
    const answer = await toastRefusal(async () => write.mutateAsync({ team, id, count, replace }));
    if (answer === null) {
      await query.refetch();
      return;
    }
    onClose();
    const words = `${name} changed ${counted(answer.changed, "transaction")}.`;
    sayWithUndo(words, { team, event: answer.event, after });
  };
  return (
    <BatchDialog
      actions={[{ label: labelOf(count, query.error !== null), isReady: (count ?? 0) > 0, act }]}
      finalFocus={() => firstOnPage(ruleMenuId(id))}
      isCancelFirst
      onClose={onClose}
      title={`Apply ${name} to the past`}
    >
      <Switch
        hint="Off: what a person or an assistant set stays as it is."
        isOn={replace}
        label="Also replace what people set"
        onChange={setReplace}
      />
      <PreviewedRule query={query} />
    </BatchDialog>
  );
}

function labelOf(count: number | undefined, hasFailed: boolean): string {
  if (hasFailed) return "Apply the rule";
  return count === undefined ? "Counting…" : `Change ${counted(count, "transaction")}`;
}
