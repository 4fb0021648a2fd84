import { createHash } from "node:crypto";
import { canonicalJson } from "../../core/canonical-json.ts";
import { tellable } from "../../core/money.ts";
import type { AuditContext } from "../../db/context.ts";
import { pause } from "../../db/transaction.ts";
import { daysBetween } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { isChanging } from "../rules/apply-rules.ts";
import { type Applied, type RunRules, rulesFor } from "../rules/rules-for.ts";
import { balanceSays } from "./balance-says.ts";
import { type ClosingBalance, closingsOf } from "./closing-balances.ts";
import { type AccountStatements, type OtherStatements, accountsOf } from "./file-accounts.ts";
import type { ImportFile } from "./import-file.ts";
import { SAME_ID_DAYS, baseOf, findKnown, rowKeyOf } from "./known-rows.ts";
import { type PlannedRow, type RowAction, planRows } from "./plan-rows.ts";
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
  const run = await rulesFor(context);
  const accounts: AccountPlan[] = [];
  let place = 0;
  for (const one of found.accounts) {
    await pause(context);
    const planned = await planAccount(context, file, one, place);
    const chosen = chosenRows(planned.rows, place, options);
    const rows = chosen.map((row) => ({
      ...row,
      ruled: ruledBy(run, context, { row, one, file }),
    }));
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
    hash: isOpen || !accounts.some(isWriting) ? null : hashOf(file, account, accounts),
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
  const days = rows.map(({ date }) => date).toSorted();
  const known = await findKnown(context, one.account.id, rows);
  const { currency } = one.account;
  const repeated = repeatedRows(one.statements, currency);
  const books = new Set(options.chosen.flatMap(({ at, books }) => (books ? [at - place] : [])));
  const compared = planRows({ rows, repeated, books, format, signature, currency, ...known });
  const planned = balanceSays(compared, one.statements, known.known);
  return { ...one, rows: planned, first: days[0] ?? null, last: days.at(-1) ?? null };
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
  readonly row: Unruled;
  readonly one: AccountStatements;
  readonly file: ImportFile;
};

function ruledBy(run: RunRules, context: AuditContext, { row, one, file }: Ruling): Applied | null {
  if (!row.isTaken || row.action === "update") return null;
  const from = { account: one.account, read: file.read, importId: null, id: "" };
  const added = newTransaction(context, row, from);
  const ruled = run({ ...added, tag_ids: [] }, { replace: true });
  return isChanging(ruled.changes) ? ruled : null;
}

function hashOf(file: ImportFile, account: string, accounts: readonly AccountPlan[]): string {
  const plan = {
    file: file.sha256,
    account,
    options: file.options,
    accounts: accounts.map(({ account: { id }, learnt, rows }) => ({
      id,
      learnt,
      rows: rows.map(({ row, action, isTaken, target, bankId, rowKey, ruled }) => [
        row.line,
        action,
        isTaken,
        target?.id ?? null,
        row.date,
        row.minor,
        bankId,
        rowKey,
        ruled === null ? null : [ruled.values, ruled.tag_ids],
      ]),
    })),
  };
  return createHash("sha256").update(canonicalJson(plan)).digest("hex");
}

/**
 * Finds rows that two files of an archive have, as if they were imported one after the other. Rows of one file are
 * never the same. Of a pending and a booked row, the pending one goes.
 */
function repeatedRows(statements: readonly Statement[], currency: string): ReadonlySet<FileRow> {
  const repeated = new Set<FileRow>();
  const files = [...Map.groupBy(statements, ({ file = 0 }) => file).values()];
  if (files.length < 2) return repeated;
  const earlier = new Map<string, FileRow[]>();
  for (const file of files) {
    const met = new Set<FileRow>();
    const rows = file.flatMap((statement) => statement.rows);
    for (const row of rows) {
      const twin = keysOf(row, currency)
        .flatMap((key) => earlier.get(key) ?? [])
        .find((one) => !met.has(one) && Math.abs(daysBetween(one.date, row.date)) <= SAME_ID_DAYS);
      if (twin === undefined) continue;
      met.add(twin);
      const isBookedNow = twin.isPending && !row.isPending;
      repeated.add(isBookedNow ? twin : row);
    }
    for (const row of rows)
      if (!repeated.has(row))
        for (const key of keysOf(row, currency))
          earlier.set(key, [...(earlier.get(key) ?? []), row]);
  }
  return repeated;
}

function keysOf(row: FileRow, currency: string): readonly string[] {
  const ids = row.bankId === null ? [] : [`id ${baseOf(row.bankId)} ${row.minor}`];
  return [...ids, rowKeyOf(row, currency)];
}

export type Count = { readonly count: number; readonly minor: number; readonly taken: number };

/**
 * Counts and sums the rows of each action.
 * @throws Refusal `too_large` for a sum that could not be told exactly
 */
export function countsOf(rows: readonly ChosenRow[]): Readonly<Record<RowAction, Count>> {
  const of = (action: RowAction): Count => {
    const some = rows.filter((row) => row.action === action);
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
