import { notFound, type Refusal } from "../../core/errors.ts";
import type { Context } from "../../db/context.ts";
import { allCategories, type KnownCategory } from "./all-categories.ts";

/** The category as it is answered. */
export async function requireShown(context: Context, id: string): Promise<KnownCategory> {
  const category = (await allCategories(context)).find((category) => category.id === id);
  if (category === undefined) throw noCategory(id);
  return category;
}

export function noCategory(id: string): Refusal {
  return notFound({ what: "Category", id, path: "id", next: "see categories_list" });
}
