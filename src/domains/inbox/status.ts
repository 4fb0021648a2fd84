import { type RawBuilder, sql } from "kysely";
import type { OfTeam } from "../../db/outbox.ts";
import type { InboxFiled, InboxProgress, InboxStatus } from "../../db/schema/papers.ts";
import type { PaperType } from "../../shared/paper.ts";
import { addMilliseconds, type Instant } from "../../shared/time.ts";

type Deciding = {
  readonly filed: InboxFiled | null;
  readonly progress: InboxProgress;
  readonly isMatched: boolean;
  readonly type?: PaperType | null;
};

/** A paper that is no receipt is put aside as soon as it was read. */
export function inboxStatusOf({ filed, progress, isMatched, type = null }: Deciding): InboxStatus {
  if (isMatched) return "done";
  if (filed !== null) return filed;
  return type === "other" && !IS_UNREAD.has(progress) ? "other" : progress;
}

/** Of items that may get a payment suggested. */
export const OPEN_STATUSES = ["analyzing", "pending", "suggested_match", "no_match"] as const;

const IS_UNREAD: ReadonlySet<InboxProgress> = new Set(["new", "processing"]);

/** True where a match of the item made an attachment. */
export function isMatchedItem(item: string): RawBuilder<boolean> {
  const of = (column: string) => sql.ref(`${item}.${column}`);
  return sql<boolean>`exists (select 1 from transaction_attachments as made
    where made.team_id = ${of("team_id")} and made.inbox_id = ${of("id")})`;
}

/** Computes the status of items anew. Every write of `filed`, `progress`, `type` or attachments ends with it. */
export async function settleStatus(context: OfTeam, itemIds: readonly string[]): Promise<void> {
  if (itemIds.length === 0) return;
  const { db, team } = context;
  const items = await db
    .selectFrom("inbox_items as item")
    .select(["item.id", "item.filed", "item.progress", "item.type", "item.status"])
    .select(isMatchedItem("item").as("is_matched"))
    .where("item.team_id", "=", team.id)
    .where("item.id", "in", itemIds)
    .execute();
  const settled = items.map(({ is_matched, ...item }) => ({
    ...item,
    next: inboxStatusOf({ ...item, isMatched: isTrue(is_matched) }),
  }));
  const moved = settled.filter(({ status, next }) => status !== next);
  for (const [status, some] of Map.groupBy(moved, ({ next }) => next)) {
    const ids = some.map(({ id }) => id);
    await db
      .updateTable("inbox_items")
      .set({ status })
      .where("team_id", "=", team.id)
      .where("id", "in", ids)
      .execute();
  }
}

/** SQLite has no booleans in expressions. */
function isTrue(value: unknown): boolean {
  return value === true || value === 1;
}

/** Notes how far the server is with items, and settles their status. */
export async function saveProgress(
  context: OfTeam,
  itemIds: readonly string[],
  progress: InboxProgress,
): Promise<void> {
  if (itemIds.length === 0) return;
  const { db, team } = context;
  await db
    .updateTable("inbox_items")
    .set({ progress })
    .where("team_id", "=", team.id)
    .where("id", "in", itemIds)
    .execute();
  await settleStatus(context, itemIds);
}

const DAY_MS = 86_400_000;

/** Days after which a receipt without a payment counts as one that has none. */
const DAYS_PENDING = 90;

/** Pending items from before this moment are told as `no_match`. */
export function noMatchBefore(now: Instant): Instant {
  return addMilliseconds(now, -DAYS_PENDING * DAY_MS);
}

export function shownStatus(
  { status, created_at }: { readonly status: InboxStatus; readonly created_at: Instant },
  now: Instant,
): InboxStatus {
  return status === "pending" && created_at < noMatchBefore(now) ? "no_match" : status;
}
