import { z } from "zod";
import { difference, record } from "../../activity/journal.ts";
import { changedMeanwhile, Refusal } from "../../core/errors.ts";
import { instant, label, type Undoable, uuid, type ById, event } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { timeOfChange } from "../../shared/time.ts";
import { checkedParts } from "./rule-parts.ts";
import {
  Actions,
  GivenConditions,
  allRules,
  lockRule,
  MOST_RULES,
  MOST_WORDS,
  type Row,
  ruleSnapshot,
  ruleOf,
  noRule,
  wordsOfRules,
} from "./rule.ts";

export const CreateRule = z.strictObject({
  name: label(100),
  is_on: z.boolean().default(true),
  conditions: GivenConditions,
  actions: Actions,
});

/**
 * Creates a rule, which runs after the others.
 * @throws Refusal for a category, tag or account that the team does not have
 */
export async function createRule(
  context: Context,
  input: z.output<typeof CreateRule>,
): Promise<Row & Undoable> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const rules = await allRules(context);
    if (rules.length >= MOST_RULES) throw tooMany();
    const values = await checkedParts(context, input, null);
    requireRoom([...rules, values]);
    const row: Row = {
      team_id: context.team.id,
      id: context.newId(),
      position: (rules.at(-1)?.position ?? 0) + 1,
      name: input.name,
      is_on: input.is_on,
      ...values,
      created_at: context.now,
      updated_at: context.now,
    };
    await context.db
      .insertInto("rules")
      .values({ ...row, ...written(values) })
      .execute();
    const created = { type: "rule", id: row.id, before: null, after: ruleSnapshot(row) } as const;
    return { ...row, event: await record(context, [created]) };
  });
}

export const UpdateRule = z.strictObject({
  id: uuid,
  name: label(100).optional(),
  is_on: z.boolean().optional(),
  conditions: GivenConditions.optional(),
  actions: Actions.optional(),
  /** `updated_at` of the rule as it was read. */
  seen: instant,
});

/** Changes the given fields. Transactions change only when the rule is applied again. */
export async function updateRule(
  context: Context,
  { id, seen, ...input }: z.output<typeof UpdateRule>,
): Promise<Row> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const row = await lockRule(context, id);
    if (row.updated_at !== seen)
      throw changedMeanwhile(
        "The rule was changed meanwhile",
        "look at what changed, and save again; nothing was saved",
      );
    const { conditions = null, actions = null } = input;
    const values = {
      name: input.name ?? row.name,
      is_on: input.is_on ?? row.is_on,
      ...(await checkedParts(context, { conditions, actions }, ruleOf(row))),
    };
    if (wordsOfRules([values]) > wordsOfRules([row])) {
      const others = (await allRules(context)).filter((one) => one.id !== id);
      requireRoom([...others, values]);
    }
    return changeRule(context, row, values);
  });
}

type Values = Pick<Row, "name" | "is_on" | "conditions" | "actions">;

async function changeRule(context: Context, row: Row, values: Values): Promise<Row> {
  const same = difference(ruleSnapshot(row), ruleSnapshot({ ...row, ...values }));
  if (Object.keys(same.after ?? {}).length === 0) return row;
  const updated_at = timeOfChange(context.now, row.updated_at);
  const after = { ...row, ...values, updated_at };
  await context.db
    .updateTable("rules")
    .set({ ...values, ...written(values), updated_at })
    .where("team_id", "=", context.team.id)
    .where("id", "=", row.id)
    .execute();
  await record(context, [
    { type: "rule", id: row.id, ...difference(ruleSnapshot(row), ruleSnapshot(after)) },
  ]);
  return after;
}

function written({ conditions, actions }: Pick<Row, "conditions" | "actions">) {
  return { conditions: JSON.stringify(conditions), actions: JSON.stringify(actions) };
}

function tooMany(): Refusal {
  return new Refusal({
    code: "too_many",
    message: `A team has ${MOST_RULES} rules at most`,
    next: "delete one first, or add words to one",
  });
}

/** An import looks for the words of all rules in each text. */
function requireRoom(rules: readonly Pick<Row, "conditions">[]): void {
  if (wordsOfRules(rules) <= MOST_WORDS) return;
  throw new Refusal({
    code: "too_many",
    path: "conditions",
    message: `The rules of a team have ${MOST_WORDS} words at most`,
    next: "take some away from this rule or another; nothing was saved",
  });
}

export const OrderRules = z.strictObject({ ids: z.array(uuid).min(1).max(MOST_RULES) });

/** Puts the rules into another order. @throws Refusal unless each of the team's rules is named once */
export async function orderRules(
  context: Context,
  { ids }: z.output<typeof OrderRules>,
): Promise<void> {
  await transaction(context, async (context) => {
    await lockTeam(context);
    const rules = new Map((await allRules(context)).map((row) => [row.id, row]));
    const unknown = ids.findIndex((id) => !rules.has(id));
    if (unknown >= 0) throw noRule(ids[unknown] ?? "", `ids.${unknown}`);
    if (new Set(ids).size !== rules.size || ids.length !== rules.size)
      throw changedMeanwhile(
        "The order does not have each rule once: there are others by now",
        "look at the rules again; nothing was changed",
      );
    const moved = ids.flatMap((id, at) => {
      const row = rules.get(id);
      return row === undefined || row.position === at + 1 ? [] : [{ row, position: at + 1 }];
    });
    for (const { row, position } of moved)
      await context.db
        .updateTable("rules")
        .set({ position })
        .where("team_id", "=", context.team.id)
        .where("id", "=", row.id)
        .execute();
    if (moved.length === 0) return;
    await record(
      context,
      moved.map(({ row, position }) => ({
        type: "rule",
        id: row.id,
        ...difference(ruleSnapshot(row), ruleSnapshot({ ...row, position })),
      })),
    );
  });
}

export const DeletedRule = z.object({ id: uuid, event });

/** Deletes a rule. Transactions keep the values it has set. */
export async function deleteRule(
  context: Context,
  { id }: ById,
): Promise<z.output<typeof DeletedRule>> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const row = await lockRule(context, id);
    await context.db
      .deleteFrom("rules")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    const deleted = { type: "rule", id, before: ruleSnapshot(row), after: null } as const;
    return { id, event: await record(context, [deleted]) };
  });
}
