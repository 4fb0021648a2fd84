import type { Change, Recording } from "../../activity/journal.ts";
import type { AuditContext } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { inChunks, ROWS_A_CHUNK } from "../../db/transaction.ts";
import type { Row } from "./transaction.ts";

export type ForgottenRow = Omit<Schema["forgotten_rows"], "team_id">;

export type Forgotten = Pick<ForgottenRow, "why" | "survivor_id">;

/** Adds the amount to the bank's id, since a bank may use the id again for another amount. */
export function forgottenKey(bankId: string, minor: number): string {
  return `${bankId} ${minor}`;
}

/**
 * Notes the keys of imported transactions that are deleted, so that their file does not bring them back.
 * @param survivor id of the transaction into which they were merged
 */
export async function insertForgottenKeys(
  context: AuditContext,
  rows: readonly Row[],
  survivor: string | null = null,
): Promise<readonly Change[]> {
  const why = survivor === null ? ("deleted" as const) : ("merged" as const);
  return insertForgotten(
    context,
    rows.flatMap((row) =>
      keysOf(row).map((key) => ({
        bank_account_id: row.bank_account_id,
        key,
        why,
        survivor_id: survivor,
      })),
    ),
  );
}

export function keysOf({
  bank_id,
  row_key,
  amount_minor,
}: Pick<Row, "bank_id" | "row_key" | "amount_minor">): readonly string[] {
  return [
    ...(bank_id === null ? [] : [forgottenKey(bank_id.replace(/#\d+$/, ""), amount_minor)]),
    ...(row_key === null ? [] : [row_key]),
  ];
}

export async function insertForgotten(
  context: AuditContext,
  forgotten: readonly ForgottenRow[],
): Promise<readonly Change[]> {
  if (forgotten.length === 0) return [];
  const { db, team } = context;
  const added = await db
    .insertInto("forgotten_rows")
    .values(forgotten.map((row) => ({ ...row, team_id: team.id })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(["bank_account_id", "key", "why", "survivor_id"])
    .execute();
  return added.map((row) => changeOf(row, { before: null, after: row }));
}

/** Deletes the noted keys of an account in chunks, so that its files may be imported again. */
export async function deleteForgottenKeysOf(
  context: AuditContext,
  recording: Recording,
  account: string,
): Promise<void> {
  const { db, team } = context;
  const keys = db
    .selectFrom("forgotten_rows")
    .select("key")
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", account)
    .orderBy("key")
    .limit(ROWS_A_CHUNK);
  const take = async (after: ForgottenRow | null) => {
    const rest = after === null ? keys : keys.where("key", ">", after.key);
    const gone = await db
      .with(
        (named) => named("chunk").materialized(),
        () => rest,
      )
      .deleteFrom("forgotten_rows")
      .where("team_id", "=", team.id)
      .where("bank_account_id", "=", account)
      .where("key", "in", (rows) => rows.selectFrom("chunk").select("key"))
      .returning(["bank_account_id", "key", "why", "survivor_id"])
      .execute();
    return gone.toSorted((one, other) => (one.key < other.key ? -1 : 1));
  };
  await inChunks(context, take, (gone) =>
    recording.add(gone.map((row) => changeOf(row, { before: row, after: null }))),
  );
}

export async function deleteForgottenKeys(
  { db, team }: AuditContext,
  account: string,
  keys: readonly string[],
): Promise<readonly Change[]> {
  if (keys.length === 0) return [];
  const gone = await db
    .deleteFrom("forgotten_rows")
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", account)
    .where("key", "in", keys)
    .returning(["bank_account_id", "key", "why", "survivor_id"])
    .execute();
  return gone.map((row) => changeOf(row, { before: row, after: null }));
}

/** Hands the keys that were merged into a transaction on to the survivor of that transaction. */
export async function passForgottenKeys(
  { db, team }: AuditContext,
  { bank_account_id, id }: Row,
  survivor: string,
): Promise<readonly Change[]> {
  const rows = await db
    .updateTable("forgotten_rows")
    .set({ survivor_id: survivor })
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", bank_account_id)
    .where("survivor_id", "=", id)
    .returning(["bank_account_id", "key", "why", "survivor_id"])
    .execute();
  return [
    ...rows.map((row) => changeOf(row, { before: { ...row, survivor_id: id }, after: null })),
    ...rows.map((row) => changeOf(row, { before: null, after: row })),
  ];
}

export async function forgottenKeysMergedInto(
  { db, team }: AuditContext,
  account: string,
  survivors: readonly string[],
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("forgotten_rows")
    .select("key")
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", account)
    .where("survivor_id", "in", survivors)
    .execute();
  return rows.map(({ key }) => key);
}

/** A key has no id of its own: it is in the history of its account. */
function changeOf(row: ForgottenRow, snapshots: Pick<Change, "before" | "after">): Change {
  return { type: "forgotten_row", id: row.bank_account_id, ...snapshots };
}
