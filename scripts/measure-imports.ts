import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Refusal } from "../src/core/errors.ts";
import { visible } from "../src/core/visible.ts";
import { readAccountNumber } from "../src/domains/bank-accounts/account-number.ts";
import { checkOf } from "../src/domains/imports/balance-check.ts";
import { readBankFile } from "../src/domains/imports/read/read-in-worker.ts";
import type {
  Balance,
  FileRow,
  ReadFile,
  Statement,
} from "../src/domains/imports/read/statement.ts";
import { minorDigits } from "../src/shared/money.ts";

/**
 * Prints how each bank file of a folder is read: `npm run measure:imports -- FOLDER [CURRENCY]`. Account
 * numbers are masked. The currency is for files that name none.
 */
async function main([folder, currency = "EUR"]: readonly string[]): Promise<void> {
  if (folder === undefined) throw new Error("name a folder: npm run measure:imports -- FOLDER");
  for (const name of (await readdir(folder)).toSorted()) {
    console.log(`\n${visible(name)}`);
    for (const line of await measured(join(folder, name), currency))
      console.log(`  ${visible(line)}`);
  }
}

async function measured(path: string, currency: string): Promise<readonly string[]> {
  const today = new Date().toISOString().slice(0, 10);
  try {
    const options = { currency, isCard: false, today, answers: {} };
    return linesOf(await readBankFile(await readFile(path), options), currency);
  } catch (error) {
    if (error instanceof Refusal) return [`refused: ${error.sentence}`];
    throw error;
  }
}

function linesOf(file: ReadFile, currency: string): readonly string[] {
  const { dialect, encoding, statements, errors, questions, notices } = file;
  const shown = (lines: readonly string[]) => lines.slice(0, 5);
  return [
    `${file.format}, ${dialect}, ${encoding}, ${statements.length} statements`,
    ...statements.flatMap((statement) => statementLines(statement, currency)),
    ...shown(
      errors.map(
        ({ line, column, text, why }) => `error: line ${line} ${column ?? ""} “${text}” ${why}`,
      ),
    ),
    ...shown(
      statements.flatMap(({ infos }) =>
        infos.map(({ line, text }) => `left out: line ${line} ${text}`),
      ),
    ),
    ...shown(questions.map(({ id, text }) => `question ${id}: ${text}`)),
    ...shown(notices.map((notice) => `notice: ${notice}`)),
  ];
}

function statementLines(statement: Statement, otherwise: string): readonly string[] {
  const { accountNumber, rows, infos, opening, closing } = statement;
  const currency = statement.currency ?? otherwise;
  const account = accountNumber === null ? "no account" : readAccountNumber(accountNumber).masked;
  const dates = rows.map(({ date }) => date).toSorted();
  const [booked, pending] = [
    rows.filter((row) => !row.isPending),
    rows.filter((row) => row.isPending),
  ];
  const money = (minor: bigint) => `${majorText(minor, currency)} ${currency}`;
  const sums = (rows: readonly FileRow[]) =>
    `in ${money(sumOf(rows, (minor) => minor > 0))}, out ${money(sumOf(rows, (minor) => minor < 0))}`;
  const stated = (balance: Balance | null) =>
    balance === null ? "–" : `${money(BigInt(balance.minor))} on ${balance.day ?? "–"}`;
  const splits = rows.filter(({ isSplit }) => isSplit).length;
  return [
    `${account}, number ${statement.number ?? "–"}, ${dates[0] ?? "–"} to ${dates.at(-1) ?? "–"}`,
    `  ${booked.length} booked: ${sums(booked)}; sum ${money(sumOf(booked, () => true))}`,
    `  ${pending.length} pending: ${sums(pending)}; ${infos.length} infos; ${splits} splits`,
    `  opening ${stated(opening)}, closing ${stated(closing)}: ${check(statement, money)}`,
  ];
}

function check(statement: Statement, money: (minor: bigint) => string): string {
  const { differences } = checkOf([statement]);
  if (differences === null) return "not stated";
  if (differences.length === 0) return "agrees";
  return `differs by ${differences.map(({ minor }) => money(BigInt(minor))).join(", ")}`;
}

function sumOf(rows: readonly FileRow[], counts: (minor: number) => boolean): bigint {
  return rows.reduce((sum, { minor }) => (counts(minor) ? sum + BigInt(minor) : sum), 0n);
}

/** Exact, however large the sum is. */
function majorText(minor: bigint, currency: string): string {
  const digits = minorDigits(currency);
  const text = String(minor < 0n ? -minor : minor).padStart(digits + 1, "0");
  const point = text.length - digits;
  const sign = minor < 0n ? "-" : "";
  return sign + text.slice(0, point) + (digits === 0 ? "" : `.${text.slice(point)}`);
}

await main(process.argv.slice(2));
