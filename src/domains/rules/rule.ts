import type { Selectable } from "kysely";
import { z } from "zod";
import { notFound, type Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { Actions } from "./actions.ts";
import { Conditions, ShownConditions, shownConditions } from "./conditions.ts";

/** All of a team's rules are in memory while they run. */
export const MOST_RULES = 500;

export type Row = Selectable<Schema["rules"]>;

/** A rule as it runs. */
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

export function ruleImage({ team_id: _team, ...image }: Row) {
  return image;
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

/** @throws Refusal for an id that the team does not have */
export async function lockRule({ db, team }: AuditContext, id: string): Promise<Row> {
  const rules = db.selectFrom("rules").selectAll().where("team_id", "=", team.id);
  const row = await lockForUpdate(db, rules.where("id", "=", id)).executeTakeFirst();
  if (row === undefined) throw noRule(id);
  return row;
}

export function noRule(id: string, path = "id"): Refusal {
  return notFound({ what: "Rule", id, path, next: "look at the list of rules; nothing was done" });
}
