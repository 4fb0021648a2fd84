import { z } from "zod";
import { json } from "../../core/answer.ts";
import { byId } from "../../core/fields.ts";
import { defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { allCategories } from "./all-categories.ts";
import { Category } from "./category.ts";
import { CreateCategory, createCategory } from "./create-category.ts";
import { deleteCategory, DeletedCategory } from "./delete-category.ts";
import { noCategory } from "./require-shown.ts";
import { SetCategory, setCategory } from "./set-category.ts";
import { UpdateCategory, updateCategory } from "./update-category.ts";

const KnownCategory = Category.extend({ is_hidden: z.boolean() });

const list = defineRoute({
  path: "GET /api/teams/:team/categories",
  role: "member",
  input: z.strictObject({}),
  output: json(z.object({ items: z.array(KnownCategory) })),
  example: () => ({}),
  handler: async (context: Context) => ({ items: [...(await allCategories(context))] }),
});

const create = defineRoute({
  path: "POST /api/teams/:team/categories",
  role: "member",
  input: CreateCategory,
  output: json(Category),
  example: () => ({ name: "Trade fairs" }),
  handler: createCategory,
});

const update = defineRoute({
  path: "PATCH /api/teams/:team/categories/:id",
  role: "member",
  input: UpdateCategory,
  output: json(Category),
  example: (idOf) => ({ id: idOf("category"), name: "Renamed" }),
  handler: updateCategory,
});

const remove = defineRoute({
  path: "DELETE /api/teams/:team/categories/:id",
  role: "member",
  input: byId,
  output: json(DeletedCategory),
  example: (idOf) => ({ id: idOf("category") }),
  handler: async (context: Context, input) => {
    const deleted = await deleteCategory(context, input);
    if (!deleted.deleted) throw noCategory(input.id);
    return deleted;
  },
});

/** System categories are the same in every team, so they are named by slug. */
const set = defineRoute({
  path: "PATCH /api/teams/:team/category-settings/:slug",
  role: "member",
  input: SetCategory,
  output: json(KnownCategory),
  example: () => ({ slug: "meals", is_hidden: true }),
  handler: async (context: Context, input) => setCategory(context, input),
});

export const categoryRoutes = [list, create, update, remove, set];
