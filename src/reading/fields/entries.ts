import type { LabelKind } from "../labels/label.ts";
import { type DecimalMark, type Figure, isInDoubt, minorOfFigure, percentRate } from "./amounts.ts";
import {
  besideOf,
  type FoundLabel,
  isOf,
  isAnyOf,
  type Piece,
  type Reading,
} from "./page-lines.ts";

export const AMOUNT_KINDS = [
  "gross",
  "total",
  "payable",
  "prepaid",
  "net",
  "tax",
  "rounding",
  "given",
  "change",
  "card",
  "none",
] as const satisfies readonly LabelKind[];

export type AmountKind = (typeof AMOUNT_KINDS)[number];

/** Amount with what it is called. */
export type Entry = {
  readonly kind: AmountKind;
  readonly minor: number;
  readonly figure: Figure;
  /** More for a label at the beginning, for large letters, and for a currency beside it. */
  readonly points: number;
  readonly rateBp: number | null;
  readonly line: number;
};

/** The paper's money, as its figures are read. */
export type Money = {
  readonly digits: number;
  readonly currency: string | null;
  readonly decimalMark: DecimalMark;
  readonly figures: ReadonlyMap<Piece, readonly Figure[]>;
};

/** All amounts that have a label. */
export function entriesOf(reading: Reading, money: Money): readonly Entry[] {
  const { lines, language } = reading;
  const height = usualHeight(reading);
  return lines.flatMap(({ pieces }) =>
    pieces.flatMap((piece) =>
      kindsIn(piece, language).flatMap((named) => {
        const entry = entryOf(reading, money, piece, named);
        if (entry === null) return [];
        const isLarge = entry.figure.piece.box.bottom - entry.figure.piece.box.top > height * 1.25;
        return [{ ...entry, points: entry.points + (isLarge ? 1 : 0) }];
      }),
    ),
  );
}

type Named = { readonly kind: AmountKind; readonly label: FoundLabel };

const WITHIN = new Set(
  "inkl incl including inclusive inklusive inclusief inc ttc sis sisaltaa c compreso inclusa compresa incluido incluida incluso incluindo com con z med avec with mit".split(
    " ",
  ),
);
const WITHOUT = new Set(
  "exkl excl excluding exclusive exklusive exclusief ekskl eks ex ohne zzgl hors sans without sin senza bez uden uten utan sem ilman before vor plus".split(
    " ",
  ),
);

/**
 * Labels of amounts in a piece. `Total incl. 19 % VAT` is one label: of an amount with tax, as `Total before
 * tax` is of one without.
 */
function kindsIn(piece: Piece, language: string | null): readonly Named[] {
  const named: Named[] = [];
  for (const label of piece.labels) {
    const kind = kindOf(label, language);
    if (kind === null) continue;
    const last = named.at(-1);
    if (kind === "tax" && last !== undefined && isTotalKind(last.kind)) {
      const between = wordsBetween(piece, last.label.end, label);
      const hasFigure = /\d[.,]\d\d(?!\d|\s?%)/.test(piece.text.slice(last.label.end, label.start));
      const joined = { ...label, start: last.label.start, key: last.label.key + label.key };
      if (!hasFigure && between.some((word) => WITHIN.has(word))) {
        named[named.length - 1] = {
          kind: last.kind === "payable" ? "payable" : "gross",
          label: joined,
        };
        continue;
      }
      if (!hasFigure && between.some((word) => WITHOUT.has(word))) {
        named[named.length - 1] = { kind: "net", label: joined };
        continue;
      }
    }
    named.push({ kind, label });
  }
  return named;
}

function isTotalKind(kind: AmountKind): boolean {
  return kind === "gross" || kind === "total" || kind === "payable";
}

function kindOf(label: FoundLabel, language: string | null): AmountKind | null {
  return AMOUNT_KINDS.find((kind) => isOf(label, kind, language)) ?? null;
}

/** Words between two labels, with the first of the second label, such as `incl` of `incl VAT`. */
function wordsBetween(piece: Piece, from: number, label: FoundLabel): readonly string[] {
  return piece.words
    .filter(({ start }) => start >= from && start < label.end)
    .map(({ key }) => key);
}

const OTHER_KINDS = ["number", "other_number", "issued", "due", "other_date", "vat_id"] as const;

/** Words of a piece that is a sentence: a total in it may be of something else. */
const SENTENCE = 9;

function entryOf(
  reading: Reading,
  money: Money,
  piece: Piece,
  { kind, label }: Named,
): Entry | null {
  const { language } = reading;
  const ends = (other: FoundLabel, inPiece: Piece) =>
    (inPiece !== piece || other.start >= label.end) &&
    (kindOf(other, language) !== null ||
      (other.key.length > 4 && isAnyOf(other, OTHER_KINDS, language)));
  const isSentence = piece.words.length > SENTENCE;
  for (const { spans, where } of besideOf(reading, piece, label, ends)) {
    if (where === "below" && (piece.words.length > 6 || isHeadOfGoods(reading, piece))) return null;
    const inSpans = spans.flatMap((span) =>
      (money.figures.get(span.piece) ?? []).filter(
        ({ start, end }) => start >= span.start && end <= span.end,
      ),
    );
    const rateBp = rateBeside(inSpans, money, piece, label);
    const amounts = inSpans.filter((figure) => isMoneyFigure(figure, money));
    const found = where === "below" ? belowOf(amounts) : besideAmount(amounts, kind, rateBp, money);
    if (found === null) continue;
    const minor = minorOfFigure(found, money.decimalMark, money.digits);
    if (minor === null) continue;
    const points =
      (kind === "gross" ? 3 : kind === "total" ? 2 : 2) +
      (label.start <= 2 ? 1 : 0) +
      (isSentence ? -2 : 0) +
      (where === "right" ? 0.5 : 0) +
      (found.currency !== null ? 0.5 : 0) +
      (isInDoubt(found, money.decimalMark) ? -2 : 0);
    return { kind, minor, figure: found, points, rateBp, line: piece.line };
  }
  return null;
}

/** True in a line such as `Description  Quantity  Price  Total`: below it stand goods, not totals. */
function isHeadOfGoods({ lines, language }: Reading, piece: Piece): boolean {
  const labels = lines[piece.line]?.pieces.flatMap((each) => each.labels) ?? [];
  return labels.some((label) => isOf(label, "none", language));
}

/** A cell below a label holds its amount and nothing else. */
function belowOf(amounts: readonly Figure[]): Figure | null {
  const [only] = amounts;
  if (only === undefined || amounts.length > 1) return null;
  return only.piece.words.length <= 5 ? only : null;
}

/** The last amount of a line; for a tax, the one that is its share of another. */
function besideAmount(
  amounts: readonly Figure[],
  kind: AmountKind,
  rateBp: number | null,
  money: Money,
): Figure | null {
  const ofPaper = amounts.filter(
    ({ currency }) => currency === null || currency.length !== 3 || currency === money.currency,
  );
  const usable = ofPaper.length > 0 ? ofPaper : amounts;
  if (kind === "tax" && rateBp !== null && usable.length > 1) {
    const minorOf = (figure: Figure) => minorOfFigure(figure, money.decimalMark, money.digits) ?? 0;
    const share = usable.find((figure) =>
      usable.some(
        (other) =>
          other !== figure &&
          (isShare(minorOf(other), minorOf(figure), rateBp) ||
            isShare(minorOf(other) - minorOf(figure), minorOf(figure), rateBp)),
      ),
    );
    if (share !== undefined) return share;
  }
  return usable.at(-1) ?? null;
}

/** True when a tax is this rate of a net amount, but for rounding. */
export function isShare(net: number, tax: number, rateBp: number): boolean {
  return Math.abs(tax - (net * rateBp) / 10_000) <= 1 && Math.sign(tax) * Math.sign(net) >= 0;
}

/** The rate within the text of a label or before it, as in `19 % VAT`. */
function rateBeside(
  inSpans: readonly Figure[],
  money: Money,
  piece: Piece,
  label: FoundLabel,
): number | null {
  const percent =
    inSpans.find(({ isPercent }) => isPercent) ??
    (money.figures.get(piece) ?? []).find(({ isPercent, end }) => isPercent && end <= label.end);
  return percent === undefined ? null : percentRate(percent);
}

/** A figure with the decimals of the currency, or beside its code or sign. Others count things. */
export function isMoneyFigure(figure: Figure, { digits, decimalMark }: Money): boolean {
  if (figure.isPercent || minorOfFigure(figure, decimalMark, digits) === null) return false;
  if (figure.currency !== null || digits === 0) return true;
  if (figure.doubtful !== null) return digits === 3 || figure.doubtful !== decimalMark;
  return figure.decimals.length === digits;
}

function usualHeight({ lines }: Reading): number {
  const heights = lines
    .flatMap(({ pieces }) => pieces.map(({ box }) => box.bottom - box.top))
    .toSorted((one, other) => one - other);
  return heights[Math.floor(heights.length / 2)] ?? 0;
}

/** Entries of one figure each, and no two of the same rate and amount. */
export function distinctRows(entries: readonly Entry[]): readonly Entry[] {
  const found = new Map<string, Entry>();
  for (const entry of entries) {
    const key = `${entry.rateBp} ${entry.minor}`;
    if (!found.has(key)) found.set(key, entry);
  }
  return [...found.values()];
}
