import { toMajor } from "../../../../shared/money.ts";
import type { Balance, Statement } from "../statement.ts";
import { amountIn } from "./amounts.ts";
import type { Draft, Drafts } from "./draft.ts";
import { fileRowOf, type RowContext } from "./file-row.ts";
import { numberIn, type Preamble } from "./preamble.ts";
import { daysRunBack, isProved, type Proof, proofOf } from "./proof.ts";
import { columnOf } from "./role.ts";
import type { SummaryLine } from "./summary-line.ts";
import type { Summary } from "./words.ts";

type Told = {
  readonly drafts: Drafts;
  readonly rows: readonly Draft[];
  readonly preamble: Preamble;
  /** Currency that the file names for its rows; null for none. */
  readonly currency: string | null;
  readonly accountCurrency: string;
  readonly context: RowContext;
};

/** One statement for each account, and for each currency of a preset that has several. */
export function statementsOf(told: Told) {
  const groups = [...Map.groupBy(told.rows, groupsBy(told))];
  const isOne = groups.length <= 1;
  const found = (isOne ? [["", told.rows] as const] : groups).map(([, rows], index) =>
    statementOf({ ...told, rows }, { isOne, isFirst: index === 0 }),
  );
  return {
    statements: found.map(({ statement }) => statement),
    notices: [...new Set(found.flatMap(({ notices }) => notices))],
  };
}

/** Key of a row's account and currency. Rows without an account belong to the first one. */
function groupsBy({ context, rows }: Told): (row: Draft) => string {
  const column = columnOf(context.layout.roles, "account");
  const accountOf = ({ cells }: Draft) => (cells[column] ?? "").replaceAll(/\s/g, "");
  const first = rows.map(accountOf).find((account) => account !== "") ?? "";
  return (row) => {
    const own = accountOf(row) || first;
    return context.preset.hasCurrencies ? `${own} ${row.currency}` : own;
  };
}

function statementOf(
  told: Told,
  { isOne, isFirst }: { readonly isOne: boolean; readonly isFirst: boolean },
) {
  const { rows, context, preamble, drafts } = told;
  const proof = proofOf(rows);
  const isNewestFirst = proof?.isNewestFirst ?? daysRunBack(rows);
  const ordered = isNewestFirst ? rows.toReversed() : rows;
  const [own] = rows.flatMap(
    ({ cells }) => numberIn(cells[columnOf(context.layout.roles, "account")] ?? "") ?? [],
  );
  const currency = context.preset.hasCurrencies ? (rows[0]?.currency ?? null) : told.currency;
  const stated = isOne ? [...preamble.summaries, ...drafts.summaries] : [];
  const running = balancesOf(ordered, proof);
  const at = { currency: currency ?? told.accountCurrency, context };
  const statement: Statement = {
    accountNumber: own ?? preamble.accountNumber,
    currency: currency ?? preamble.currency,
    number: null,
    opening: running.opening ?? statedBalance(stated, "opening", at),
    closing: running.closing ?? statedBalance(stated, "closing", at),
    rows: ordered.map((row) => fileRowOf(row, context)),
    infos: isFirst ? drafts.infos : [],
  };
  return { statement, notices: proof === null ? [] : noticesOf(proof, at.currency) };
}

function balancesOf(ordered: readonly Draft[], proof: Proof | null) {
  const withBalance = ordered.filter(({ balance, isPending }) => balance !== null && !isPending);
  const [first, last] = [withBalance[0], withBalance.at(-1)];
  const isSure = proof === null ? ordered.length === 1 : isProved(proof);
  if (
    !isSure ||
    first === undefined ||
    last === undefined ||
    first !== ordered.find(({ isPending }) => !isPending)
  )
    return { opening: null, closing: null };
  const closing: Balance = { minor: last.balance ?? 0, day: last.date, kind: "intraday" };
  const opening: Balance = {
    minor: (first.balance ?? 0) - first.minor,
    day: first.date,
    kind: "intraday",
  };
  return {
    opening,
    closing: last === ordered.findLast(({ isPending }) => !isPending) ? closing : null,
  };
}

type At = { readonly currency: string; readonly context: RowContext };

function statedBalance(
  lines: readonly SummaryLine[],
  kind: Summary,
  { currency, context }: At,
): Balance | null {
  const line = lines.findLast((one) => one.kind === kind && one.amount !== null);
  if (line?.amount === undefined || line.amount === null) return null;
  const { marks } = context.layout;
  const mark = marks.amount ?? marks.debit ?? marks.credit ?? marks.net ?? ".";
  const read = amountIn(line.amount.digits, mark, currency);
  if ("why" in read) return null;
  const minor = line.amount.sign === -1 ? 0 - read.minor : read.minor;
  return { minor, day: line.day, kind: "intraday" };
}

const MOST_GAPS = 3;

function noticesOf(proof: Proof, currency: string): readonly string[] {
  if (!isProved(proof))
    return [
      "The running balance does not follow from the amounts: rows may be missing in the file.",
    ];
  const gaps = proof.gaps.slice(0, MOST_GAPS).map(({ from, to, minor }) => {
    const amount = `${toMajor(minor, currency).toFixed(2)} ${currency}`;
    return `Between line ${from} and line ${to} the balance changes by ${amount} more than the rows say.`;
  });
  const more = proof.gaps.length - gaps.length;
  if (more > 0) gaps.push(`The balance has ${more} more such places.`);
  return gaps.length > 0
    ? gaps
    : ["The running balance proves the order and the amounts of the rows."];
}
