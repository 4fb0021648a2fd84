import { versionOf } from "../../core/canonical-json.ts";
import { Refusal, notFound, changedMeanwhile } from "../../core/errors.ts";
import { fold } from "../../core/fold.ts";
import { quoted } from "../../core/visible.ts";
import type { AuditContext, Context } from "../../db/context.ts";
import { lockForKeyShare } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { CategoryKind } from "../../db/schema/categories.ts";
import { UNCATEGORIZED } from "../../shared/limits.ts";
import { type Category, percentOf, type Row, type SettingRow } from "./category.ts";
import { nearestSlugs, slugOf } from "./slug.ts";
import { SYSTEM_CATEGORIES, type SystemCategory } from "./system-categories.ts";

/** With fields that only the web app shows. */
export type KnownCategory = Category & {
  readonly kind: CategoryKind;
  readonly is_hidden: boolean;
};

/** All categories that the team can use: system ones first, then its own, each by name. */
export async function allCategories({
  db,
  team,
}: Pick<AuditContext, "db" | "team">): Promise<readonly KnownCategory[]> {
  const [own, settings] = await Promise.all([
    findOwn(db, { team_id: team.id }),
    findSettings(db, { team_id: team.id }),
  ]);
  const settingOf = new Map(settings.map((setting) => [setting.slug, setting]));
  const system = SYSTEM_CATEGORIES.map((category) =>
    ofSystem(category, settingOf.get(category.slug)),
  );
  const all = new Map<string, KnownCategory>(system.map((category) => [category.id, category]));
  // Parents before their children, whose kind and color may be theirs.
  const [parents, children] = [own.filter(isTop), own.filter((row) => !isTop(row))];
  for (const row of [...parents, ...children])
    all.set(row.id, ofTeam(row, all.get(row.parent_id ?? "")));
  return [...all.values()].toSorted((one, other) =>
    compareKeys(categoryKey(one), categoryKey(other)),
  );
}

function isTop({ parent_id }: Row): boolean {
  return parent_id === null;
}

type CategoryKey = readonly [number, string, string];

export function categoryKey({ system, name, id }: Category): CategoryKey {
  return [system ? 0 : 1, fold(name), id];
}

export function compareKeys(one: CategoryKey, other: CategoryKey): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  const [part, otherPart] = [one[at], other[at]];
  if (part === undefined || otherPart === undefined) return 0;
  return part < otherPart ? -1 : 1;
}

function ofSystem(category: SystemCategory, setting: SettingRow | undefined): KnownCategory {
  const { parentId: parent_id, ...rest } = category;
  return {
    ...rest,
    parent_id,
    system: true,
    tax_rate: percentOf(setting?.tax_rate_bp ?? null),
    tax_type: setting?.tax_type ?? null,
    tax_reporting_code: setting?.tax_reporting_code ?? null,
    is_hidden: setting?.is_hidden ?? false,
  };
}

function ofTeam(row: Row, parent: KnownCategory | undefined): KnownCategory {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    parent_id: row.parent_id,
    kind: row.kind ?? parent?.kind ?? "either",
    system: false,
    color: row.color ?? parent?.color ?? null,
    description: row.description,
    tax_rate: percentOf(row.tax_rate_bp),
    tax_type: row.tax_type,
    tax_reporting_code: row.tax_reporting_code,
    excluded: row.excluded,
    is_hidden: false,
  };
}

type OfTeam = { readonly team_id: string };

export const findOwn = preparedQuery((db, { slot }: Slots<OfTeam>) =>
  db.selectFrom("categories").selectAll().where("team_id", "=", slot("team_id")),
);

const findSettings = preparedQuery((db, { slot }: Slots<OfTeam>) =>
  db.selectFrom("category_settings").selectAll().where("team_id", "=", slot("team_id")),
);

type Known = readonly KnownCategory[];

const MOST_NAMED = 5;

/** @param given id or slug. @throws Refusal that names the nearest slugs */
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

/** There are two levels. @throws Refusal for an unknown category, or one below another */
export function requireParent(known: Known, given: string): KnownCategory {
  const parent = requireCategory(known, given, "parent_id");
  if (parent.parent_id === null) return parent;
  const above = known.find(({ id }) => id === parent.parent_id);
  throw new Refusal({
    code: "invalid_argument",
    path: "parent_id",
    message: `The category ${quoted(parent.name)} is itself below another`,
    next: `give its parent${above === undefined ? "" : `, ${above.slug}`}, or another that categories_list tells without a parent_id`,
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

export async function readCategory(context: Context, id: string): Promise<KnownCategory> {
  const category = (await allCategories(context)).find((category) => category.id === id);
  if (category === undefined) throw noCategory(id);
  return category;
}

export function noCategory(id: string): Refusal {
  return notFound({ what: "Category", id, path: "id", next: "see categories_list" });
}

export function refuseOvertaken(category: KnownCategory, seen: string | undefined): void {
  if (seen === undefined || seen === versionOf(category)) return;
  throw changedMeanwhile(
    "The category was changed meanwhile",
    "look at what changed, and save again; nothing was saved",
  );
}

/** Slugs of a category and of those below it. @throws Refusal as `requireCategory` */
export async function slugsBelow(context: AuditContext, given: string): Promise<readonly string[]> {
  const known = await allCategories(context);
  const { id, slug } = requireCategory(known, given, "category_slug");
  const below = known.filter(({ parent_id }) => parent_id === id);
  return [slug, ...below.map(({ slug }) => slug)];
}

export type ChooseCategory = (
  given: string | null | undefined,
  path: string,
) => KnownCategory | null;

/**
 * Keeps the team's own categories with these slugs from deletion until the transaction ends. The function
 * throws as `requireCategory`.
 */
export async function choosingAmong(
  context: AuditContext,
  given: readonly (string | null | undefined)[],
): Promise<ChooseCategory> {
  const slugs = given.filter((slug) => typeof slug === "string" && slug !== UNCATEGORIZED);
  if (slugs.length === 0) return () => null;
  const known = await allCategories(context);
  const named = known.filter(({ id, slug }) => slugs.includes(slug) || slugs.includes(id));
  const kept = await keepCategories(context, [...new Set(named.map(({ slug }) => slug))]);
  const usable = known.filter(
    ({ slug, system }) => system || kept.has(slug) || !slugs.includes(slug),
  );
  return (given, path) =>
    given === null || given === undefined || given === "" || given === UNCATEGORIZED
      ? null
      : requireCategory(usable, given, path);
}

/** Locks the categories against deletion until the transaction ends. @returns the slugs that exist */
export async function keepCategories(
  { db, team }: AuditContext,
  slugs: readonly string[],
): Promise<ReadonlySet<string>> {
  const system = slugs.filter((slug) => SYSTEM_SLUGS.has(slug));
  const others = slugs.filter((slug) => !SYSTEM_SLUGS.has(slug));
  if (others.length === 0) return new Set(system);
  const own = db
    .selectFrom("categories")
    .select("slug")
    .where("team_id", "=", team.id)
    .where("slug", "in", others)
    .orderBy("id");
  const kept = await lockForKeyShare(db, own).execute();
  return new Set([...system, ...kept.map(({ slug }) => slug)]);
}

const SYSTEM_SLUGS: ReadonlySet<string> = new Set(SYSTEM_CATEGORIES.map(({ slug }) => slug));
