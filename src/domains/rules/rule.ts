import type { Selectable } from "kysely";
import { z } from "zod";
import { type Change, difference } from "../../activity/journal.ts";
import { notFound, type Refusal } from "../../core/errors.ts";
import { currency, label, text, uuid } from "../../core/fields.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { Schema } from "../../db/schema/schema.ts";

/** `text` is any of a transaction's name, the bank's texts and the reference. */
export const TEXT_PLACES = ["text", "name", "reference"] as const;

const HOW = ["contains_any", "is_any", "starts_any"] as const;

const Text = z.strictObject({
  in: z.enum(TEXT_PLACES),
  how: z.enum(HOW),
  /** Compared without case and accents; one of them must be met. */
  words: z.array(label(100)).min(1).max(100),
});

/** A bank account of the other party; it is known by its hash, and shown by its mask. */
export const Counterparty = z.strictObject({ hash: z.string(), masked: z.string() });

export type Counterparty = z.output<typeof Counterparty>;

const fields = {
  texts: z.array(Text).max(10).optional(),
  /** Without sign, in major units of the transaction's currency. */
  min: z.number().min(0).nullish(),
  max: z.number().min(0).nullish(),
  direction: z.enum(["in", "out"]).nullish(),
  bank_account_id: uuid.nullish(),
  currency: currency.nullish(),
};

/** All must hold. `counterparties` are numbers, or masks that the rule has. */
export const GivenConditions = z
  .strictObject({ ...fields, counterparties: z.array(label(60)).max(100).optional() })
  .refine((given) => hasValues(given), "must have one condition at least");

export type GivenConditions = z.output<typeof GivenConditions>;

/** As they are stored. A condition that is not there always holds. */
export const Conditions = z.object({
  ...fields,
  texts: z.array(Text).default([]),
  counterparties: z.array(Counterparty).default([]),
});

export type Conditions = z.output<typeof Conditions>;

const ShownConditions = z.object({ ...fields, counterparties: z.array(z.string()) });

/** Values that a rule sets. It sets no status that only files or exports give. */
export const Actions = z
  .strictObject({
    category_slug: z.string().max(100).nullish(),
    name: label(300).nullish(),
    tag_ids: z.array(uuid).max(20).optional(),
    tax_rate_bp: z.int().min(0).max(10_000).nullish(),
    tax_type: label(50).nullish(),
    note: text(2000).nullish(),
    status: z.enum(["excluded", "completed"]).nullish(),
  })
  .refine((given) => hasValues(given), "must set one thing at least");

export type Actions = z.output<typeof Actions>;

/** All of a team's rules are in memory while they run. */
export const MOST_RULES = 500;

/** Words of all rules of a team. */
export const MOST_WORDS = 20_000;

export function wordsOfRules(rows: readonly Pick<Row, "conditions">[]): number {
  return rows
    .flatMap(({ conditions }) => Conditions.parse(conditions).texts)
    .reduce((sum, { words }) => sum + words.length, 0);
}

export type Row = Selectable<Schema["rules"]>;

export type Rule = {
  readonly id: string;
  readonly name: string;
  readonly conditions: Conditions;
  readonly actions: Actions;
};

export const ShownRule = z.object({
  id: uuid,
  name: z.string(),
  is_on: z.boolean(),
  conditions: ShownConditions,
  actions: Actions,
  updated_at: z.string(),
});

export function shownRule(row: Row): z.input<typeof ShownRule> {
  const { id, name, is_on, updated_at } = row;
  const { conditions, actions } = ruleOf(row);
  return { id, name, is_on, conditions: shownConditions(conditions), actions, updated_at };
}

export function ruleOf({ id, name, conditions, actions }: Row): Rule {
  return {
    id,
    name,
    conditions: Conditions.parse(conditions),
    actions: Actions.parse(actions),
  };
}

export function ruleSnapshot({ team_id: _team, ...snapshot }: Row) {
  return snapshot;
}

/** In the order in which they run. */
export async function allRules({
  db,
  team,
}: Pick<AuditContext, "db" | "team">): Promise<readonly Row[]> {
  return db
    .selectFrom("rules")
    .selectAll()
    .where("team_id", "=", team.id)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

export async function lockRule({ db, team }: AuditContext, id: string): Promise<Row> {
  const rules = db.selectFrom("rules").selectAll().where("team_id", "=", team.id);
  const row = await lockForUpdate(db, rules.where("id", "=", id)).executeTakeFirst();
  if (row === undefined) throw noRule(id);
  return row;
}

export function noRule(id: string, path = "id"): Refusal {
  return notFound({ what: "Rule", id, path, next: "look at the list of rules; nothing was done" });
}

/** False where all values are null, left out, or empty texts and lists. */
export function hasValues(given: object): boolean {
  return Object.values(given).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== "",
  );
}

function shownConditions(conditions: Conditions): z.input<typeof ShownConditions> {
  return { ...conditions, counterparties: conditions.counterparties.map(({ masked }) => masked) };
}

export async function rulesOfCategory(
  context: Pick<AuditContext, "db" | "team">,
  slug: string,
): Promise<readonly Row[]> {
  return (await allRules(context)).filter((row) => ruleOf(row).actions.category_slug === slug);
}

/** `alone` are those that set nothing else. */
export async function rulesOfTag(context: Pick<AuditContext, "db" | "team">, tag: string) {
  const rules = (await allRules(context)).filter((row) => actionsOf(row).tag_ids?.includes(tag));
  const isAll = (row: Row) => !hasValues(withoutTag(row, tag));
  return {
    alone: rules.filter(isAll),
    others: rules.filter((row) => !isAll(row)),
  };
}

/** Deletes the rules that would set a category, for its deletion. The team is locked by then. */
export async function deleteRulesOfCategory(
  context: AuditContext,
  slug: string,
): Promise<readonly Change[]> {
  return deleteAll(context, await rulesOfCategory(context, slug));
}

/**
 * Takes a tag out of the rules that would add it, and deletes those that would set nothing else. The team is
 * locked by then.
 * @param heir tag that they add instead
 */
export async function takeTagFromRules(
  context: AuditContext,
  tag: string,
  heir: string | null = null,
): Promise<readonly Change[]> {
  const { alone, others } = await rulesOfTag(context, tag);
  const changed = heir === null ? others : [...others, ...alone];
  const changes: Change[] = [];
  for (const row of changed) {
    const actions = withoutTag(row, tag, heir);
    const updated_at = context.now > row.updated_at ? context.now : row.updated_at;
    await context.db
      .updateTable("rules")
      .set({ actions: JSON.stringify(actions), updated_at })
      .where("team_id", "=", context.team.id)
      .where("id", "=", row.id)
      .execute();
    const snapshots = difference(ruleSnapshot(row), ruleSnapshot({ ...row, actions, updated_at }));
    changes.push({ type: "rule", id: row.id, ...snapshots });
  }
  return heir === null ? [...changes, ...(await deleteAll(context, alone))] : changes;
}

function actionsOf(row: Row): Actions {
  return ruleOf(row).actions;
}

function withoutTag(row: Row, tag: string, heir: string | null = null): object {
  const { tag_ids = [], ...rest } = actionsOf(row);
  const left = tag_ids.flatMap((id) => (id === tag ? (heir ?? []) : id));
  return left.length === 0 ? rest : { ...rest, tag_ids: [...new Set(left)] };
}

async function deleteAll(
  { db, team }: AuditContext,
  rules: readonly Row[],
): Promise<readonly Change[]> {
  if (rules.length === 0) return [];
  await db
    .deleteFrom("rules")
    .where("team_id", "=", team.id)
    .where(
      "id",
      "in",
      rules.map(({ id }) => id),
    )
    .execute();
  return rules.map((row) => ({ type: "rule", id: row.id, before: ruleSnapshot(row), after: null }));
}
