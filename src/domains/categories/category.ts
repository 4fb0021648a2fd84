import { z } from "zod";
import { label, text, uuid } from "../../core/fields.ts";
import { fold } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { Schema } from "../../db/schema/schema.ts";

export const Category = z.object({
  id: uuid,
  name: z.string(),
  slug: z.string(),
  parent_id: z.string().nullable(),
  kind: z.string(),
  system: z.boolean(),
  color: z.string().nullable(),
  description: z.string().nullable(),
  tax_rate: z.number().nullable(),
  tax_type: z.string().nullable(),
  tax_reporting_code: z.string().nullable(),
  excluded: z.boolean(),
});

export type Category = z.output<typeof Category>;

/** The fields of `Category` that a call goes on with; all of them where details are asked for. */
export const ListedCategory = z.looseObject({
  id: uuid,
  slug: z.string(),
  name: z.string(),
  kind: z.string(),
  parent_id: z.string().nullish(),
});

/** Has no parent_id at the top, and `excluded` where it is true alone: the list is read whole. */
export function listedCategory(category: Category): z.input<typeof ListedCategory> {
  const { id, slug, name, kind, parent_id, excluded } = category;
  return {
    id,
    slug,
    name,
    kind,
    ...(parent_id === null ? {} : { parent_id }),
    ...(excluded ? { excluded } : {}),
  };
}

/** Has all fields of `Category`. */
export const SavedCategory = z.looseObject({ id: uuid, slug: z.string() });

/** Limit of a team's own: the list is answered whole. */
export const MOST_CATEGORIES = 500;

export type Row = Schema["categories"];
export type SettingRow = Schema["category_settings"];

export function categorySnapshot({ team_id: _team, name_folded: _folded, ...snapshot }: Row) {
  return snapshot;
}

export function settingSnapshot({ team_id: _team, ...snapshot }: SettingRow) {
  return snapshot;
}

export function categoryNameColumns(name: string) {
  return { name, name_folded: fold(name) };
}

export const taxFields = {
  tax_rate: z
    .number()
    .min(0)
    .max(100)
    .refine(
      (percent) => Math.round(percent * 100) / 100 === percent,
      "must have at most two decimals",
    )
    .nullish()
    .describe("percent"),
  tax_type: label(50).nullish(),
  tax_reporting_code: label(100).nullish(),
};

export const ownFields = {
  color: z
    .string()
    .toUpperCase()
    .refine((color) => /^#[0-9A-F]{6}$/.test(color), "must be a color such as #2E7D4F")
    .nullish()
    .describe("#RRGGBB"),
  description: text(500).nullish(),
  parent_id: z.string().max(100).nullish().describe("or its slug"),
  kind: z.enum(["income", "expense", "either"]).optional(),
  ...taxFields,
  excluded: z.boolean().optional(),
};

type Tax = z.output<z.ZodObject<typeof taxFields>>;

export function taxColumns({ tax_rate, tax_type, tax_reporting_code }: Tax) {
  return {
    ...(tax_rate === undefined ? {} : { tax_rate_bp: basisPointsOf(tax_rate) }),
    ...(tax_type === undefined ? {} : { tax_type }),
    ...(tax_reporting_code === undefined ? {} : { tax_reporting_code }),
  };
}

function basisPointsOf(percent: number | null): number | null {
  return percent === null ? null : Math.round(percent * 100);
}

export function percentOf(basisPoints: number | null): number | null {
  return basisPoints === null ? null : basisPoints / 100;
}

/** Locks a category of the team's own against changes and deletion until the transaction ends. */
export async function lockCategory({ db, team }: Context, id: string): Promise<Row | undefined> {
  const categories = db
    .selectFrom("categories")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "=", id);
  return lockForUpdate(db, categories).executeTakeFirst();
}
