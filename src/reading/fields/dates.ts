import { addDays, daysBetween } from "../../shared/calendar.ts";
import type { PaperFields, Sure } from "../../shared/paper.ts";
import type { Day } from "../../shared/time.ts";
import { MONTHS } from "../labels/all.ts";
import {
  besideOf,
  placedField,
  type FoundLabel,
  isOf,
  isAnyOf,
  type PageLine,
  type Piece,
  type Reading,
  type Span,
} from "./page-lines.ts";

/** Day as it is printed. Of 05/04/2026 there are two readings until the paper tells its order. */
export type PrintedDate = Span & {
  readonly day: Day | null;
  /** With the month first; null where that is no day, or the order is told. */
  readonly monthFirst: Day | null;
  readonly hasTime: boolean;
};

const NUMERIC =
  /(?<![\d.,/])(\d{1,4})(\s?[./-]\s?)(\d{1,2})\2(\d{4}|\d{2})(?=(\D|$)|\s?\d\d:\d\d)/g;
const COMPACT = /(?<!\d)(\d{4})(\d{2})(\d{2})(?=[T\s]\d\d:?\d\d)/g;
const EASTERN = /(?<!\d)(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/g;
/** `5. April 2026`, `5 de abril de 2026`, `05-APR-26`, `5th of April, 2026`. */
const DAY_MONTH =
  /(?<!\d)(\d{1,2})(?:\.|st|nd|rd|th|er|º|°)?[\s-]{0,2}(?:(?:de|of|d')\s)?(\p{L}{3,14})\.?(?:[\s,-]{0,2}(?:de|del)\s|[\s,-]{0,3}|\s?['’])(\d{4}|\d{2})(?![\d:])/giu;
/** `April 5, 2026`. */
const MONTH_DAY = /(?<!\p{L})(\p{L}{3,14})\.?\s?(\d{1,2})(?:st|nd|rd|th)?,?\s{1,2}(\d{4})(?!\d)/gu;
const TIME = /(?<!\d)(?:[01]?\d|2[0-3])[:.h]\s?[0-5]\d(?::[0-5]\d)?(?![\d,.]\d)/;

export function datesIn(piece: Piece): readonly PrintedDate[] {
  const { text } = piece;
  const found: PrintedDate[] = [];
  const add = (match: RegExpExecArray, day: Day | null, monthFirst: Day | null) => {
    if (day === null && monthFirst === null) return;
    const [start, end] = [match.index, match.index + match[0].length];
    if (found.some((other) => other.start < end && other.end > start)) return;
    const hasTime = TIME.test(text.slice(end)) || TIME.test(text.slice(0, start));
    found.push({ piece, start, end, day, monthFirst, hasTime });
  };
  for (const match of text.matchAll(EASTERN)) add(match, dayAt(match[1], match[2], match[3]), null);
  for (const match of text.matchAll(NUMERIC)) {
    const [, first = "", mark = "", second = "", printed = ""] = match;
    const third = yearOf(printed, text.slice(match.index + match[0].length));
    if (first.length === 4 || first.length === 3) {
      if (third.length === 2) add(match, dayAt(first, second, third), null);
    } else if (mark.trim() === ".") add(match, dayAt(third, second, first), null);
    else add(match, dayAt(third, second, first), dayAt(third, first, second));
  }
  for (const match of text.matchAll(DAY_MONTH))
    add(match, dayAt(match[3], monthOf(match[2]), match[1]), null);
  for (const match of text.matchAll(MONTH_DAY))
    add(match, dayAt(match[3], monthOf(match[1]), match[2]), null);
  for (const match of text.matchAll(COMPACT)) add(match, dayAt(match[1], match[2], match[3]), null);
  return found.map((date) => (date.day === date.monthFirst ? { ...date, monthFirst: null } : date));
}

/** `06.05.2009:49` is 06.05.20 at 09:49, with the space lost. */
function yearOf(printed: string, behind: string): string {
  return /^(?:[01]\d|2[0-3])$/.test(printed.slice(2)) && /^:[0-5]\d(?!\d)/.test(behind)
    ? printed.slice(0, 2)
    : printed;
}

function monthOf(name = ""): string | undefined {
  const month = MONTHS.get(foldedMonth(name));
  return month === undefined ? undefined : String(month);
}

function foldedMonth(name: string): string {
  return name.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

const FIRST_YEAR = 1990;
const LAST_YEAR = 2099;

function dayAt(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): Day | null {
  if (year === undefined || month === undefined || day === undefined) return null;
  if (year.length === 3 || day.length > 2) return null;
  const full = year.length === 2 ? Number(year) + 2000 : Number(year);
  const [monthNumber, dayNumber] = [Number(month), Number(day)];
  if (full < FIRST_YEAR || full > LAST_YEAR || monthNumber < 1 || monthNumber > 12) return null;
  const longest = new Date(Date.UTC(full, monthNumber, 0)).getUTCDate();
  if (dayNumber < 1 || dayNumber > longest) return null;
  return `${full}-${String(monthNumber).padStart(2, "0")}-${String(dayNumber).padStart(2, "0")}`;
}

type Order = "day first" | "month first" | null;

/** Order of day and month: by dates of the paper that have one reading alone, then language and country. */
export function dayOrderOf(
  dates: readonly PrintedDate[],
  { language, text }: { readonly language: string | null; readonly text: string },
): Order {
  const dayFirst = dates.filter(
    ({ day, monthFirst, piece, start, end }) =>
      day !== null && monthFirst === null && isSlashed(piece.text.slice(start, end), day),
  ).length;
  const monthFirst = dates.filter((date) => date.day === null && date.monthFirst !== null).length;
  if (dayFirst !== monthFirst) {
    if (dayFirst > 0 && monthFirst > 0) return null;
    return dayFirst > monthFirst ? "day first" : "month first";
  }
  if (language !== null && language !== "en") return "day first";
  const isAmerican = AMERICAN.test(text);
  const isOther = ELSEWHERE.test(text);
  if (isAmerican === isOther) return null;
  return isAmerican ? "month first" : "day first";
}

/** True for 13/04/2026, whose day can be nothing else; not for 04/04/2026, and not for other forms. */
function isSlashed(printed: string, day: Day): boolean {
  return /^\d{1,2}\s?[/-]\s?\d{1,2}\s?[/-]/.test(printed) && Number(day.slice(8)) > 12;
}

/** A state with its ZIP code, or the country. */
const AMERICAN =
  /\b(?:A[LKZR]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),? \d{5}(?:-\d{4})?\b|United States|\bU\.?S\.?A\b/;
const ELSEWHERE =
  /\b(?:GB|IE|AU|NZ|IN)\d{8,}|\bABN\b|\bGSTIN\b|United Kingdom|\bUK\b|Ireland|Australia|New Zealand|\bIndia\b|South Africa|\bVAT\b|£|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b/;

export type DateFields = Pick<PaperFields, "date" | "due_date">;

type Candidate = { readonly date: PrintedDate; readonly points: number };

/** Day of issue and day of payment. */
export function readDates(
  reading: Reading,
  dates: ReadonlyMap<Piece, readonly PrintedDate[]>,
  order: Order,
  today: Day,
): DateFields {
  const candidates: Candidate[] = [];
  const dues: PrintedDate[] = [];
  const taken = new Set<PrintedDate>();
  for (const { piece, label } of labelsOfDates(reading)) {
    const date = dateBeside(reading, dates, piece, label, taken);
    if (date === null) continue;
    if (isAnyOf(label, ["issued"], reading.language)) {
      candidates.push({ date, points: 4 });
      taken.add(date);
    } else if (isOf(label, "due", reading.language)) {
      dues.push(date);
      taken.add(date);
    } else if (isOf(label, "other_date", reading.language)) taken.add(date);
    else if (isOf(label, "date", reading.language)) {
      candidates.push({ date, points: pointsOfPlain(reading, piece, label) });
      taken.add(date);
    }
  }
  const loose = looseDates(reading, dates, taken);
  const settle = (date: PrintedDate) => settledDay(date, order);
  const issued = issuedOf([...candidates, ...loose], settle, today);
  const due = dues.find((date) => settle(date).day !== null);
  return datesAsFields(reading, issued, due, settle);
}

/** `Invoice 4711 of 31.10.2026` dates the invoice; `of` alone may date anything. */
function pointsOfPlain({ language }: Reading, piece: Piece, label: FoundLabel): number {
  const titled = piece.labels.some(
    (other) =>
      other.end <= label.start &&
      piece.words.length < 14 &&
      isAnyOf(other, ["invoice_title", "credit_title", "number"], language) &&
      !isOf(other, "other_number", language),
  );
  if (titled) return 4;
  return label.key.length <= 3 ? 1.5 : 3;
}

function datesAsFields(
  reading: Reading,
  issued: { readonly date: PrintedDate; readonly sure: Sure } | null,
  due: PrintedDate | undefined,
  settle: (date: PrintedDate) => Settled,
): DateFields {
  const day = issued === null ? null : settle(issued.date).day;
  const dueDay = due === undefined ? null : settle(due).day;
  const hasTerm = day !== null && dueDay !== null && isStatedTerm(reading.lines, day, dueDay);
  const isOrdered = day === null || dueDay === null || daysBetween(day, dueDay) >= 0;
  const sureOf = (date: PrintedDate, sure: Sure): Sure => {
    if (!settle(date).isSure || sure === "low") return "low";
    return hasTerm ? "high" : sure;
  };
  return {
    ...(issued !== null &&
      day !== null && {
        date: placedField(reading, issued.date, day, sureOf(issued.date, issued.sure)),
      }),
    ...(due !== undefined &&
      dueDay !== null &&
      isOrdered && { due_date: placedField(reading, due, dueDay, sureOf(due, "medium")) }),
  };
}

/** True when the paper says `30 days` and the due day is so many days after the day of issue. */
function isStatedTerm(lines: readonly PageLine[], day: Day, due: Day): boolean {
  const days = daysBetween(day, due);
  if (days < 5 || days > 120 || addDays(day, days) !== due) return false;
  const term = new RegExp(
    String.raw`(?<![\d.,])${days}\s?-?(?:days?|tage?n?|jours?|d[ií]as?|giorni|dagen|dagar|dage|dager|dni|dias|p[aä]iv[aä]\p{L}*|pv|gg|net|tg)(?!\p{L})|(?:net|netto|n)\s?${days}(?!\d)`,
    "iu",
  );
  return lines.some(({ pieces }) => pieces.some(({ text }) => term.test(text)));
}

type LabelAt = { readonly piece: Piece; readonly label: FoundLabel };

const DATE_KINDS = ["issued", "due", "other_date", "date"] as const;

/** Labels of days; those that name one kind alone come first, so that they get their day first. */
function labelsOfDates({ lines, language }: Reading): readonly LabelAt[] {
  const all = lines.flatMap(({ pieces }) =>
    pieces.flatMap((piece) =>
      piece.labels
        .filter((label) => isAnyOf(label, DATE_KINDS, language))
        .map((label) => ({ piece, label })),
    ),
  );
  const rank = ({ label }: LabelAt) =>
    isAnyOf(label, ["issued", "due", "other_date"], language) && label.key.length > 4 ? 0 : 1;
  return all.toSorted((one, other) => rank(one) - rank(other));
}

/** Letters between a label and its day, such as a colon, the name of the town, or a time. */
const MOST_BETWEEN = 24;

function dateBeside(
  reading: Reading,
  dates: ReadonlyMap<Piece, readonly PrintedDate[]>,
  piece: Piece,
  label: FoundLabel,
  taken: ReadonlySet<PrintedDate>,
): PrintedDate | null {
  const { language } = reading;
  const ends = (other: FoundLabel) =>
    other.key.length > 3 && isAnyOf(other, [...DATE_KINDS, "number", "other_number"], language);
  for (const { spans } of besideOf(reading, piece, label, ends))
    for (const span of spans) {
      const within = (dates.get(span.piece) ?? []).find(
        ({ start, end }) => start >= span.start && end <= span.end,
      );
      if (within === undefined) continue;
      if (within.start - span.start > MOST_BETWEEN || taken.has(within)) break;
      return within;
    }
  return null;
}

/** Days without a label of their own. One beside a time is when a receipt was printed. */
function looseDates(
  { lines, language }: Reading,
  dates: ReadonlyMap<Piece, readonly PrintedDate[]>,
  taken: ReadonlySet<PrintedDate>,
): readonly Candidate[] {
  const slip = lines.findIndex(({ pieces }) => pieces.some((piece) => isCardSlip(piece)));
  return lines.flatMap(({ pieces }, line) =>
    pieces.flatMap((piece) =>
      (dates.get(piece) ?? [])
        .filter((date) => !taken.has(date))
        .map((date) => {
          const hasTime = date.hasTime || pieces.some(({ text }) => TIME.test(withoutDates(text)));
          const isOfSlip = slip >= 0 && line > slip;
          const isSentence = piece.words.length > 12;
          const follows = piece.labels.some(
            (label) => label.end <= date.start && isOf(label, "other_date", language),
          );
          if (follows) return { date, points: 0 };
          const isPlaced = PLACED.test(piece.text.slice(0, date.start));
          if (hasTime && !isSentence) return { date, points: isOfSlip ? 1 : 2.5 };
          if (isPlaced) return { date, points: 2 };
          return { date, points: isSentence ? 0 : isOfSlip ? 0.5 : 1 };
        }),
    ),
  );
}

/** A town before a day: `Berlin, den`, `Paris, le`, `Milano,`. */
const PLACED = /^\p{Lu}[\p{L} .-]{2,30},\s*(?:den|le|il|the|d\.|dnia|den)?\s*$/u;

function withoutDates(text: string): string {
  return text.replaceAll(/\d{1,4}[./-]\d{1,2}[./-]\d{2,4}/g, " ");
}

const SLIP =
  /terminal|kundenbeleg|h[aä]ndlerbeleg|k-u-n-d-e-n|genehmigung|\bTA-?Nr|\bAID\b|\bTID\b|\bMID\b|contactless|kontaktlos|kartenzahlung|girocard|cardholder|auth(?:orisation)? code|maestro|mastercard|\bvisa\b|sans contact|bankaxept|pinbetaling/i;

function isCardSlip({ text }: Piece): boolean {
  return SLIP.test(text);
}

type Settled = { readonly day: Day | null; readonly isSure: boolean };

function settledDay({ day, monthFirst }: PrintedDate, order: Order): Settled {
  if (monthFirst === null) return { day, isSure: true };
  if (day === null) return { day: monthFirst, isSure: true };
  if (order === "month first") return { day: monthFirst, isSure: true };
  return { day, isSure: order === "day first" };
}

/** The day with the best label, or the only one without. Days that have not come are no days of issue. */
function issuedOf(
  candidates: readonly Candidate[],
  settle: (date: PrintedDate) => Settled,
  today: Day,
): { readonly date: PrintedDate; readonly sure: Sure } | null {
  const possible = candidates.flatMap(({ date, points }) => {
    const { day } = settle(date);
    return day === null || day > addDays(today, 1) || points === 0 ? [] : [{ date, points, day }];
  });
  const most = Math.max(...possible.map(({ points }) => points));
  const best = possible.filter(({ points }) => points === most);
  const [first] = best;
  if (first === undefined) return null;
  const isAlone = best.every(({ day }) => day === first.day);
  if (most >= 4) return { date: first.date, sure: isAlone ? "medium" : "low" };
  if (most >= 2) return { date: first.date, sure: isAlone ? "medium" : "low" };
  return { date: first.date, sure: "low" };
}
