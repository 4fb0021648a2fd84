import type { CsvRow } from "../../../../core/csv/read-csv.ts";
import { fold } from "../../../../core/fold.ts";
import { decimalText } from "../../../../shared/money.ts";
import type { Question } from "../statement.ts";
import { type Draft, type Drafts, joinCells } from "./draft.ts";
import { type Reading, moneyIn } from "./reading.ts";
import { type Role, columnOf, columnsWith } from "./role.ts";
import { SIGNED, isProved, proofOf } from "./signs.ts";

type Told = {
  readonly body: readonly CsvRow[];
  readonly reading: Reading;
  readonly answers: Readonly<Record<string, string>>;
};

/**
 * Leaves out a line that sums up the others, above or below them. Where the line may also be a payment it asks,
 * unless the running balance counts that line.
 */
export function withoutTotals(drafts: Drafts, told: Told) {
  const spoken = withoutSums(drafts, told);
  const row = [spoken.rows.at(0), spoken.rows.at(-1)].find(
    (one) => one !== undefined && isSumOfOthers(one, spoken.rows, told.reading),
  );
  const proof = proofOf(spoken.rows, SIGNED);
  if (row === undefined || (proof !== null && isProved(proof)))
    return { drafts: spoken, questions: [] };
  const answer = told.answers["sum-row"];
  const isSum = answer === undefined ? saysSum(row, told.reading) : answer === "sum";
  if (isSum) return { drafts: withInfo(spoken, row), questions: [] };
  return { drafts: spoken, questions: answer === "payment" ? [] : [sumQuestion(row)] };
}

/** A single row is as much as another one by chance. */
const LEAST_OTHERS = 2;

function isSumOfOthers(row: Draft, rows: readonly Draft[], reading: Reading): boolean {
  if (rows.length <= LEAST_OTHERS || !maySum(row, reading)) return false;
  return rows.reduce((sum, { minor }) => sum + BigInt(minor), 0n) === 2n * BigInt(row.minor);
}

/** True for a line that says that it is a sum, tells of the statement, or says nothing. */
function maySum(row: Pick<Draft, "cells">, reading: Reading): boolean {
  const text = fold(textsOf(row, reading).join(" ").trim());
  return text === "" || SUM.test(text) || STATEMENT.test(text);
}

const STATEMENT =
  /\b(statement|period|\w*auszug|zeitraum|extrait|releve|extracto|estratto|extrato|afschrift|kontoudtog|kontoutdrag|kontoutskrift|tiliote|wyciag|vypis|balance|saldo|solde)\b/;

const SUM =
  /\b(totals?|sums?|summary|summe|summen|gesamt\w*|somme|totale|totali|totaal|suma|razem|celkem|yhteensa|turnover)\b/;

function saysSum(row: Pick<Draft, "cells">, reading: Reading): boolean {
  return textsOf(row, reading).some((text) => SUM.test(fold(text)));
}

function textsOf({ cells }: Pick<Draft, "cells">, { layout }: Reading): readonly string[] {
  return (["name", "description", "kind"] as const).flatMap((role: Role) =>
    columnsWith(layout.roles, role).map((index) => cells[index] ?? ""),
  );
}

function withInfo(drafts: Drafts, { line, cells }: Draft): Drafts {
  return {
    ...drafts,
    rows: drafts.rows.filter((row) => row.line !== line),
    infos: [...drafts.infos, { line, text: `The sum of the rows: ${joinCells(cells)}` }],
  };
}

function sumQuestion({ line, minor, currency }: Draft): Question {
  return {
    id: "sum-row",
    text: `Line ${line} has ${decimalText(minor, currency)} ${currency}, as much as all other rows together. Is it a payment of its own?`,
    choices: [
      { value: "payment", label: "Yes, it is a payment" },
      { value: "sum", label: "No, it only sums up the others" },
    ],
  };
}

/** Lines that are errors alone, and have the sums of the columns: of money out and in, or of the amount. */
function withoutSums(drafts: Drafts, { body, reading }: Told): Drafts {
  if (drafts.rows.length < LEAST_OTHERS) return drafts;
  const wrong = new Set(drafts.errors.map(({ line }) => line));
  const sums = body.filter(({ line, cells }) => wrong.has(line) && hasSums(cells, drafts, reading));
  const lines = new Set(sums.map(({ line }) => line));
  return {
    ...drafts,
    errors: drafts.errors.filter(({ line }) => !lines.has(line)),
    infos: [
      ...drafts.infos,
      ...sums.map(({ line, cells }) => ({
        line,
        text: `The sums of the rows: ${joinCells(cells)}`,
      })),
    ],
  };
}

/** A line without a day may be a payment: it says that it is a sum, or nothing. */
function hasSums(cells: readonly string[], { rows }: Drafts, reading: Reading): boolean {
  const { layout, currency, days } = reading;
  const cellOf = (role: Role) => cells[columnOf(layout.roles, role)] ?? "";
  const read = (role: Role) => {
    const found = moneyIn(cellOf(role), role, { layout, currency });
    return found !== null && "minor" in found ? BigInt(found.minor) : 0n;
  };
  const sum = (some: readonly Draft[]) => some.reduce((sum, { minor }) => sum + BigInt(minor), 0n);
  const isDated = days.read(cellOf("date"), layout.dates) !== null;
  const isSaid = maySum({ cells }, reading);
  const [amount, out, into] = [read("amount"), read("debit"), read("credit")];
  if (amount !== 0n) return !isDated && isSaid && amount === sum(rows);
  const areBoth = out !== 0n && into !== 0n;
  if (!areBoth && (isDated || !isSaid || out === into)) return false;
  const size = (minor: bigint) => (minor < 0n ? -minor : minor);
  return (
    size(out) === size(sum(rows.filter(({ minor }) => minor < 0))) &&
    size(into) === size(sum(rows.filter(({ minor }) => minor > 0)))
  );
}
