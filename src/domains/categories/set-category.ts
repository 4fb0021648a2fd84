import { z } from "zod";
import { type Change, difference, record } from "../../activity/journal.ts";
import { version } from "../../core/canonical-json.ts";
import { notFound } from "../../core/errors.ts";
import type { Context } from "../../db/context.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { type KnownCategory, refuseOvertaken, readCategory } from "./all-categories.ts";
import { settingSnapshot, type SettingRow, taxColumns, taxFields } from "./category.ts";
import { systemCategory } from "./system-categories.ts";

export const SetCategory = z.strictObject({
  slug: z.string().max(100),
  is_hidden: z.boolean().optional(),
  ...taxFields,
});

export type SetCategory = z.output<typeof SetCategory>;

/** `seen` is the version that the person saw. */
export const SetSeen = SetCategory.extend({ seen: version.optional() });

/**
 * Sets the team's own fields of a system category. A hidden one is not listed, but keeps working.
 * @throws Refusal `changed_meanwhile` when the category is no longer as it was `seen`
 */
export async function setCategory(
  context: Context,
  { seen, ...input }: z.output<typeof SetSeen>,
): Promise<KnownCategory> {
  const category = systemCategory(input.slug);
  if (category?.slug !== input.slug) throw noSystemCategory(input.slug);
  const { id, slug } = category;
  return transaction(context, async (context) => {
    await lockTeam(context);
    if (seen !== undefined) refuseOvertaken(await readCategory(context, id), seen);
    const before = await findSetting(context, id);
    const after: SettingRow = {
      ...(before ?? {
        team_id: context.team.id,
        id,
        slug,
        is_hidden: false,
        tax_rate_bp: null,
        tax_type: null,
        tax_reporting_code: null,
      }),
      ...(input.is_hidden === undefined ? {} : { is_hidden: input.is_hidden }),
      ...taxColumns(input),
    };
    const change = changeOf(before, after);
    if (change !== null) {
      await context.db
        .insertInto("category_settings")
        .values(after)
        .onConflict((conflict) => conflict.columns(["team_id", "id"]).doUpdateSet(after))
        .execute();
      await record(context, [change]);
    }
    return readCategory(context, id);
  });
}

function changeOf(before: SettingRow | undefined, after: SettingRow): Change | null {
  const { id } = after;
  if (before === undefined)
    return { type: "category_setting", id, before: null, after: settingSnapshot(after) };
  const snapshots = difference(settingSnapshot(before), settingSnapshot(after));
  return Object.keys(snapshots.after).length === 0
    ? null
    : { type: "category_setting", id, ...snapshots };
}

async function findSetting({ db, team }: Context, id: string): Promise<SettingRow | undefined> {
  return db
    .selectFrom("category_settings")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirst();
}

function noSystemCategory(slug: string) {
  const next = "give the slug of one that is";
  return notFound({ what: "System category", id: slug, path: "slug", next });
}
