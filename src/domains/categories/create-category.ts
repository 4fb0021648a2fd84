import { z } from "zod";
import { record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { label } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import {
  allCategories,
  requireFreeSlug,
  requireKindOf,
  requireParent,
  readCategory,
} from "./all-categories.ts";
import {
  type Category,
  categorySnapshot,
  categoryNameColumns,
  MOST_CATEGORIES,
  ownFields,
  type Row,
  taxColumns,
} from "./category.ts";

export const CreateCategory = z.strictObject({ name: label(100), ...ownFields });

export type CreateCategory = z.output<typeof CreateCategory>;

/** Its slug follows from the name, and is unique in the team. */
export async function createCategory(context: Context, input: CreateCategory): Promise<Category> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const known = await allCategories(context);
    const slug = requireFreeSlug(known, input.name);
    const parent = input.parent_id ? requireParent(known, input.parent_id) : null;
    if (parent !== null) requireKindOf(parent, input.kind);
    if (known.filter(({ system }) => !system).length >= MOST_CATEGORIES) throw tooMany();
    const row: Row = {
      team_id: context.team.id,
      id: context.newId(),
      slug,
      ...categoryNameColumns(input.name),
      parent_id: parent?.id ?? null,
      kind: parent === null ? (input.kind ?? "either") : null,
      color: input.color ?? null,
      description: input.description ?? null,
      tax_rate_bp: null,
      tax_type: null,
      tax_reporting_code: null,
      ...taxColumns(input),
      excluded: input.excluded ?? false,
      created_at: context.now,
    };
    await context.db.insertInto("categories").values(row).execute();
    const { id } = row;
    await record(context, [{ type: "category", id, before: null, after: categorySnapshot(row) }]);
    return readCategory(context, id);
  });
}

function tooMany(): Refusal {
  return new Refusal({
    code: "too_many",
    message: `The team has ${MOST_CATEGORIES} categories of its own, and no more fit`,
    next: "use one that categories_list shows, or delete one first",
  });
}
