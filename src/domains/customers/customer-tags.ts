import { sql } from "kysely";
import type { Change, Recording } from "../../activity/journal.ts";
import type { Context } from "../../db/context.ts";
import { lockForKeyShare, lockForUpdate } from "../../db/dialect.ts";
import { inChunks, ROWS_A_CHUNK } from "../../db/transaction.ts";
import type { Instant } from "../../shared/time.ts";

type Link = { readonly customer_id: string; readonly tag_id: string };

/** Links customers to locked tags, unless they have them. The links are a chunk at most. */
export async function linkTags(
  context: Context,
  customers: readonly { readonly id: string; readonly created_at: Instant }[],
  tagIds: readonly string[],
): Promise<readonly Change[]> {
  return insertLinks(
    context,
    customers.flatMap(({ id, created_at }) =>
      tagIds.map((tag_id) => ({ customer_id: id, created_at, tag_id })),
    ),
  );
}

async function insertLinks({ db, team }: Context, links: readonly Placed[]) {
  if (links.length === 0) return [];
  const made = await db
    .insertInto("customer_tags")
    .values(links.map((link) => ({ ...link, team_id: team.id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(["customer_id", "tag_id"])
    .execute();
  return made.map((link) => changeOf(link, { before: null, after: link }));
}

/** @param customers a chunk at most */
export async function unlinkTag(
  { db, team }: Context,
  customers: readonly { readonly id: string }[],
  tag_id: string,
): Promise<readonly Change[]> {
  const gone = await db
    .deleteFrom("customer_tags")
    .where("team_id", "=", team.id)
    .where("tag_id", "=", tag_id)
    .where(
      "customer_id",
      "in",
      customers.map(({ id }) => id),
    )
    .returning(["customer_id", "tag_id"])
    .execute();
  return gone.map((link) => changeOf(link, { before: link, after: null }));
}

export async function unlinkTags(
  context: Context,
  customerId: string,
  staying: readonly string[] = [],
): Promise<readonly Change[]> {
  const gone = await context.db
    .deleteFrom("customer_tags")
    .where("team_id", "=", context.team.id)
    .where("customer_id", "=", customerId)
    .$if(staying.length > 0, (query) => query.where("tag_id", "not in", staying))
    .returning(["customer_id", "tag_id"])
    .execute();
  return gone.map((link) => changeOf(link, { before: link, after: null }));
}

/**
 * Keeps the customers of a tag from being deleted until the transaction ends, before the tag itself is
 * locked. It waits for deletions that are under way, which take their links along.
 */
export async function keepCustomersOf({ db, team }: Context, tagId: string): Promise<void> {
  const kept = db
    .selectFrom("customers")
    .select("id")
    .where("team_id", "=", team.id)
    .where("id", "in", (links) =>
      links
        .selectFrom("customer_tags")
        .select("customer_id")
        .where("team_id", "=", team.id)
        .where("tag_id", "=", tagId),
    )
    .orderBy("id");
  await db
    .with(
      (named) => named("kept").materialized(),
      () => lockForKeyShare(db, kept),
    )
    .selectFrom("kept")
    .select(sql<number>`count(*)`.as("count"))
    .execute();
}

/**
 * Unlinks a tag from its customers, in chunks. Needs a transaction.
 * @param heir locked tag that the customers get instead; those who have it keep it
 * @returns the number of customers
 */
export async function unlinkCustomers(
  context: Context,
  recording: Recording,
  tagId: string,
  heir: string | null = null,
): Promise<number> {
  const { db, team } = context;
  const some = db
    .selectFrom("customer_tags")
    .select("customer_id")
    .where("team_id", "=", team.id)
    .where("tag_id", "=", tagId)
    .orderBy("created_at")
    .orderBy("customer_id")
    .limit(ROWS_A_CHUNK);
  // PostgreSQL would otherwise read past all links that are deleted already.
  const past = ({ created_at, customer_id }: Placed) =>
    some.where(sql<boolean>`(created_at, customer_id) > (${created_at}, ${customer_id})`);
  const unlink = async (after: Placed | null) => {
    const gone = await db
      .with(
        (named) => named("chunk").materialized(),
        () => lockForUpdate(db, after === null ? some : past(after)),
      )
      .deleteFrom("customer_tags")
      .where("team_id", "=", team.id)
      .where("tag_id", "=", tagId)
      .where("customer_id", "in", (rows) => rows.selectFrom("chunk").select("customer_id"))
      .returning(["customer_id", "tag_id", "created_at"])
      .execute();
    return gone.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  };
  let count = 0;
  await inChunks(context, unlink, async (gone) => {
    count += gone.length;
    await recording.add(
      gone.map(({ customer_id, tag_id }) => {
        const link = { customer_id, tag_id };
        return changeOf(link, { before: link, after: null });
      }),
    );
    if (heir === null) return;
    const moved = gone.map((link) => ({ ...link, tag_id: heir }));
    await recording.add(await insertLinks(context, moved));
  });
  return count;
}

type Placed = Link & { readonly created_at: Instant };

function placeOf({ created_at, customer_id }: Placed): string {
  return `${created_at} ${customer_id}`;
}

/** A link has no id of its own: it is in the history of its customer. */
function changeOf({ customer_id }: Link, snapshots: Pick<Change, "before" | "after">): Change {
  return { type: "customer_tag", id: customer_id, ...snapshots };
}
