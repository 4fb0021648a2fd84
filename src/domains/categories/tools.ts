import { z } from "zod";
import { byId, cursor, limit } from "../../core/fields.ts";
import { catalogueLimit, listingOf, pageOf, readCursor } from "../../core/page.ts";
import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { allCategories, compareKeys, categoryKey } from "./all-categories.ts";
import { Category, ListedCategory, listedCategory, SavedCategory } from "./category.ts";
import { CreateCategory, createCategory } from "./create-category.ts";
import { deleteCategory, DeletedCategory, lossOfCategory } from "./delete-category.ts";
import { UpdateCategory, updateCategory } from "./update-category.ts";

const ListCategories = z.strictObject({
  cursor: cursor.nullish(),
  limit: limit.nullish(),
  details: z.boolean().nullish(),
});

const CategoryList = z.object({
  items: z.array(ListedCategory),
  nextCursor: z.string().nullable(),
});

const SortKey = z.tuple([z.int(), z.string().max(500), z.string().max(100)]);

export const categoryTools: readonly Tool<Context>[] = [
  defineTool({
    name: "categories_list",
    title: "List categories",
    tier: "read",
    resource: "transactions",
    description:
      "Lists categories in two levels: system ones, then the team's own; hidden ones are left out. Reports count by kind; excluded ones are in no profit and loss. One page by default. details: true adds tax, color and description.",
    effect: "Lists the categories of transactions.",
    input: ListCategories,
    output: CategoryList,
    example: () => ({}),
    handler: pageOfCategories,
  }),
  defineTool({
    name: "categories_create",
    title: "Create category",
    tier: "write",
    resource: "transactions",
    event: { of: "category", did: "created" },
    description:
      "Creates a category of the team's own; its slug follows from the name. Below a parent_id it has that one's kind; else kind is either by default.",
    input: CreateCategory,
    output: SavedCategory,
    example: (idOf) => ({ name: "Trade fairs", parent_id: idOf("category") }),
    handler: async (context, input) => Category.parse(await createCategory(context, input)),
  }),
  defineTool({
    name: "categories_update",
    title: "Update category",
    tier: "write",
    resource: "transactions",
    event: { of: "category", did: "changed" },
    description:
      "Changes the given fields of a category of the team's own; an empty text clears one. The slug stays. System ones are refused.",
    effect: "Changes a category of the team’s own.",
    input: UpdateCategory,
    output: SavedCategory,
    example: (idOf) => ({ id: idOf("category"), name: "Renamed" }),
    idempotent: true,
    handler: async (context, input) => Category.parse(await updateCategory(context, input)),
  }),
  defineTool({
    name: "categories_delete",
    title: "Delete category",
    tier: "destructive",
    resource: "transactions",
    event: { of: "category", did: "deleted" },
    description:
      "Deletes a category of the team's own; a person can undo it for 30 days. One that transactions have is refused. lifted counts those from below it.",
    input: byId,
    output: DeletedCategory.pick({ id: true, deleted: true }).loose(),
    dryRun: true,
    example: (idOf) => ({ id: idOf("category") }),
    idempotent: true,
    handler: async (context, input) => DeletedCategory.parse(await deleteCategory(context, input)),
    loss: lossOfCategory,
  }),
];

/** Without hidden ones; all when neither a cursor nor a limit is given. */
async function pageOfCategories(
  context: Context,
  input: z.output<typeof ListCategories>,
): Promise<z.output<typeof CategoryList>> {
  const listing = listingOf(context, input);
  const after = readCursor(SortKey, listing, input.cursor);
  const limit = catalogueLimit(input.limit, after);
  const shown = (await allCategories(context)).filter(
    (category) =>
      !category.is_hidden && (after === null || compareKeys(categoryKey(category), after) > 0),
  );
  const page = pageOf(listing, shown, limit, categoryKey);
  const row = (category: Category) =>
    input.details === true ? Category.parse(category) : listedCategory(category);
  return { ...page, items: page.items.map(row) };
}
