import { sql } from "kysely";
import type { Change } from "../../activity/journal.ts";
import type { Recording } from "../../activity/recording.ts";
import { notFound, type Refusal } from "../../core/errors.ts";
import { inChunks, ROWS_A_CHUNK } from "../../db/chunks.ts";
import type { Context } from "../../db/context.ts";
import { lockForKeyShare, lockForUpdate } from "../../db/dialect.ts";
import type { Instant } from "../../shared/time.ts";

type Link = { readonly customer_id: string; readonly tag_id: string };

/**
 * Locks the given tags, each once, against deletion until the transaction ends.
 * @throws Refusal that names the first one that the team does not have.
 */
export async function keepTags(
  context: Context,
  given: readonly string[],
): Promise<readonly string[]> {
  const ids = [...new Set(given)];
  if (ids.length === 0) return [];
  const tags = context.db
    .selectFrom("tags")
    .select("id")
    .where("team_id", "=", context.team.id)
    .where("id", "in", ids);
  const known = new Set((await lockForKeyShare(context.db, tags).execute()).map((tag) => tag.id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw noTag(unknown, given.indexOf(unknown));
  return ids;
}

/** Links the customer to locked tags. Existing links stay unchanged. */
export async function linkTags(
  context: Context,
  customer: { readonly id: string; readonly created_at: Instant },
  tagIds: readonly string[],
): Promise<readonly Change[]> {
  if (tagIds.length === 0) return [];
  const links = tagIds.map((tag_id) => ({
    team_id: context.team.id,
    customer_id: customer.id,
    tag_id,
    created_at: customer.created_at,
  }));
  const made = await context.db
    .insertInto("customer_tags")
    .values(links)
    .onConflict((conflict) => conflict.doNothing())
    .returning(["customer_id", "tag_id"])
    .execute();
  return made.map((link) => changeOf(link, { before: null, after: link }));
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

/** Unlinks a tag from its customers, in chunks. Needs a transaction. */
export async function unlinkCustomers(
  context: Context,
  recording: Recording,
  tagId: string,
): Promise<void> {
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
  await inChunks(context, unlink, (gone) =>
    recording.add(
      gone.map(({ customer_id, tag_id }) => {
        const link = { customer_id, tag_id };
        return changeOf(link, { before: link, after: null });
      }),
    ),
  );
}

type Placed = Link & { readonly created_at: Instant };

/** The customers of a tag in the order of their creation. */
function placeOf({ created_at, customer_id }: Placed): string {
  return `${created_at} ${customer_id}`;
}

/** A link has no id of its own: it is in the history of its customer. */
function changeOf({ customer_id }: Link, images: Pick<Change, "before" | "after">): Change {
  return { type: "customer_tag", id: customer_id, ...images };
}

function noTag(id: string, index: number): Refusal {
  const path = `tag_ids.${index}`;
  return notFound({ what: "Tag", id, path, next: "see tags_list; nothing was saved" });
}
