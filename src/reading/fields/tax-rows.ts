import type { PaperTax } from "../../shared/paper.ts";
import { type Figure, minorOfFigure, percentRate } from "./amounts.ts";
import { isMoneyFigure, isShare, type Money } from "./entries.ts";
import { isOf, type PageLine, type Reading } from "./page-lines.ts";

/** A line of rate, net and tax whose figures agree. */
export type TaxRow = PaperTax & {
  readonly net_minor: number;
  readonly line: number;
  /** The figure of the tax. */
  readonly figure: Figure;
};

/** Rows of a paper's taxes that stand together, with their sums. */
export type TaxBlock = {
  readonly rows: readonly TaxRow[];
  readonly net: number;
  readonly tax: number;
};

/** Lines between rows of one table. */
const MOST_LINES_BETWEEN = 3;

/** Tables of taxes by their arithmetic: all rows that stand together, and the last rows of unlike rates. */
export function taxBlocksOf(reading: Reading, money: Money): readonly TaxBlock[] {
  const rows = reading.lines.flatMap((line, index) => rowIn(reading, money, line, index) ?? []);
  const groups: TaxRow[][] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    if (last !== undefined && row.line - (last.at(-1)?.line ?? 0) <= MOST_LINES_BETWEEN)
      last.push(row);
    else groups.push([row]);
  }
  const blocks = groups.flatMap((group) => [group, ...endsOf(group)]);
  return blocks.map((block) => ({
    rows: byRate(block),
    net: block.reduce((sum, row) => sum + row.net_minor, 0),
    tax: block.reduce((sum, row) => sum + row.tax_minor, 0),
  }));
}

/** Last rows of a group with a rate each: below the lines of goods stands the table of rates. */
function endsOf(group: readonly TaxRow[]): readonly (readonly TaxRow[])[] {
  const rates = new Set<number>();
  const last: TaxRow[] = [];
  for (const row of group.toReversed()) {
    if (rates.has(row.rate_bp)) break;
    rates.add(row.rate_bp);
    last.unshift(row);
  }
  return last.length === group.length ? [] : [last];
}

function byRate(rows: readonly TaxRow[]): readonly TaxRow[] {
  const summed = new Map<number, TaxRow>();
  for (const row of rows) {
    const known = summed.get(row.rate_bp);
    summed.set(
      row.rate_bp,
      known === undefined
        ? row
        : {
            ...known,
            net_minor: known.net_minor + row.net_minor,
            tax_minor: known.tax_minor + row.tax_minor,
          },
    );
  }
  return [...summed.values()];
}

/** Lines above a row in which the head of its table is looked for. */
const HEAD_LINES = 8;

function rowIn(reading: Reading, money: Money, line: PageLine, index: number): TaxRow | null {
  const figures = line.pieces.flatMap((piece) => money.figures.get(piece) ?? []);
  if (figures.length < 3 || figures.length > 12) return null;
  const { language } = reading;
  const isTaxLine = ({ pieces }: PageLine) =>
    pieces.some(({ labels }) => labels.some((label) => isOf(label, "tax", language)));
  const isNamed = isTaxLine(line);
  const isBelowHead = reading.lines
    .slice(Math.max(index - HEAD_LINES, 0), index)
    .some(({ page, pieces }) => page === line.page && isTaxLine({ ...line, pieces }));
  const amounts = figures
    .filter((figure) => isMoneyFigure(figure, money))
    .flatMap((figure) => {
      const minor = minorOfFigure(figure, money.decimalMark, money.digits);
      return minor === null ? [] : [{ figure, minor }];
    });
  const percents = figures.filter(({ isPercent }) => isPercent);
  const rates = (percents.length > 0 ? percents : figures).flatMap((figure) => {
    const bp = percentRate(figure);
    return bp === null || (percents.length === 0 && !isUsualRate(bp)) ? [] : [{ figure, bp }];
  });
  for (const { figure: printed, bp } of rates) {
    const others = amounts.filter(({ figure }) => figure !== printed);
    const found = isNamed || isBelowHead || percents.length > 0 ? tripleOf(others, bp) : null;
    const pair = found ?? (percents.length > 0 && isNamed ? pairOf(others, bp) : null);
    if (pair !== null) return { rate_bp: bp, ...pair, line: index };
  }
  return null;
}

/** Without a sign of percent, rates of a tax are known by their size. */
function isUsualRate(bp: number): boolean {
  return bp >= 200 && bp <= 2700 && bp % 10 === 0;
}

type Amount = { readonly figure: Figure; readonly minor: number };
type Found = Pick<TaxRow, "net_minor" | "tax_minor" | "figure">;

/** Net, tax and gross, in any order. */
function tripleOf(amounts: readonly Amount[], bp: number): Found | null {
  for (const tax of amounts)
    for (const net of amounts) {
      if (net === tax || net.minor === 0 || !isShare(net.minor, tax.minor, bp)) continue;
      const gross = amounts.some(
        (other) => other !== net && other !== tax && other.minor === net.minor + tax.minor,
      );
      if (gross) return { net_minor: net.minor, tax_minor: tax.minor, figure: tax.figure };
    }
  return null;
}

/** Net and tax, or tax and gross. */
function pairOf(amounts: readonly Amount[], bp: number): Found | null {
  if (amounts.length !== 2 || bp === 0) return null;
  const [first, second] = amounts;
  if (first === undefined || second === undefined) return null;
  for (const [base, tax] of [
    [first, second],
    [second, first],
  ] as const) {
    if (tax.minor === 0) continue;
    if (isShare(base.minor, tax.minor, bp))
      return { net_minor: base.minor, tax_minor: tax.minor, figure: tax.figure };
    if (isShare(base.minor - tax.minor, tax.minor, bp))
      return { net_minor: base.minor - tax.minor, tax_minor: tax.minor, figure: tax.figure };
  }
  return null;
}
