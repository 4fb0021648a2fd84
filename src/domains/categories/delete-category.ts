import { z } from "zod";
import { type Change, difference, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { type ById, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { counted } from "../../shared/words.ts";
import { deleteRulesOfCategory, rulesOfCategory } from "../rules/rule.ts";
import { allCategories, refuseSystem } from "./all-categories.ts";
import { categorySnapshot, type Row, lockCategory } from "./category.ts";
import { countUses } from "./count-uses.ts";
import { systemCategory } from "./system-categories.ts";

export const DeletedCategory = z.object({
  id: uuid,
  deleted: z.boolean(),
  name: z.string().nullable(),
  lifted: z.int(),
  rules: z.int(),
});

export type DeletedCategory = z.output<typeof DeletedCategory> & {
  /** Null when there was no such category. */
  readonly event: string | null;
};

export async function lossOfCategory(context: Context, { id }: ById): Promise<string | null> {
  const known = await allCategories(context);
  const category = known.find((category) => category.id === id && !category.system);
  if (category === undefined) return null;
  const below = known.filter(({ parent_id }) => parent_id === id).length;
  const lifted =
    below === 0
      ? ""
      : ` ${counted(below, "category", "categories")} below it stay, at the top level.`;
  const rules = (await rulesOfCategory(context, category.slug)).length;
  const ruled =
    rules === 0
      ? ""
      : ` ${counted(rules, "rule")} that would set it ${rules === 1 ? "goes" : "go"} too.`;
  return `Delete the category ${quoted(category.name)} for good?${lifted}${ruled}`;
}

/**
 * Deletes a category of the team's own with the rules that would set it, and lifts those below it to the
 * top level.
 * @throws Refusal while transactions or their parts have it
 */
export async function deleteCategory(context: Context, { id }: ById): Promise<DeletedCategory> {
  const system = systemCategory(id);
  if (system !== undefined) refuseSystem({ ...system, system: true });
  return transaction(context, async (context) => {
    await lockTeam(context);
    const category = await lockCategory(context, id);
    if (category === undefined)
      return { id, deleted: false, name: null, lifted: 0, rules: 0, event: null };
    await refuseUsed(context, category);
    const rules = await deleteRulesOfCategory(context, category.slug);
    const lifted = await liftChildren(context, category);
    await context.db
      .deleteFrom("categories")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    const event = await record(context, [
      ...rules,
      ...lifted,
      { type: "category", id, before: categorySnapshot(category), after: null },
    ]);
    const counts = { lifted: lifted.length, rules: rules.length };
    return { id, deleted: true, name: category.name, ...counts, event };
  });
}

async function refuseUsed(context: Context, { slug, name }: Row): Promise<void> {
  const uses = await countUses(context, slug);
  if (uses === 0) return;
  throw new Refusal({
    code: "in_use",
    path: "id",
    message: `The category ${quoted(name)} is that of ${counted(uses, "transaction or part of one", "transactions or parts of them")}`,
    next: `give these another with transactions_update_category first; transactions_list finds them by category_slug ${slug}`,
  });
}

/** They keep its kind: a category with others below it is at the top level, and has one. */
async function liftChildren({ db, team }: Context, { id, kind }: Row): Promise<readonly Change[]> {
  const children = db
    .selectFrom("categories")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("parent_id", "=", id)
    .orderBy("id");
  const before = await lockForUpdate(db, children).execute();
  if (before.length === 0) return [];
  await db
    .updateTable("categories")
    .set({ parent_id: null, kind })
    .where("team_id", "=", team.id)
    .where("parent_id", "=", id)
    .execute();
  return before.map((child) => ({
    type: "category",
    id: child.id,
    ...difference(categorySnapshot(child), categorySnapshot({ ...child, parent_id: null, kind })),
  }));
}
