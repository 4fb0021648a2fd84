import { z } from "zod";
import { cursor, limit } from "../../core/fields.ts";
import { catalogueLimit, listingOf, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { allCategories, compare, placeOf } from "./all-categories.ts";
import { Category, ToldCategory } from "./category.ts";

export const ListCategories = z.strictObject({
  cursor: cursor.nullish(),
  limit: limit.nullish(),
});

export type ListCategories = z.output<typeof ListCategories>;

export const CategoryList = z.object({
  items: z.array(ToldCategory),
  nextCursor: z.string().nullable(),
});

export type CategoryList = z.output<typeof CategoryList>;

const SortKey = z.tuple([z.int(), z.string().max(500), z.string().max(100)]);

/** Without hidden ones; all when neither a cursor nor a limit is given. */
export async function listCategories(
  context: Context,
  input: ListCategories,
): Promise<CategoryList> {
  const listing = listingOf(context, input);
  const after = readCursor(SortKey, listing, input.cursor);
  const limit = catalogueLimit(input.limit, after);
  const shown = (await allCategories(context)).filter(
    (category) => !category.is_hidden && (after === null || compare(placeOf(category), after) > 0),
  );
  const page = pageOf(listing, shown, limit, placeOf);
  return { ...page, items: page.items.map((category) => Category.parse(category)) };
}
