import type { Selectable } from "kysely";
import { z } from "zod";
import { notFound, type Refusal } from "../../core/errors.ts";
import { uuid, label, text, currency } from "../../core/fields.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { Schema } from "../../db/schema/schema.ts";

/** Texts of a transaction that a rule compares: `text` is any of its name, the bank's texts and reference. */
const WHERE = ["text", "name", "reference"] as const;

const HOW = ["contains_any", "is_any", "starts_any"] as const;

const Text = z.strictObject({
  in: z.enum(WHERE),
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

/** Conditions as a person gives them: all must hold. `counterparties` are numbers, or masks that the rule has. */
export const GivenConditions = z
  .strictObject({ ...fields, counterparties: z.array(label(60)).max(100).optional() })
  .refine(
    (given) =>
      Object.values(given).some((value) =>
        Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined,
      ),
    "must have one condition at least",
  );

export type GivenConditions = z.output<typeof GivenConditions>;

/** As they are stored. A condition that is not there always holds. */
export const Conditions = z.object({
  ...fields,
  texts: z.array(Text).default([]),
  counterparties: z.array(Counterparty).default([]),
});

export type Conditions = z.output<typeof Conditions>;

/** As the web app shows them: account numbers by their masks. */
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
  .refine((given) => setsSomething(given), "must set one thing at least");

export type Actions = z.output<typeof Actions>;

/** All of a team's rules are in memory while they run. */
export const MOST_RULES = 500;

export type Row = Selectable<Schema["rules"]>;

export type Rule = {
  readonly id: string;
  readonly name: string;
  readonly conditions: Conditions;
  readonly actions: Actions;
};

/** A rule as the web app shows it. */
export const ShownRule = z.object({
  id: uuid,
  name: z.string(),
  is_on: z.boolean(),
  conditions: ShownConditions,
  actions: Actions,
  updated_at: z.string(),
});

export type ShownRule = z.output<typeof ShownRule>;

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

/** All rules in the order in which they run. */
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

export function setsSomething(actions: object): boolean {
  return Object.values(actions).some((value) =>
    Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== "",
  );
}

function shownConditions(conditions: Conditions): z.input<typeof ShownConditions> {
  return { ...conditions, counterparties: conditions.counterparties.map(({ masked }) => masked) };
}
