import { isCurrency } from "../../core/money.ts";
import { MOST_MINOR } from "../../shared/money.ts";
import type { Piece, Span } from "./page-lines.ts";

/** A figure as it is printed. Its value waits for the decimal mark and the currency of the paper. */
export type Figure = Span & {
  /** Digits before the decimal mark, and behind it, if the mark is told by the figure itself. */
  readonly whole: string;
  readonly decimals: string;
  /** A point or comma with three digits behind it: of thousands or of decimals. */
  readonly doubtful: "." | "," | null;
  readonly mark: "." | "," | null;
  readonly isNegative: boolean;
  readonly isPercent: boolean;
  /** The code or sign beside it, as printed. */
  readonly currency: string | null;
};

export type DecimalMark = "." | "," | null;

const SPACE = /[\s\u00A0\u202F]/;
const CHUNK = /\d(?:[\d.,'’` \u00A0\u202F]*\d)?/g;

/** All figures of a piece that may be amounts or rates: no part of a word, a date, a time or a number. */
export function figuresIn(piece: Piece): readonly Figure[] {
  const text = piece.isMisread ? withDigits(piece.text) : piece.text;
  return [...text.matchAll(CHUNK)]
    .flatMap(({ 0: chunk, index }) => partsOfChunk(chunk, index, piece.isMisread))
    .flatMap(({ start, end }) => figureAt({ ...piece, text }, start, end) ?? [])
    .map((figure) => ({ ...figure, piece }));
}

const LIKE_DIGITS: Readonly<Record<string, string>> = {
  O: "0",
  o: "0",
  l: "1",
  I: "1",
  S: "5",
  B: "8",
};

/** Puts digits for letters that look like them, where three digits are sure. */
function withDigits(text: string): string {
  return text.replaceAll(/[\dOolISB]+(?:[.,'][\dOolISB]+)*/g, (run, at: number) => {
    const digits = run.replaceAll(/\D/g, "").length;
    const letters = run.replaceAll(/[^OolISB]/g, "").length;
    if (letters === 0 || letters > 2 || digits < 3) return run;
    const around = `${text[at - 1] ?? " "}${text[at + run.length] ?? " "}`;
    if (/\p{L}/u.test(around)) return run;
    // A letter behind the decimals is the class of tax.
    const tail = /[.,]\d\d[OolISB]$/.test(run) ? run.slice(-1) : "";
    const head = tail === "" ? run : run.slice(0, -1);
    return head.replaceAll(/[OolISB]/g, (letter) => LIKE_DIGITS[letter] ?? letter) + tail;
  });
}

type Part = { readonly start: number; readonly end: number };

/** Parts a run of digits and marks at its spaces, but for those that part thousands. */
function partsOfChunk(chunk: string, index: number, isMisread: boolean): readonly Part[] {
  const words = [...chunk.matchAll(/[^\s\u00A0\u202F]+/g)].map(({ 0: word, index: at }) => ({
    word,
    start: index + at,
    end: index + at + word.length,
  }));
  const parts: { word: string; start: number; end: number }[] = [];
  for (const { word, start, end } of words) {
    const last = parts.at(-1);
    const isNext = last !== undefined && start === last.end + 1;
    if (isNext && /^\d{1,3}(?: \d{3})*$/.test(last.word) && /^\d{3}(?:[.,]\d{1,3})?$/.test(word)) {
      last.word = `${last.word} ${word}`;
      last.end = end;
    } else if (isNext && isMisread && isBrokenAtMark(last.word, word)) {
      last.word += word;
      last.end = end;
    } else parts.push({ word, start, end });
  }
  return parts;
}

/** An OCR puts a space beside the decimal mark. */
function isBrokenAtMark(before: string, after: string): boolean {
  return (
    (/^\d{1,6}[.,]$/.test(before) && /^\d\d$/.test(after)) ||
    (/^\d{1,6}$/.test(before) && /^[.,]\d\d$/.test(after))
  );
}

function figureAt(piece: Piece, start: number, end: number): Figure | null {
  const { text } = piece;
  const raw = text.slice(start, end).replace(/[.,'’`]+$/, "");
  const stop = start + raw.length;
  const read = digitsOf(raw);
  if (read === null) return null;
  const before = text.slice(Math.max(start - 8, 0), start);
  const after = text.slice(stop, stop + 8);
  if (/^\s?%/.test(after))
    return figure({
      piece,
      start,
      end: stop,
      ...read,
      isNegative: false,
      isPercent: true,
      currency: null,
    });
  const dashed = /^[.,][-–—]{1,2}(?![\d\p{L}])/u.exec(after);
  const trailing = /^\s?[-−](?![\d\p{L}])/u.exec(after);
  const behind = dashed === null ? after : after.slice(dashed[0].length);
  if (!fitsBefore(before) || !fitsBehind(behind, read.decimals !== "")) return null;
  const isNegative =
    (trailing !== null && dashed === null && !/^\s[-−]/.test(after)) ||
    /(?:^|[\s(:€$£])[-−–]\s?(?:[€$£]|[A-Z]{3})?\s?$/u.test(before) ||
    /(?:[€$£]|[A-Z]{3})\s?[-−–]$/u.test(before) ||
    (/\(\s?(?:[€$£]|[A-Z]{3})?\s?$/.test(before) && /^\s?(?:[€$£]|[A-Z]{3})?\s?\)/.test(after));
  return figure({
    piece,
    start,
    end: stop,
    ...read,
    isNegative,
    isPercent: false,
    currency: currencyIn(before, behind),
  });
}

function figure(figure: Figure): Figure {
  return figure;
}

/** Digits with their marks of thousands checked; null for what is no figure, such as a date. */
function digitsOf(raw: string): Pick<Figure, "whole" | "decimals" | "doubtful" | "mark"> | null {
  const text = raw.replaceAll(/[\s\u00A0\u202F'’`]/g, (mark) => (SPACE.test(mark) ? " " : "'"));
  const points = text.replaceAll(/[^.]/g, "").length;
  const commas = text.replaceAll(/[^,]/g, "").length;
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  const lastMark = text[last] === "." ? "." : ",";
  const lastCount = lastMark === "." ? points : commas;
  const isGroupedOtherwise = points + commas > lastCount || /[ ']/.test(text);
  if (last < 0) return wholeOf(text, "", null, null);
  if (lastCount > 1)
    return isGroupedOtherwise ? null : wholeOf(text, "", lastMark === "." ? "," : ".", null);
  const [head, tail] = [text.slice(0, last), text.slice(last + 1)];
  if (!/^\d+$/.test(tail)) return null;
  const isDoubtful = tail.length === 3 && !isGroupedOtherwise && /^[1-9]\d{0,2}$/.test(head);
  return wholeOf(head, tail, lastMark, isDoubtful ? lastMark : null);
}

const GROUPED = /^\d{1,3}(?:([., '])\d{3})(?:\1\d{3})*$/;
const INDIAN = /^\d{1,2}(?:,\d{2})+,\d{3}$/;

function wholeOf(
  head: string,
  decimals: string,
  mark: Figure["mark"],
  doubtful: Figure["doubtful"],
): Pick<Figure, "whole" | "decimals" | "doubtful" | "mark"> | null {
  const isPlain = /^\d{1,15}$/.test(head);
  if (!isPlain && !(head.length < 24 && (GROUPED.test(head) || INDIAN.test(head)))) return null;
  return { whole: head.replaceAll(/\D/g, ""), decimals, mark, doubtful };
}

function fitsBefore(before: string): boolean {
  const last = before.at(-1) ?? " ";
  if (/[/:#_°@&\d]/.test(last)) return false;
  if (/[.,]/.test(last)) return /(?:\p{L}|^)\.$/u.test(before) && currencyIn(before, "") !== null;
  if (/[-–−]/.test(last))
    return !/[\p{L}\d]\s?[-–−]$/u.test(before) || currencyIn(before.slice(0, -1), "") !== null;
  if (!/\p{L}/u.test(last)) return true;
  return /(?:^|[\d\s])[x×]$/iu.test(before) || currencyIn(before, "") !== null;
}

function fitsBehind(behind: string, hasDecimals: boolean): boolean {
  if (/^[/:°_\d@]/.test(behind)) return false;
  if (/^[-–]/.test(behind)) return !/^[-–][\d\p{L}]/u.test(behind);
  if (!/^\p{L}/u.test(behind)) return true;
  if (currencyIn("", behind) !== null) return true;
  return hasDecimals && /^[A-Z](?![\p{L}\d])/u.test(behind);
}

const SIGN = String.raw`€|US\$|A\$|AU\$|C\$|CA\$|NZ\$|HK\$|S\$|SG\$|R\$|MX\$|\$|£|¥|￥|円|元|₹|₺|₴|₽|₩|₪|฿|₫|₱|zł|zl|Kč|kr|Ft|lei|Fr|KD|euros?|Euro|Rs|RM`;
const SIGN_BEFORE = new RegExp(
  String.raw`(?:^|[^\p{L}])(${SIGN}|[A-Z]{3})\.?\s?:?\s?[-−–(]?\s?$`,
  "u",
);
const SIGN_BEHIND = new RegExp(String.raw`^\s?(${SIGN}|[A-Z]{3})(?![\p{L}\d])`, "u");

/** Code or sign just before or behind a figure. */
function currencyIn(before: string, behind: string): string | null {
  const found = SIGN_BEHIND.exec(behind)?.[1] ?? SIGN_BEFORE.exec(before)?.[1];
  if (found === undefined || (/^[A-Z]{3}$/.test(found) && !isCurrency(found))) return null;
  return found;
}

/** The mark of decimals that most figures of the paper have for sure. */
export function decimalMarkOf(figures: readonly Figure[]): DecimalMark {
  const sure = figures.filter(
    ({ doubtful, mark, decimals }) => doubtful === null && mark !== null && decimals.length !== 1,
  );
  const points = sure.filter(({ mark }) => mark === ".").length;
  const commas = sure.length - points;
  if (points === commas) return null;
  return points > commas ? "." : ",";
}

/**
 * Minor units of a figure, by the currency's number of decimals; null for what cannot be an amount, such as a
 * price of four decimals.
 */
export function minorOfFigure(
  figure: Figure,
  decimalMark: DecimalMark,
  digits: number,
): number | null {
  const { whole, decimals } = settled(figure, decimalMark, digits);
  if (decimals.length > digits && /[1-9]/.test(decimals.slice(digits))) return null;
  const minor = Number(whole + decimals.slice(0, digits).padEnd(digits, "0"));
  if (minor > MOST_MINOR) return null;
  return figure.isNegative && minor > 0 ? -minor : minor;
}

function settled(
  { whole, decimals, doubtful }: Figure,
  decimalMark: DecimalMark,
  digits: number,
): Pick<Figure, "whole" | "decimals"> {
  if (doubtful === null) return { whole, decimals };
  const isDecimal = decimalMark === null ? digits === 3 : doubtful === decimalMark;
  return isDecimal ? { whole, decimals } : { whole: whole + decimals, decimals: "" };
}

/** True for `1.234` where nothing on the paper tells the mark of decimals. */
export function isInDoubt(figure: Figure, decimalMark: DecimalMark): boolean {
  return figure.doubtful !== null && decimalMark === null;
}

/** Hundredths of a percent; null for no rate of a tax. */
export function percentRate({ whole, decimals }: Figure): number | null {
  if (whole.length > 3 || decimals.length > 3) return null;
  const bp = Number(`${whole}.${decimals === "" ? "0" : decimals}`) * 100;
  return bp <= 5000 && Math.abs(bp - Math.round(bp)) < 1e-6 ? Math.round(bp) : null;
}
