import { z } from "zod";
import { version, versionOf } from "../../core/canonical-json.ts";
import { byId, event } from "../../core/fields.ts";
import { json, defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { allCategories, noCategory } from "./all-categories.ts";
import { Category } from "./category.ts";
import { CategoryUses, countAllUses } from "./count-uses.ts";
import { CreateCategory, createCategory } from "./create-category.ts";
import { deleteCategory, DeletedCategory } from "./delete-category.ts";
import { setCategory, SetSeen } from "./set-category.ts";
import { updateCategory, UpdateSeen } from "./update-category.ts";

const KnownCategory = Category.extend({ is_hidden: z.boolean(), version });

function versioned<Shown extends object>(category: Shown) {
  return { ...category, version: versionOf(category) };
}

const list = defineRoute({
  path: "GET /api/teams/:team/categories",
  role: "member",
  input: z.strictObject({}),
  output: json(z.object({ items: z.array(KnownCategory) })),
  example: () => ({}),
  handler: async (context: Context) => ({
    items: (await allCategories(context)).map(versioned),
  }),
});

const uses = defineRoute({
  path: "GET /api/teams/:team/categories/uses",
  role: "member",
  input: z.strictObject({}),
  output: json(CategoryUses),
  example: () => ({}),
  handler: async (context: Context) => countAllUses(context),
});

const create = defineRoute({
  path: "POST /api/teams/:team/categories",
  role: "member",
  event: { of: "category", did: "created" },
  input: CreateCategory,
  output: json(Category),
  example: () => ({ name: "Trade fairs" }),
  handler: createCategory,
});

const update = defineRoute({
  path: "PATCH /api/teams/:team/categories/:id",
  role: "member",
  event: { of: "category", did: "changed" },
  input: UpdateSeen,
  output: json(Category),
  example: (idOf) => ({ id: idOf("category"), name: "Renamed" }),
  handler: updateCategory,
});

const remove = defineRoute({
  path: "DELETE /api/teams/:team/categories/:id",
  role: "member",
  event: { of: "category", did: "deleted" },
  input: byId,
  output: json(DeletedCategory.extend({ event })),
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
  event: {
    of: "category_setting",
    did: "changed",
    said: {
      column: "is_hidden",
      by: { true: "hid *", false: "showed * again" },
      otherwise: "changed *",
    },
  },
  input: SetSeen,
  output: json(KnownCategory),
  example: () => ({ slug: "meals", is_hidden: true }),
  handler: async (context: Context, input) => versioned(await setCategory(context, input)),
});

export const categoryRoutes = [list, uses, create, update, remove, set];
