import type { Selectable } from "kysely";
import { type Change, difference } from "../../activity/journal.ts";
import { changedMeanwhile, notFound, type Refusal } from "../../core/errors.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { OfTeam } from "../../db/outbox.ts";
import type { HandFields } from "../../db/schema/papers.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { type Instant, timeOfChange } from "../../shared/time.ts";

export type ItemRow = Selectable<Schema["inbox_items"]>;

/** Columns that people decide; the rest follows from them and from what was read. */
const SAID = [
  "id",
  "document_id",
  "hand",
  "filed",
  "declined",
  "bundle_id",
  "grouped_with",
  "is_distinct",
  "created_at",
  "updated_at",
] as const satisfies readonly (keyof ItemRow)[];

type Said = Pick<ItemRow, (typeof SAID)[number]>;

export function itemSnapshot(row: Said): Said {
  const { id, document_id, hand, filed, declined, bundle_id, grouped_with, is_distinct } = row;
  const { created_at, updated_at } = row;
  return {
    id,
    document_id,
    hand,
    filed,
    declined,
    bundle_id,
    grouped_with,
    is_distinct,
    created_at,
    updated_at,
  };
}

/** Locks items until the transaction ends, in the order of their ids. Needs the lock of the team. */
export async function lockItems(
  { db, team }: Pick<OfTeam, "db" | "team">,
  ids: readonly string[],
): Promise<readonly ItemRow[]> {
  if (ids.length === 0) return [];
  const rows = db
    .selectFrom("inbox_items")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .orderBy("id");
  return lockForUpdate(db, rows).execute();
}

/**
 * Locks the whole group of an item, the primary first.
 * @throws Refusal when there is no such item, or it was deleted
 */
export async function lockGroup(
  context: Pick<OfTeam, "db" | "team">,
  id: string,
  path = "id",
): Promise<readonly [ItemRow, ...ItemRow[]]> {
  const { db, team } = context;
  const item = await db
    .selectFrom("inbox_items")
    .select(["id", "group_id", "filed"])
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (item === undefined || item.filed === "deleted") throw noItem(id, path);
  const primaryId = item.group_id ?? item.id;
  const others = await db
    .selectFrom("inbox_items")
    .select("id")
    .where("team_id", "=", team.id)
    .where("group_id", "=", primaryId)
    .execute();
  const rows = await lockItems(context, [primaryId, ...others.map((other) => other.id)]);
  const primary = rows.find((row) => row.id === primaryId);
  if (primary === undefined) throw noItem(id, path);
  return [primary, ...rows.filter((row) => row !== primary)];
}

export function noItem(id: string, path = "id"): Refusal {
  const next = "see inbox_list; nothing was changed";
  return notFound({ what: "Receipt", id, path, next });
}

export function requireSeenItem(row: ItemRow, seen: Instant | undefined): void {
  if (seen === undefined || seen === row.updated_at) return;
  throw changedMeanwhile(
    "The receipt was changed meanwhile",
    "look at what changed, and save again; nothing was saved",
  );
}

export type ItemValues = {
  readonly hand?: HandFields;
  readonly filed?: ItemRow["filed"];
  readonly declined?: readonly string[];
  readonly grouped_with?: string | null;
  readonly is_distinct?: boolean;
};

/** Writes what people said of a locked item; `settleItems` then computes what follows. */
export async function changeItem(
  context: AuditContext,
  row: ItemRow,
  values: ItemValues,
): Promise<readonly Change[]> {
  const { db, team, now } = context;
  const after = { ...row, ...values, updated_at: timeOfChange(now, row.updated_at) };
  const snapshots = difference(itemSnapshot(row), itemSnapshot(after));
  if (Object.keys(snapshots.after).length <= 1) return [];
  const { hand, declined, ...plain } = values;
  await db
    .updateTable("inbox_items")
    .set({
      ...plain,
      ...(hand === undefined ? {} : { hand: JSON.stringify(hand) }),
      ...(declined === undefined ? {} : { declined: JSON.stringify(declined) }),
      updated_at: after.updated_at,
    })
    .where("team_id", "=", team.id)
    .where("id", "=", row.id)
    .execute();
  return [{ type: "inbox_item", id: row.id, ...snapshots }];
}
