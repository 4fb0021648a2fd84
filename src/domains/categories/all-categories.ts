import { fold } from "../../core/fold.ts";
import type { AuditContext } from "../../db/context.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import type { CategoryKind } from "../../db/schema/categories.ts";
import { type Category, percentOf, type Row, type SettingRow } from "./category.ts";
import { SYSTEM_CATEGORIES, type SystemCategory } from "./system-categories.ts";

/** A category with what only the web app shows of it. */
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
  return [...all.values()].toSorted((one, other) => compare(placeOf(one), placeOf(other)));
}

function isTop({ parent_id }: Row): boolean {
  return parent_id === null;
}

type Place = readonly [number, string, string];

/** Place in the list: system categories first, then by name. */
export function placeOf({ system, name, id }: Category): Place {
  return [system ? 0 : 1, fold(name), id];
}

export function compare(one: Place, other: Place): number {
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

export const findOwn = hotQuery((db, { slot }: Slots<OfTeam>) =>
  db.selectFrom("categories").selectAll().where("team_id", "=", slot("team_id")),
);

const findSettings = hotQuery((db, { slot }: Slots<OfTeam>) =>
  db.selectFrom("category_settings").selectAll().where("team_id", "=", slot("team_id")),
);
