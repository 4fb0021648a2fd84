import type { Change, Recording } from "../../activity/journal.ts";
import type { AuditContext } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import { inChunks, ROWS_A_CHUNK } from "../../db/transaction.ts";

type Link = { readonly transaction_id: string; readonly tag_id: string };

export async function transactionTags(
  { db, team }: Pick<AuditContext, "db" | "team">,
  ids: readonly string[],
) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("transaction_tags as link")
    .innerJoin("tags as tag", (join) =>
      join.onRef("tag.team_id", "=", "link.team_id").onRef("tag.id", "=", "link.tag_id"),
    )
    .select(["link.transaction_id", "tag.id", "tag.name"])
    .where("link.team_id", "=", team.id)
    .where("link.transaction_id", "in", ids)
    .orderBy("tag.name_folded")
    .orderBy("tag.id")
    .execute();
}

/** Links transactions, at most a chunk, to kept tags. Existing links stay unchanged. */
export async function linkTransactionTags(
  { db, team }: AuditContext,
  links: readonly Link[],
): Promise<readonly Change[]> {
  if (links.length === 0) return [];
  const made = await db
    .insertInto("transaction_tags")
    .values(links.map((link) => ({ ...link, team_id: team.id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(["transaction_id", "tag_id"])
    .execute();
  return made.map((link) => changeOf(link, { before: null, after: link }));
}

type Unlinking = {
  /** Without it, all tags go. */
  readonly tag?: string;
  readonly staying?: readonly string[];
};

export async function unlinkTransactionTags(
  { db, team }: AuditContext,
  ids: readonly string[],
  { tag, staying = [] }: Unlinking = {},
): Promise<readonly Change[]> {
  if (ids.length === 0) return [];
  const gone = await db
    .deleteFrom("transaction_tags")
    .where("team_id", "=", team.id)
    .where("transaction_id", "in", ids)
    .$if(tag !== undefined, (query) => query.where("tag_id", "=", tag ?? ""))
    .$if(staying.length > 0, (query) => query.where("tag_id", "not in", staying))
    .returning(["transaction_id", "tag_id"])
    .execute();
  return gone.map((link) => changeOf(link, { before: link, after: null }));
}

/**
 * Unlinks a tag in chunks. Needs a transaction.
 * @param heir locked tag that the transactions get instead
 * @returns the number of transactions
 */
export async function unlinkTransactions(
  context: AuditContext,
  recording: Recording,
  tagId: string,
  heir: string | null = null,
): Promise<number> {
  const { db, team } = context;
  const some = db
    .selectFrom("transaction_tags")
    .select("transaction_id")
    .where("team_id", "=", team.id)
    .where("tag_id", "=", tagId)
    .orderBy("transaction_id")
    .limit(ROWS_A_CHUNK);
  const unlink = async (after: Link | null) => {
    // PostgreSQL would otherwise read past all links that are deleted already.
    const rest = after === null ? some : some.where("transaction_id", ">", after.transaction_id);
    const gone = await db
      .with(
        (named) => named("chunk").materialized(),
        () => lockForUpdate(db, rest),
      )
      .deleteFrom("transaction_tags")
      .where("team_id", "=", team.id)
      .where("tag_id", "=", tagId)
      .where("transaction_id", "in", (rows) => rows.selectFrom("chunk").select("transaction_id"))
      .returning(["transaction_id", "tag_id"])
      .execute();
    return gone.toSorted((one, other) => (one.transaction_id < other.transaction_id ? -1 : 1));
  };
  let count = 0;
  await inChunks(context, unlink, async (gone) => {
    count += gone.length;
    await recording.add(gone.map((link) => changeOf(link, { before: link, after: null })));
    if (heir === null) return;
    await recording.add(
      await linkTransactionTags(
        context,
        gone.map((link) => ({ ...link, tag_id: heir })),
      ),
    );
  });
  return count;
}

/** A link has no id of its own: it is in the history of its transaction. */
function changeOf({ transaction_id }: Link, snapshots: Pick<Change, "before" | "after">): Change {
  return { type: "transaction_tag", id: transaction_id, ...snapshots };
}
