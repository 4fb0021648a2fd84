import { jsonContents, type Resource } from "../../core/resource.ts";
import type { Context } from "../../db/context.ts";
import { getCategoryLines } from "./get-category-lines.ts";

export const categoriesResource: Resource<Context> = {
  uri: "ledgerport://categories",
  name: "categories",
  title: "Categories",
  tier: "read",
  description: "The slugs of all categories of transactions with their names, in their groups.",
  mimeType: "application/json",
  read: async (context) => jsonContents(context, await getCategoryLines(context)),
};
