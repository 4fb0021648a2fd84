import { z } from "zod";
import { noticesOf } from "../../core/fields.ts";
import { tellable } from "../../core/money.ts";
import { minorDigits, toMajor } from "../../shared/money.ts";
import { counted, enumerated } from "../../shared/words.ts";
import { countsIn, type Figure, REASONS } from "../transactions/figures.ts";
import { type Book, ListQuery, reportListFilters, type Ruled, wouldCount } from "./book.ts";
import { beforeBooks } from "./range.ts";

/** Transactions and parts of the range that are in none of the report's figures. */
export const LeftOut = z.object({
  pending: z.int(),
  excluded: z.int(),
  transfer: z.int(),
  capital: z.int(),
  no_rate: z.int(),
});

export const LeftOutLists = z.array(z.object({ notice: z.string(), list: ListQuery }));

type Sums = {
  readonly count: number;
  readonly unrated: number;
  readonly in: bigint;
  readonly out: bigint;
};

const WORDS = {
  pending: "pending, not booked yet",
  excluded: "excluded by status or category",
  transfer: "in transfers between your accounts",
  capital: "in categories of capital, which are no profit or loss",
} as const;

/**
 * Counts what a report of this figure leaves out, and says it with its sums.
 * @param before notices that come first
 */
export function leftOutOf(book: Book, figure: Figure, before: readonly string[] = []) {
  const sums = {
    pending: sumsOf(book.lines.filter(({ standing }) => standing === "pending")),
    excluded: sumsOf(book.lines.filter(isExcluded)),
    transfer: sumsOf(book.lines.filter(({ standing }) => standing === "transfer")),
    capital: capitalOf(book, figure),
  };
  const unrated = book.unrated.filter((row) => wouldCount(figure, row));
  const no_rate = unrated.reduce((all, { count }) => all + count, 0);
  const left_out: z.output<typeof LeftOut> = {
    pending: sums.pending.count,
    excluded: sums.excluded.count,
    transfer: sums.transfer.count,
    capital: sums.capital.count,
    no_rate,
  };
  const lists = REASONS.filter((why) => left_out[why] > 0).map((why) => ({
    notice:
      why === "no_rate" ? unratedNotice(no_rate, unrated) : noticeOf(book, WORDS[why], sums[why]),
    list: reportListFilters(figure, book.range, { left_out: why }),
  }));
  return {
    left_out,
    left_out_lists: lists,
    ...noticesOf([
      ...before,
      ...beforeBooks(book.range, book.first),
      ...lists.map(({ notice }) => notice),
      ...(book.counterparts === 0 ? [] : [counterpartsNotice(book.counterparts)]),
    ]),
  };
}

function isExcluded({ standing, role }: Ruled): boolean {
  return standing === "excluded" || (standing === "counted" && role === "excluded");
}

function sumsOf(lines: readonly Ruled[]): Sums {
  return {
    count: total(lines, (line) => line.inCount + line.outCount + line.unratedCount),
    unrated: total(lines, ({ unratedCount }) => unratedCount),
    in: lines.reduce((sum, line) => sum + line.in, 0n),
    out: lines.reduce((sum, line) => sum + line.out, 0n),
  };
}

/** Both signs, or the one that the figure does not count. */
function capitalOf({ lines, unrated }: Book, figure: Figure): Sums {
  const [hasIn, hasOut] = [true, false].map((isIn) => !countsIn(figure, "capital", isIn));
  const some = lines.filter(({ standing, role }) => standing === "counted" && role === "capital");
  const without = unrated
    .filter(({ role, isIn }) => role === "capital" && (isIn ? hasIn : hasOut))
    .reduce((all, { count }) => all + count, 0);
  const sums = sumsOf(some);
  const rated =
    (hasIn ? total(some, (line) => line.inCount) : 0) +
    (hasOut ? total(some, (line) => line.outCount) : 0);
  return {
    count: rated + without,
    unrated: without,
    in: hasIn ? sums.in : 0n,
    out: hasOut ? sums.out : 0n,
  };
}

function total(lines: readonly Ruled[], of: (line: Ruled) => number): number {
  return lines.reduce((sum, line) => sum + of(line), 0);
}

function noticeOf({ currency }: Book, words: string, sums: Sums): string {
  const { count, unrated } = sums;
  const without =
    unrated === 0
      ? ""
      : `; ${unrated} of them without an exchange rate ${unrated === 1 ? "is" : "are"} in neither sum`;
  return `Left out: ${counted(count, "transaction")} ${words} (${moved(sums, currency)}${without}).`;
}

function counterpartsNotice(count: number): string {
  const look = count === 1 ? "looks" : "look";
  const are = count === 1 ? "is" : "are";
  return `${counted(count, "transaction")} ${look} like transfers between your accounts and ${are} counted; see Review in the web app.`;
}

function unratedNotice(count: number, unrated: Book["unrated"]): string {
  const sums = [...Map.groupBy(unrated, ({ currency }) => currency)]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, some]) => {
      const sum = (isIn: boolean) =>
        some.reduce((all, row) => (row.isIn === isIn ? all + row.minor : all), 0n);
      return moved({ in: sum(true), out: sum(false) }, currency);
    });
  return `Left out: ${counted(count, "transaction")} without an exchange rate (${enumerated(sums)}). Rates are set under Settings, Exchange rates.`;
}

function moved(sums: Pick<Sums, "in" | "out">, currency: string): string {
  const parts = [
    ...(sums.in === 0n ? [] : [`${moneyWords(sums.in, currency)} in`]),
    ...(sums.out === 0n ? [] : [`${moneyWords(-sums.out, currency)} out`]),
  ];
  return parts.length === 0 ? moneyWords(0n, currency) : parts.join(", ");
}

/** `1200.00 EUR`. */
export function moneyWords(minor: bigint, currency: string): string {
  return `${toMajor(tellable(minor), currency).toFixed(minorDigits(currency))} ${currency}`;
}
