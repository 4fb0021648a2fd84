import type { AuditContext } from "../../db/context.ts";
import { inSlices } from "../../db/transaction.ts";
import { allCategories, type KnownCategory } from "../categories/all-categories.ts";
import { filledTax, taxed } from "../transactions/tax.ts";
import type { Given } from "../transactions/transaction.ts";
import {
  allWords,
  applyRules,
  type ApplyRules,
  type MeetTexts,
  readied,
  type ReadyRule,
  type RuleChanges,
  type Ruled,
} from "./apply-rules.ts";
import { allRules, ruleOf } from "./rule.ts";

type Values = Partial<
  Pick<
    Given,
    | "category_slug"
    | "category_by"
    | "rule_id"
    | "name"
    | "note"
    | "status"
    | "tax_rate_bp"
    | "tax_type"
    | "tax_minor"
  >
>;

export type Applied = {
  readonly values: Values;
  readonly tag_ids: readonly string[];
  readonly changes: RuleChanges;
};

export type RunRules = (row: Ruled, options?: ApplyRules) => Applied;

/**
 * Loads the team's rules that are on, to run in memory over any number of transactions. The team is held,
 * so that their categories and tags stay. An import gives `replace`, since nobody has changed a new row yet.
 */
export async function rulesFor(context: AuditContext): Promise<RunRules> {
  const rows = await allRules(context);
  return runningOf(
    context,
    rows.filter(({ is_on }) => is_on).map((row) => readied(ruleOf(row))),
  );
}

/** The same for many transactions. */
export async function rulesForMany(context: AuditContext): Promise<RunRules> {
  const rows = await allRules(context);
  return runningOfMany(
    context,
    rows.filter(({ is_on }) => is_on).map((row) => readied(ruleOf(row))),
  );
}

export async function runningOfMany(
  context: AuditContext,
  rules: readonly ReadyRule[],
): Promise<RunRules> {
  return runningOf(context, rules, await inSlices(context, allWords(rules)));
}

async function runningOf(
  context: AuditContext,
  rules: readonly ReadyRule[],
  meetTexts?: MeetTexts,
): Promise<RunRules> {
  if (rules.length === 0) return () => NOTHING;
  const known = new Map((await allCategories(context)).map((one) => [one.slug, one]));
  return (row, options) => {
    const changes = applyRules(rules, row, { ...options, ...(meetTexts ? { meetTexts } : {}) });
    return { values: valuesOf(row, changes, known), tag_ids: changes.tag_ids, changes };
  };
}

const NOTHING: Applied = {
  values: {},
  tag_ids: [],
  changes: { tag_ids: [], isMatched: false, isKept: false },
};

function valuesOf(
  row: Ruled,
  { category, name, note, status, tax }: RuleChanges,
  known: ReadonlyMap<string, KnownCategory>,
): Values {
  const chosen = category === undefined ? undefined : known.get(category.value);
  const own = tax?.value ?? row;
  return {
    ...(category === undefined || chosen === undefined
      ? {}
      : {
          category_slug: chosen.slug,
          category_by: "rule" as const,
          rule_id: category.rule.id,
          ...filledTax(row.amount_minor, own, chosen),
        }),
    ...(tax === undefined ? {} : taxed(row.amount_minor, tax.value)),
    ...(name === undefined ? {} : { name: name.value }),
    ...(note === undefined ? {} : { note: note.value }),
    ...(status === undefined ? {} : { status: status.value }),
  };
}
