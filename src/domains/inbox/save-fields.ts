import { sql } from "kysely";
import { enqueue, type OfTeam } from "../../db/outbox.ts";
import { lockTeam } from "../../db/transaction.ts";
import type { ReadFile } from "../../reading/paper.ts";
import { noteCopies } from "./duplicates.ts";
import { findNeighbours, paperGroupsOf } from "./groups.ts";
import { lockItems } from "./item.ts";
import { paperColumns } from "./paper-columns.ts";
import { isMatchedItem, OPEN_STATUSES, saveProgress, settleStatus } from "./status.ts";

/** Tells the receipt of a document that a reader has it. */
export async function noteReading(context: OfTeam, documentId: string): Promise<void> {
  await saveProgress(context, await itemOf(context, documentId), "processing");
}

/**
 * Saves what was read in a document with its receipt, and asks for payments, or for the tax of its payment. Runs in the
 * transaction that wrote the document's row and its `document_texts`, from which the columns are computed. Locks the
 * team: call it first.
 */
export async function saveFields(
  context: OfTeam,
  { id, reader }: { readonly id: string; readonly reader: number },
  read: Pick<ReadFile, "problem">,
): Promise<void> {
  await lockTeam(context);
  if (reader === 0) await askForTax(context, id);
  const ids = await itemOf(context, id);
  if (ids.length === 0) return;
  await saveProgress(context, ids, "pending");
  const touched = await settleItems(context, ids);
  if (read.problem === null || !IS_UNREADABLE.has(read.problem))
    await askForPayments(context, touched);
}

/** Asks for the tax of payments that had the document before it was read. A later reading changes none. */
async function askForTax(context: OfTeam, documentId: string): Promise<void> {
  const made = await context.db
    .selectFrom("transaction_attachments")
    .select("id")
    .where("team_id", "=", context.team.id)
    .where("document_id", "=", documentId)
    .limit(1)
    .executeTakeFirst();
  if (made !== undefined) await enqueue(context, { job: "settle_tax", subjectId: documentId });
}

const IS_UNREADABLE: ReadonlySet<ReadFile["problem"]> = new Set([
  "password",
  "damaged",
  "empty",
  "no_text",
  "too_heavy",
]);

/** Tells items that came back how far their documents are read. */
export async function restoreProgress(context: OfTeam, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { db, team } = context;
  const read = await db
    .selectFrom("inbox_items as item")
    .innerJoin("documents as document", (join) =>
      join
        .onRef("document.team_id", "=", "item.team_id")
        .onRef("document.id", "=", "item.document_id"),
    )
    .select("item.id")
    .where("item.team_id", "=", team.id)
    .where("item.id", "in", ids)
    .where("document.state", "in", ["completed", "failed"])
    .execute();
  await saveProgress(
    context,
    read.map(({ id }) => id),
    "pending",
  );
}

async function itemOf({ db, team }: OfTeam, documentId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("inbox_items")
    .select("id")
    .where("team_id", "=", team.id)
    .where("document_id", "=", documentId)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Computes all that follows from the papers of items, and from what people said of them: columns, groups, copies of
 * other items, status. Runs after every write of those, under the lock of the team.
 * @returns ids of the items that there are, with those in their groups before or now
 */
export async function settleItems(
  context: OfTeam,
  ids: readonly string[],
): Promise<readonly string[]> {
  await saveColumns(context, ids);
  const grouped = await saveGroups(context, ids);
  const all = [...new Set([...ids, ...grouped])];
  const copies = await noteCopies(context, all);
  const touched = [...new Set([...all, ...copies])];
  await settleStatus(context, touched);
  return touched;
}

async function saveColumns(context: OfTeam, ids: readonly string[]): Promise<void> {
  const { db, team } = context;
  const items = await lockItems(context, ids);
  if (items.length === 0) return;
  const papers = await db
    .selectFrom("documents as document")
    .leftJoin("document_texts as text", (join) =>
      join
        .onRef("text.team_id", "=", "document.team_id")
        .onRef("text.document_id", "=", "document.id"),
    )
    .select(["document.id", "document.name", "document.title", "document.read_title"])
    .select(["document.problem", "document.summary", "text.fields"])
    .where("document.team_id", "=", team.id)
    .where(
      "document.id",
      "in",
      items.map(({ document_id }) => document_id),
    )
    .execute();
  const byDocument = new Map(papers.map((paper) => [paper.id, paper]));
  for (const { id, document_id, hand } of items) {
    const paper = byDocument.get(document_id);
    if (paper === undefined) throw new Error(`the document ${document_id} of a receipt is gone`);
    await db
      .updateTable("inbox_items")
      .set(paperColumns(paper, paper.fields ?? {}, hand))
      .where("team_id", "=", team.id)
      .where("id", "=", id)
      .execute();
  }
}

/** @returns ids of the items whose group is another than before */
async function saveGroups(context: OfTeam, ids: readonly string[]): Promise<readonly string[]> {
  const { db, team } = context;
  const left = await leftBehind(context, ids);
  const members = await findNeighbours(context, [...ids, ...left]);
  const primaries = paperGroupsOf(members);
  const gone = new Set(ids).difference(primaries);
  const moves = [
    ...members.flatMap(({ id, group_id }) => {
      const next = primaries.get(id) ?? null;
      return next === group_id ? [] : [{ id, next }];
    }),
    ...[...gone].map((id) => ({ id, next: null })),
  ];
  for (const [next, some] of Map.groupBy(moves, (move) => move.next)) {
    await db
      .updateTable("inbox_items")
      .set({ group_id: next })
      .where("team_id", "=", team.id)
      .where(
        "id",
        "in",
        some.map(({ id }) => id),
      )
      .execute();
  }
  const changed = new Set(moves.map(({ id, next }) => next ?? id)).difference(gone);
  await askForMatches(context, [...changed]);
  return members.map(({ id }) => id);
}

/** Asks for the papers of groups to be attached to the payment that others of their group are matched with. */
async function askForMatches(context: OfTeam, primaryIds: readonly string[]): Promise<void> {
  if (primaryIds.length === 0) return;
  const { db, team } = context;
  const items = await db
    .selectFrom("inbox_items as item")
    .select((item) => item.fn.coalesce("item.group_id", "item.id").as("primary_id"))
    .select(sql<number>`case when ${isMatchedItem("item")} then 1 else 0 end`.as("is_matched"))
    .where("item.team_id", "=", team.id)
    .where((item) =>
      item.or([item("item.id", "in", primaryIds), item("item.group_id", "in", primaryIds)]),
    )
    .orderBy("item.id")
    .execute();
  for (const [subjectId, group] of Map.groupBy(items, ({ primary_id }) => primary_id)) {
    const matched = group.filter(({ is_matched }) => is_matched === 1).length;
    if (matched > 0 && matched < group.length)
      await enqueue(context, { job: "match_joined", subjectId });
  }
}

/** Members of the groups whose primary is among the items: it may be deleted by now. */
async function leftBehind({ db, team }: OfTeam, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("inbox_items")
    .select("id")
    .where("team_id", "=", team.id)
    .where("group_id", "in", ids)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Asks for payments of the items that have none and may get one suggested. A probable copy of another item gets none
 * until a person keeps it, and no paper that follows the primary of its group.
 */
export async function askForPayments(context: OfTeam, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { db, team } = context;
  const items = await db
    .selectFrom("inbox_items")
    .select(["id", "status", "progress", "group_id", "duplicate_of"])
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .where("status", "in", OPEN_STATUSES)
    .orderBy("id")
    .execute();
  const [closed, open] = [
    items.filter((item) => item.group_id !== null || item.duplicate_of !== null),
    items.filter((item) => item.group_id === null && item.duplicate_of === null),
  ].map((some) => some.map(({ id }) => id));
  await removeSuggestions(context, closed ?? []);
  await saveProgress(context, closed ?? [], "pending");
  await saveProgress(context, open ?? [], "analyzing");
  for (const subjectId of open ?? []) await enqueue(context, { job: "match_item", subjectId });
}

async function removeSuggestions({ db, team }: OfTeam, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from inbox_suggestions
    where team_id = ${team.id} and inbox_id in (${sql.join(ids)})`.execute(db);
}
