import { api } from "../../../api.ts";
import type { Category } from "../../../categories/tree.ts";

/** Version of a category that a form shows, and how the fields of the form are read again. */
export function categoryVersion<Values>(
  team: string,
  category: Category,
  valuesOf: (category: Category) => Values,
) {
  const read = async () => {
    const { items } = await api("GET /api/teams/:team/categories", { team });
    const now = items.find(({ id }) => id === category.id) ?? category;
    return { values: valuesOf(now), seen: now.version };
  };
  return { seen: category.version, read };
}
