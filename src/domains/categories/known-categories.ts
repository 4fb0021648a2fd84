import { Refusal } from "../../core/errors.ts";
import { quoted } from "../../core/visible.ts";
import type { KnownCategory } from "./all-categories.ts";
import { nearestSlugs, slugOf, UNCATEGORIZED } from "./slug.ts";

type Known = readonly KnownCategory[];

/** Slugs that the refusal of an unknown one names. */
const MOST_NAMED = 5;

/**
 * Finds a category by its id or slug.
 * @throws Refusal that names the slugs which resemble it most
 */
export function requireCategory(known: Known, given: string, path: string): KnownCategory {
  const found = known.find(({ id, slug }) => id === given || slug === given);
  if (found !== undefined) return found;
  const slugs = known.filter(({ is_hidden }) => !is_hidden).map(({ slug }) => slug);
  throw new Refusal({
    code: "not_found",
    path,
    message: `Category ${quoted(given)} does not exist in this team; the nearest are ${nearestSlugs(given, slugs, MOST_NAMED).join(", ")}`,
    next: "see categories_list",
  });
}

/**
 * Finds the parent for a category. There are two levels.
 * @throws Refusal for one that is unknown, or below another itself
 */
export function requireParent(known: Known, given: string): KnownCategory {
  const parent = requireCategory(known, given, "parent_id");
  if (parent.parent_id === null) return parent;
  throw new Refusal({
    code: "invalid_argument",
    path: "parent_id",
    message: `The category ${quoted(parent.name)} is itself below another`,
    next: "give a top-level category, whose parent_id is null",
  });
}

/** @throws Refusal for a name without letters, or whose slug is taken */
export function requireFreeSlug(known: Known, name: string): string {
  const slug = slugOf(name);
  if (slug === "" || slug === UNCATEGORIZED) throw unusable(name);
  const other = known.find((category) => category.slug === slug);
  if (other === undefined) return slug;
  throw new Refusal({
    code: "already_exists",
    path: "name",
    message: `The category ${quoted(other.name)} has the slug ${slug} already`,
    next: `use its id ${other.id}, or give another name`,
  });
}

function unusable(name: string): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "name",
    message: `name cannot be ${quoted(name)}, of which a slug is made: it needs letters or digits, and ${UNCATEGORIZED} stands for no category`,
    next: "give another name",
  });
}

/** @throws Refusal for a kind that is not the parent's */
export function requireKindOf(parent: KnownCategory, kind: string | undefined): void {
  if (kind === undefined || kind === parent.kind) return;
  throw new Refusal({
    code: "invalid_argument",
    path: "kind",
    message: `A category below ${quoted(parent.name)} has its kind, ${parent.kind}`,
    next: "leave kind out, or choose another parent",
  });
}

/** @throws Refusal, since system categories are the same in every team */
export function refuseSystem(category: Pick<KnownCategory, "name" | "system">): void {
  if (!category.system) return;
  throw new Refusal({
    code: "not_allowed",
    path: "id",
    message: `${quoted(category.name)} is a system category, which is the same in every team`,
    next: "make one of your own with categories_create",
  });
}
