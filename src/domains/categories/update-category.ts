import { z } from "zod";
import { difference, record } from "../../activity/journal.ts";
import { version } from "../../core/canonical-json.ts";
import { Refusal } from "../../core/errors.ts";
import { label, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import {
  allCategories,
  type KnownCategory,
  refuseSystem,
  requireKindOf,
  requireParent,
  refuseOvertaken,
  noCategory,
  readCategory,
} from "./all-categories.ts";
import {
  categorySnapshot,
  categoryNameColumns,
  ownFields,
  type Row,
  taxColumns,
  lockCategory,
} from "./category.ts";

export const UpdateCategory = z.strictObject({
  id: uuid,
  name: label(100).optional(),
  ...ownFields,
});

export type UpdateCategory = z.output<typeof UpdateCategory>;

/** `seen` is the version that the person saw. */
export const UpdateSeen = UpdateCategory.extend({ seen: version.optional() });

/**
 * Changes the given fields of a category of the team's own; null empties one. The slug stays.
 * @throws Refusal `changed_meanwhile` when the category is no longer as it was `seen`
 */
export async function updateCategory(
  context: Context,
  { seen, ...input }: z.output<typeof UpdateSeen>,
): Promise<KnownCategory> {
  const { id } = input;
  return transaction(context, async (context) => {
    await lockTeam(context);
    const known = await allCategories(context);
    const category = known.find((category) => category.id === id);
    if (category !== undefined) refuseSystem(category);
    const before = await lockCategory(context, id);
    if (before === undefined || category === undefined) throw noCategory(id);
    refuseOvertaken(category, seen);
    const row = { ...before, ...columnsOf(input), ...placeOf(known, category, input) };
    const snapshots = difference(categorySnapshot(before), categorySnapshot(row));
    if (Object.keys(snapshots.after).length === 0) return category;
    await context.db
      .updateTable("categories")
      .set(row)
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .execute();
    await record(context, [{ type: "category", id, ...snapshots }]);
    return readCategory(context, id);
  });
}

function columnsOf(input: UpdateCategory): Partial<Row> {
  const { name, color, description, excluded } = input;
  return {
    ...(name === undefined ? {} : categoryNameColumns(name)),
    ...(color === undefined ? {} : { color }),
    ...(description === undefined ? {} : { description }),
    ...(excluded === undefined ? {} : { excluded }),
    ...taxColumns(input),
  };
}

function placeOf(
  known: readonly KnownCategory[],
  category: KnownCategory,
  { parent_id, kind }: UpdateCategory,
): Partial<Row> {
  const given = parent_id === undefined ? category.parent_id : parent_id;
  if (given === null) return { parent_id: null, kind: kind ?? category.kind };
  const parent = requireParent(known, given);
  requireKindOf(parent, kind);
  if (parent.id === category.id || known.some(({ parent_id }) => parent_id === category.id))
    throw hasChildren(category);
  return { parent_id: parent.id, kind: null };
}

function hasChildren({ name }: KnownCategory): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "parent_id",
    message: `There are two levels of categories, and ${quoted(name)} cannot go below another while it has others below it, nor below itself`,
    next: "move those first",
  });
}
