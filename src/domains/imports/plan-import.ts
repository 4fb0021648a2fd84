import { createHash } from "node:crypto";
import { canonicalJson } from "../../core/canonical-json.ts";
import { tellable } from "../../core/money.ts";
import type { AuditContext } from "../../db/context.ts";
import { inSlices, pause } from "../../db/transaction.ts";
import type { Day } from "../../shared/time.ts";
import { isChanging } from "../rules/apply-rules.ts";
import { type Applied, type RunRules, rulesForMany } from "../rules/rules-for.ts";
import { balanceSays } from "./balance-says.ts";
import { type ClosingBalance, closingsOf } from "./closing-balances.ts";
import { type AccountStatements, type OtherStatements, accountsOf } from "./file-accounts.ts";
import type { ImportFile } from "./import-file.ts";
import {
  ROWS_A_SLICE,
  SAME_ID_DAYS,
  baseOf,
  daysAround,
  findKnown,
  greatestDay,
  leastDay,
  rowKeyOf,
} from "./known-rows.ts";
import { type PlannedRow, type RowAction, planningOf } from "./plan-rows.ts";
import { sumOfMinor } from "./read/booking.ts";
import type { FileRow, Question, Statement } from "./read/statement.ts";
import { newTransaction } from "./written-rows.ts";

export type ImportPlan = {
  readonly accounts: readonly AccountPlan[];
  readonly others: readonly OtherStatements[];
  readonly questions: readonly Question[];
  /** Null while a question is open, errors are not skipped, or there is nothing to write. */
  readonly hash: string | null;
};

export type AccountPlan = AccountStatements & {
  readonly rows: readonly ChosenRow[];
  readonly closings: readonly ClosingBalance[];
  readonly first: Day | null;
  readonly last: Day | null;
};

export type ChosenRow = PlannedRow & {
  readonly at: number;
  readonly isTaken: boolean;
  readonly ruled: Applied | null;
};

export async function planImport(
  context: AuditContext,
  file: ImportFile,
  account: string,
): Promise<ImportPlan> {
  const { read, options } = file;
  const { answers } = options;
  const found = await accountsOf(context, {
    chosen: account,
    statements: read.statements,
    answers,
  });
  const run = await rulesForMany(context);
  const accounts: AccountPlan[] = [];
  let place = 0;
  for (const one of found.accounts) {
    await pause(context);
    const planned = await planAccount(context, file, one, place);
    const chosen = chosenRows(planned.rows, place, options);
    const rows = await inSlices(context, ruledRows(context, chosen, { run, one, file }));
    const closings = await closingsOf(context, { ...one, rows });
    accounts.push({ ...planned, rows, closings });
    place += planned.rows.length;
  }
  const questions = [...read.questions, ...found.questions];
  const isOpen = questions.length > 0 || (read.errors.length > 0 && !options.skip_errors);
  return {
    accounts,
    others: found.others,
    questions,
    hash:
      isOpen || !accounts.some(isWriting)
        ? null
        : await inSlices(context, hashOf(file, account, accounts)),
  };
}

/** True for an account that gets rows, a balance, its number, or keys of rows that are likely here. */
function isWriting({ rows, closings, learnt }: AccountPlan): boolean {
  return (
    closings.some(({ isNew }) => isNew) ||
    learnt !== null ||
    rows.some((row) => row.isTaken || leavesKeys(row))
  );
}

/** True for a row whose keys are remembered with the transaction that it is likely of. */
export function leavesKeys({ action, isTaken }: Pick<ChosenRow, "action" | "isTaken">): boolean {
  return action === "likely" && !isTaken;
}

async function planAccount(
  context: AuditContext,
  { read, options }: ImportFile,
  one: AccountStatements,
  place: number,
) {
  const { format, signature } = read;
  const rows = one.statements.flatMap((statement) => statement.rows);
  const { currency } = one.account;
  const known = await findKnown(context, one.account.id, { rows, currency });
  const repeated = await inSlices(context, repeatedRows(one.statements, currency));
  const books = new Set(options.chosen.flatMap(({ at, books }) => (books ? [at - place] : [])));
  const given = { rows, repeated, books, format, signature, currency, ...known };
  const compared = await inSlices(context, planningOf(given));
  const planned = await inSlices(context, balanceSays(compared, one.statements, known.known));
  return { ...one, rows: planned, first: leastDay(rows), last: greatestDay(rows) };
}

function chosenRows(
  rows: readonly PlannedRow[],
  from: number,
  { chosen, all }: ImportFile["options"],
): readonly Unruled[] {
  const choices = new Map(chosen.map(({ at, take }) => [at, take]));
  return rows.map((row, index) => {
    const at = from + index;
    const { action } = row;
    // A row that is here for sure is never written twice.
    if (action === "duplicate") return { ...row, at, isTaken: false };
    const isPlanned = all[action] ?? (action === "new" || action === "update");
    return { ...row, at, isTaken: choices.get(at) ?? isPlanned };
  });
}

type Unruled = Omit<ChosenRow, "ruled">;

type Ruling = {
  readonly run: RunRules;
  readonly one: AccountStatements;
  readonly file: ImportFile;
};

function* ruledRows(
  context: AuditContext,
  rows: readonly Unruled[],
  ruling: Ruling,
): Generator<void, readonly ChosenRow[]> {
  const ruled: ChosenRow[] = [];
  for (const row of rows) {
    if (row.at % ROWS_A_SLICE === 0) yield;
    ruled.push({ ...row, ruled: ruledBy(context, row, ruling) });
  }
  return ruled;
}

function ruledBy(context: AuditContext, row: Unruled, { run, one, file }: Ruling): Applied | null {
  if (!row.isTaken || row.action === "update") return null;
  const from = { account: one.account, read: file.read, importId: null, id: "" };
  const added = newTransaction(context, row, from);
  const ruled = run({ ...added, tag_ids: [] }, { replace: true });
  return isChanging(ruled.changes) ? ruled : null;
}

function* hashOf(
  file: ImportFile,
  account: string,
  accounts: readonly AccountPlan[],
): Generator<void, string> {
  const hash = createHash("sha256");
  const add = (value: unknown) => void hash.update(`${canonicalJson(value)}\n`);
  add({ file: file.sha256, account, options: file.options });
  for (const { account, learnt, rows } of accounts) {
    add({ id: account.id, learnt, rows: rows.length });
    for (const { row, action, isTaken, target, bankId, rowKey, ruled, at } of rows) {
      if (at % ROWS_A_SLICE === 0) yield;
      add([
        row.line,
        action,
        isTaken,
        target?.id ?? null,
        row.date,
        row.minor,
        bankId,
        rowKey,
        ruled === null ? null : [ruled.values, ruled.tag_ids],
      ]);
    }
  }
  return hash.digest("hex");
}

/**
 * Finds rows that two files of an archive have, as if they were imported one after the other. Rows of one file are
 * never the same. Of a pending and a booked row, the pending one goes.
 */
function* repeatedRows(
  statements: readonly Statement[],
  currency: string,
): Generator<void, ReadonlySet<FileRow>> {
  const repeated = new Set<FileRow>();
  const files = [...Map.groupBy(statements, ({ file = 0 }) => file).values()];
  if (files.length < 2) return repeated;
  const earlier = new Map<string, Set<FileRow>>();
  for (const file of files) {
    const rows = file.flatMap((statement) => statement.rows);
    const met: FileRow[] = [];
    for (const [index, row] of rows.entries()) {
      if (index % ROWS_A_SLICE === 0) yield;
      const twin = twinOf(earlier, row, currency);
      if (twin === undefined) continue;
      met.push(twin);
      for (const key of keysOf(twin, currency)) earlier.get(key)?.delete(twin);
      const isBookedNow = twin.isPending && !row.isPending;
      repeated.add(isBookedNow ? twin : row);
    }
    for (const [index, row] of [...met, ...rows].entries()) {
      if (index % ROWS_A_SLICE === 0) yield;
      if (!repeated.has(row))
        for (const key of keysOf(row, currency))
          earlier.set(key, (earlier.get(key) ?? new Set()).add(row));
    }
  }
  return repeated;
}

/** A row of an earlier file with the same id within days, or the same day, amount and text. */
function twinOf(
  earlier: ReadonlyMap<string, ReadonlySet<FileRow>>,
  row: FileRow,
  currency: string,
): FileRow | undefined {
  const days = row.bankId === null ? [] : daysAround(row.date, SAME_ID_DAYS, SAME_ID_DAYS);
  const keys = [...days.flatMap((date) => idKeyOf({ ...row, date })), rowKeyOf(row, currency)];
  const key = keys.find((one) => (earlier.get(one)?.size ?? 0) > 0);
  return key === undefined ? undefined : earlier.get(key)?.values().next().value;
}

function keysOf(row: FileRow, currency: string): readonly string[] {
  return [...idKeyOf(row), rowKeyOf(row, currency)];
}

function idKeyOf({ bankId, minor, date }: FileRow): readonly string[] {
  return bankId === null ? [] : [`id ${baseOf(bankId)} ${minor} ${date}`];
}

export type Count = { readonly count: number; readonly minor: number; readonly taken: number };

/**
 * Counts and sums the rows of each action.
 * @throws Refusal `too_large` for a sum that could not be told exactly
 */
export function countsOf(rows: readonly ChosenRow[]): Readonly<Record<RowAction, Count>> {
  const byAction = Map.groupBy(rows, ({ action }) => action);
  const of = (action: RowAction): Count => {
    const some = byAction.get(action) ?? [];
    return {
      count: some.length,
      minor: Number(tellable(sumOfMinor(some.map(({ row }) => row)))),
      taken: some.filter(({ isTaken }) => isTaken).length,
    };
  };
  return {
    new: of("new"),
    update: of("update"),
    likely: of("likely"),
    forgotten: of("forgotten"),
    duplicate: of("duplicate"),
  };
}
