import type { Selectable } from "kysely";
import { z } from "zod";
import { type Change, difference, Recording } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import type { AuditContext } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { ROWS_A_CHUNK, inSlices, pause, lockTeam, transaction } from "../../db/transaction.ts";
import { lockAccount } from "../bank-accounts/bank-account.ts";
import { learnNumber } from "../bank-accounts/save-account.ts";
import { balanceSnapshot } from "../bank-accounts/state-balance.ts";
import { deleteForgottenKeys, insertForgotten, keysOf } from "../transactions/forgotten-rows.ts";
import { retaxed } from "../transactions/tax.ts";
import { linkTransactionTags } from "../transactions/transaction-tags.ts";
import { type Row, lockRows } from "../transactions/transaction.ts";
import { type Changing, writeTransactions } from "../transactions/write-transactions.ts";
import { linkSureTransfers } from "../transfers/link-sure-transfers.ts";
import { checkOf, largestOf } from "./balance-check.ts";
import type { ImportFile } from "./import-file.ts";
import {
  type AccountPlan,
  type ChosenRow,
  type ImportPlan,
  countsOf,
  leavesKeys,
  planImport,
} from "./plan-import.ts";
import { bankColumns, givenParts, isMadeSplit, newTransaction } from "./written-rows.ts";

export const ImportedFile = z.object({
  event: z.string(),
  imports: z.array(z.string()),
  added: z.int(),
  updated: z.int(),
  /** Balances that came, or changed. */
  balances: z.int(),
});

export type ImportedFile = z.output<typeof ImportedFile>;

type Wanted = { readonly account: string; readonly hash: string };

/**
 * Imports what the preview of the same file and options shows, as one event. Compares the file with the books again,
 * while nobody else writes them.
 * @throws Refusal `plan_changed` when that gives another plan
 */
export async function commitImport(
  context: AuditContext,
  file: ImportFile,
  { account, hash }: Wanted,
): Promise<ImportedFile> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    await lockAccount(context, account);
    const plan = await planImport(context, file, account);
    if (plan.hash !== hash) throw planChanged();
    return writePlan(context, file, plan);
  });
}

async function writePlan(
  context: AuditContext,
  file: ImportFile,
  { accounts }: ImportPlan,
): Promise<ImportedFile> {
  const taken = accounts.flatMap(({ rows }) => rows.filter(({ isTaken }) => isTaken));
  const recording = new Recording(context, { toCome: async () => taken.length - ROWS_A_CHUNK });
  const imports: string[] = [];
  let came: readonly string[] = [];
  for (const plan of accounts) {
    const written = await writeImport(context, file, plan);
    imports.push(written.id);
    await recording.add(written.changes);
    await recording.add(await learnNumber(context, plan.account.id, plan.learnt));
    came = came.concat(await writeRows(context, recording, { file, plan, importId: written.id }));
    await recording.add(await stateBalances(context, plan, written.id));
  }
  await linkSureTransfers(context, came, recording);
  return {
    event: await recording.end(),
    imports,
    added: taken.filter(isAdded).length,
    updated: taken.filter((one) => !isAdded(one)).length,
    balances: accounts.reduce(
      (sum, { closings }) => sum + closings.filter(({ isNew }) => isNew).length,
      0,
    ),
  };
}

type Writing = {
  readonly file: ImportFile;
  readonly plan: AccountPlan;
  readonly importId: string;
};

/**
 * Gives ids that rise with the days, so that lists show the rows of a day as the bank does.
 * @returns ids of the transactions that were added or became the bank's
 */
async function writeRows(
  context: AuditContext,
  recording: Recording,
  writing: Writing,
): Promise<readonly string[]> {
  const came: string[] = [];
  const identified = await inSlices(context, identifiedRows(context, writing.plan));
  for (let from = 0; from < identified.length; from += ROWS_A_CHUNK) {
    const chunk = identified.slice(from, from + ROWS_A_CHUNK);
    const { changes, ids } = await writeChunk(context, chunk, writing);
    await recording.add(changes);
    came.push(...ids);
    await pause(context);
  }
  return came;
}

function* identifiedRows(
  context: AuditContext,
  { rows }: AccountPlan,
): Generator<void, readonly Identified[]> {
  const chosen = rows.filter((row) => row.isTaken || leavesKeys(row));
  const byDay = Map.groupBy(chosen, ({ row }) => row.date);
  yield;
  const sorted = [...byDay.keys()].toSorted().flatMap((day) => byDay.get(day) ?? []);
  const ids: string[] = [];
  for (const index of sorted.keys()) {
    if (index % ROWS_A_CHUNK === 0) yield;
    ids.push(context.newId());
  }
  ids.sort();
  yield;
  return sorted.map((one, index) => ({ one, id: ids[index] ?? "" }));
}

function isAdded({ isTaken, action }: ChosenRow): boolean {
  return isTaken && action !== "update";
}

type Identified = { readonly one: ChosenRow; readonly id: string };

async function writeChunk(
  context: AuditContext,
  chunk: readonly Identified[],
  { file, plan, importId }: Writing,
) {
  const added = chunk.filter(({ one }) => isAdded(one));
  const met = chunk.flatMap(({ one }) => (isAdded(one) ? [] : [one]));
  const known = await lockRows(
    context,
    met.flatMap(({ target }) => target?.id ?? []),
  );
  const changed = met.flatMap((one) => {
    const before = known.find(({ id }) => id === one.target?.id);
    return before === undefined ? [] : [changeOf(context, one, before, { file, importId })];
  });
  const noted = added.flatMap(({ one }) => one.noted);
  const forgotten = changed.flatMap(({ forgotten }) => forgotten);
  const splits = added.filter(({ one }) => isMadeSplit(one.row));
  const links = added.flatMap(({ one, id }) =>
    (one.ruled?.tag_ids ?? []).map((tag_id) => ({ transaction_id: id, tag_id })),
  );
  const changes = [
    ...(await deleteForgottenKeys(context, plan.account.id, noted)),
    ...(await insertForgotten(context, forgotten)),
    ...(await writeTransactions(context, {
      added: added.map(({ one, id }) => ({
        ...newTransaction(context, one, { account: plan.account, read: file.read, importId, id }),
        ...one.ruled?.values,
      })),
      changed: changed.map(({ changing }) => changing),
      parts: new Map(splits.map(({ one, id }) => [id, givenParts(one.row)])),
    })),
    ...(await linkTransactionTags(context, links)),
  ];
  const ids = [...added.map(({ id }) => id), ...changed.map(({ changing }) => changing.row.id)];
  return { changes, ids };
}

/**
 * An update takes the bank's values and keeps what people added. An announced transaction then belongs to this
 * import. A row that is likely a transaction of another source leaves its keys, so that its file meets that one for
 * sure the next time.
 */
function changeOf(
  context: AuditContext,
  chosen: ChosenRow,
  row: Row,
  { file: { read }, importId }: Pick<Writing, "file" | "importId">,
) {
  const isUpdate = chosen.action === "update";
  const bank_id = row.bank_id ?? chosen.bankId;
  const values: Changing["values"] = isUpdate
    ? {
        ...bankColumns(context, chosen),
        ...nameOf(chosen, row),
        ...statusOf(chosen, row),
        ...retaxed(row, { ...row, amount_minor: chosen.row.minor }),
        source: read.format,
        signature: read.signature,
        import_id: row.import_id === null ? null : importId,
      }
    : { bank_id };
  const left = isUpdate
    ? { bank_id: row.bank_id, row_key: row.row_key, amount_minor: row.amount_minor }
    : {
        bank_id: row.bank_id === null ? null : chosen.bankId,
        row_key: chosen.rowKey,
        amount_minor: chosen.row.minor,
      };
  const forgotten = keysOf(left)
    .filter((key) => !isUpdate || key !== chosen.rowKey)
    .map((key) => ({
      bank_account_id: row.bank_account_id,
      key,
      why: "merged" as const,
      survivor_id: row.id,
    }));
  return { changing: { row, values }, forgotten };
}

function nameOf({ row: { name } }: ChosenRow, before: Row): { readonly name?: string } {
  return before.source !== "hand" && before.name === before.bank_name ? { name } : {};
}

/** Takes from the bank whether a transaction is booked. Keeps the status that a person gave a booked one. */
function statusOf({ row }: ChosenRow, { status }: Row): Pick<Row, "status"> {
  if (row.isPending) return { status: "pending" };
  return { status: status === "pending" ? "posted" : status };
}

function planChanged(): Refusal {
  return new Refusal({
    code: "plan_changed",
    path: "hash",
    message: "The books or the options have changed since the preview",
    next: "look at the preview again; nothing was imported",
  });
}

export function importSnapshot({ team_id: _team, ...snapshot }: Selectable<Schema["imports"]>) {
  return snapshot;
}

async function writeImport(
  context: AuditContext,
  { name, sha256, bytes, read, options }: ImportFile,
  plan: AccountPlan,
): Promise<{ readonly id: string; readonly changes: readonly Change[] }> {
  const { opening, closing, differences } = checkOf(plan.statements);
  const row = await context.db
    .insertInto("imports")
    .values({
      team_id: context.team.id,
      id: context.newId(),
      bank_account_id: plan.account.id,
      file_name: name,
      file_sha256: sha256,
      file_bytes: bytes,
      format: read.format,
      signature: read.signature,
      mapping: JSON.stringify(options.answers),
      first_date: plan.first,
      last_date: plan.last,
      counts: JSON.stringify(countsOf(plan.rows)),
      opening_minor: opening?.minor ?? null,
      closing_minor: closing?.minor ?? null,
      difference_minor: differences === null ? null : largestOf(differences),
      created_at: context.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { id } = row;
  return { id, changes: [{ type: "import", id, before: null, after: importSnapshot(row) }] };
}

const BALANCES_A_SLICE = 50;

/**
 * Keeps the closing balances of a file. Drops balances of a day that was not over, once that day has more rows.
 */
async function stateBalances(
  context: AuditContext,
  plan: AccountPlan,
  importId: string,
): Promise<readonly Change[]> {
  const written = plan.rows.filter(({ isTaken, row }) => isTaken && !row.isPending);
  const [latest] = written
    .map(({ row }) => row.date)
    .toSorted()
    .slice(-1);
  const changes = latest === undefined ? [] : [...(await dropIntraday(context, plan, latest))];
  for (const [index, { day: date, minor, kind, number }] of plan.closings.entries()) {
    if (index % BALANCES_A_SLICE === 0) await pause(context);
    const row = {
      bank_account_id: plan.account.id,
      date,
      minor,
      kind,
      import_id: importId,
      number,
    };
    changes.push(...(await state(context, row)));
  }
  return changes;
}

async function dropIntraday(
  { db, team }: AuditContext,
  { account }: AccountPlan,
  latest: string,
): Promise<readonly Change[]> {
  const gone = await db
    .deleteFrom("statement_balances")
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", account.id)
    .where("kind", "=", "intraday")
    .where("date", "<=", latest)
    .returningAll()
    .execute();
  return goneBalances(gone);
}

export function goneBalances(rows: readonly Schema["statement_balances"][]): readonly Change[] {
  return rows.map((row) => ({
    type: "statement_balance",
    id: row.id,
    before: balanceSnapshot(row),
    after: null,
  }));
}

async function state(
  context: AuditContext,
  given: Omit<Schema["statement_balances"], "team_id" | "id">,
): Promise<readonly Change[]> {
  const { db, team } = context;
  const there = await db
    .selectFrom("statement_balances")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", given.bank_account_id)
    .where("date", "=", given.date)
    .where("kind", "=", given.kind)
    .executeTakeFirst();
  if (there === undefined) {
    const row = { team_id: team.id, id: context.newId(), ...given };
    await db.insertInto("statement_balances").values(row).execute();
    return [{ type: "statement_balance", id: row.id, before: null, after: balanceSnapshot(row) }];
  }
  if (there.minor === given.minor) return [];
  const row = { ...there, minor: given.minor, import_id: given.import_id, number: given.number };
  await db
    .updateTable("statement_balances")
    .set({ minor: row.minor, import_id: row.import_id, number: row.number })
    .where("team_id", "=", team.id)
    .where("id", "=", row.id)
    .execute();
  const snapshots = difference(balanceSnapshot(there), balanceSnapshot(row));
  return [{ type: "statement_balance", id: row.id, ...snapshots }];
}
