import { byId } from "../../core/fields.ts";
import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { Category, SavedCategory } from "./category.ts";
import { CreateCategory, createCategory } from "./create-category.ts";
import { deleteCategory, DeletedCategory, lossOfCategory } from "./delete-category.ts";
import { CategoryList, ListCategories, listCategories } from "./list-categories.ts";
import { UpdateCategory, updateCategory } from "./update-category.ts";

export const categoryTools: readonly Tool<Context>[] = [
  defineTool({
    name: "categories_list",
    title: "List categories",
    tier: "read",
    resource: "transactions",
    description:
      "Lists categories in two levels: system ones, then the team's own. Reports count by kind; excluded ones are in no profit and loss. One page by default.",
    effect: "Lists the categories of transactions.",
    input: ListCategories,
    output: CategoryList,
    example: () => ({}),
    handler: listCategories,
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
      "Deletes a category of the team's own; no tool restores it. One that transactions have is refused. lifted counts those from below it.",
    input: byId,
    output: DeletedCategory.pick({ id: true, deleted: true }).loose(),
    example: (idOf) => ({ id: idOf("category") }),
    idempotent: true,
    handler: async (context, input) => DeletedCategory.parse(await deleteCategory(context, input)),
    loss: lossOfCategory,
  }),
];
