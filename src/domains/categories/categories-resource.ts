import { noticesOf } from "../../core/fields.ts";
import { jsonContents, type Resource } from "../../core/resource.ts";
import type { Context } from "../../db/context.ts";
import { allCategories, type KnownCategory } from "./all-categories.ts";

export const categoriesResource: Resource<Context> = {
  uri: "ledgerport://categories",
  name: "categories",
  title: "Categories",
  tier: "read",
  description: "The slugs of all categories of transactions with their names, in their groups.",
  mimeType: "application/json",
  read: async (context) => jsonContents(context, await getCategoryLines(context)),
};

/** System categories come first, so that all of them are told. */
const MOST_LINES = 300;

async function getCategoryLines(context: Context): Promise<object> {
  const shown = (await allCategories(context)).filter(({ is_hidden }) => !is_hidden);
  const told = shown.slice(0, MOST_LINES);
  const ids = new Set(told.map(({ id }) => id));
  const groups = told.filter(({ parent_id }) => parent_id === null || !ids.has(parent_id));
  const left = shown.length - told.length;
  return {
    groups: groups.map((group) => {
      const below = told.filter(({ parent_id }) => parent_id === group.id);
      const categories = below.length === 0 ? {} : { categories: below.map(lineOf) };
      return { group: lineOf(group), kind: group.kind, ...categories };
    }),
    ...noticesOf(left > 0 ? [`There are ${left} more categories; categories_list has all.`] : []),
  };
}

function lineOf({ slug, name }: KnownCategory): string {
  return `${slug}: ${name}`;
}
