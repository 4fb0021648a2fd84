import type { PaperFields, Sure } from "../../shared/paper.ts";
import { datesIn } from "./dates.ts";
import {
  besideOf,
  placedField,
  type FoundLabel,
  isOf,
  isAnyOf,
  type Piece,
  type Reading,
  type Span,
} from "./page-lines.ts";

const ENDS = [
  "number",
  "other_number",
  "issued",
  "due",
  "other_date",
  "date",
  "vat_id",
  "recipient",
] as const;

/** `No.` and other signs between a label and its number. */
const LEAD =
  /^(?:\s?\(\d{3}\))?[\s:.;#№°ºª)(/\-–]*(?:(?:nr|no|n|num|n[úu]mero|number|nummer|numer|id)(?![\p{L}\d])[\s:.#№°ºª]*)?/iu;
/** Letters may stand before a number, with a space: `FT 2026/123`. */
const NUMBER = /^(?:\p{Lu}{1,5}[ -]?){0,2}[\p{L}\d][\p{L}\d/._\-–]{0,39}(?: \/ \d{1,8})?/u;
const NAMES_A_NUMBER =
  /(?:numero|number|nummer|numer|nro|nr|no|num|n|id|ref|code|reference|referenz)$|^(?:numero|number|no|nr|n|num)/;

type Candidate = { readonly value: string; readonly span: Span; readonly points: number };

/** Number of an invoice or a receipt: beside its label, with a digit, and neither day, amount nor phone. */
export function readNumber(reading: Reading): PaperFields["number"] {
  const candidates = reading.lines.flatMap(({ pieces }) =>
    pieces.flatMap((piece) =>
      piece.labels
        .filter((label) => isOf(label, "number", reading.language))
        .flatMap((label) => candidateBeside(reading, piece, label) ?? []),
    ),
  );
  const [best, ...others] = candidates.toSorted((one, other) => other.points - one.points);
  if (best === undefined) return undefined;
  const isRivalled = others.some(
    ({ value, points }) => value !== best.value && points >= best.points,
  );
  const sure: Sure = best.points < 2 || isRivalled ? "low" : "medium";
  return placedField(reading, best.span, best.value, sure);
}

function candidateBeside(reading: Reading, piece: Piece, label: FoundLabel): Candidate | null {
  const { language } = reading;
  const ends = (other: FoundLabel) => other.key.length > 3 && isAnyOf(other, ENDS, language);
  const isReceipt = isOf(label, "receipt_title", language);
  const isExplicit =
    label.key.length > 3 &&
    (NAMES_A_NUMBER.test(label.key) || /^\s?(?:#|№|n[°º])/i.test(piece.text.slice(label.end)));
  for (const { spans, where } of besideOf(reading, piece, label, ends)) {
    if (where === "below" && (!isExplicit || piece.words.length > 6)) continue;
    // A title alone names the number that follows at once.
    for (const span of isExplicit ? spans.slice(0, 3) : spans.slice(0, 2)) {
      if (where === "below" && span.piece.labels.some((each) => each.key.length > 3)) break;
      const found = numberIn(span, where === "below");
      if (found === null) {
        if (/\p{L}{2}/u.test(span.piece.text.slice(span.start, span.end).replace(LEAD, ""))) break;
        continue;
      }
      if (!isExplicit && (/^(?:19|20)\d\d$/.test(found.value) || found.value.length < 3)) break;
      const points =
        (isExplicit ? 3 : 1.5) +
        (where === "right" ? 0.5 : 0) +
        (label.start <= 2 ? 0.5 : 0) -
        (isReceipt ? 1 : 0) -
        (piece.words.length > 14 ? 2 : 0);
      return { ...found, points };
    }
  }
  return null;
}

function numberIn(span: Span, isWhole: boolean): Omit<Candidate, "points"> | null {
  const text = span.piece.text.slice(span.start, span.end);
  const lead = LEAD.exec(text)?.[0].length ?? 0;
  const rest = text.slice(lead);
  const printed = (NUMBER.exec(rest)?.[0] ?? "").replace(/[._\-–/\s]+$/, "");
  if (!/\d/.test(printed)) return null;
  if (isWhole && rest.trim().length > printed.length + 2) return null;
  const start = span.start + lead;
  const end = start + printed.length;
  if (isNoNumber(printed, span.piece, start, end)) return null;
  return { value: printed, span: { piece: span.piece, start, end } };
}

function isNoNumber(printed: string, piece: Piece, start: number, end: number): boolean {
  if (/^\p{L}{4,}[ -]?\d{1,2}$/u.test(printed) && / /.test(printed)) return true;
  if (/^\d{1,3}(?:[.,]\d{3})*[.,]\d{2}$/.test(printed)) return true;
  if (/^\s?[%€$£]/.test(piece.text.slice(end, end + 2))) return true;
  if (piece.text[start - 1] === "+" || /^00\d{8,}/.test(printed)) return true;
  if (/^\p{L}{2}\d{2}[\dA-Z]{11,30}$/u.test(printed)) return true;
  return datesIn(piece).some((date) => date.start <= start && date.end >= end);
}

/** The creditor's reference for the payment, beside its label. */
export function readReference(reading: Reading): PaperFields["reference"] {
  const { language } = reading;
  const ends = (other: FoundLabel) => other.key.length > 3 && isAnyOf(other, ENDS, language);
  for (const { pieces } of reading.lines)
    for (const piece of pieces)
      for (const label of piece.labels) {
        if (!isOf(label, "reference", language)) continue;
        const [right] = besideOf(reading, piece, label, ends);
        for (const span of right?.spans.slice(0, 2) ?? []) {
          const found = referenceIn(span);
          if (found !== null) return placedField(reading, found.span, found.value, "medium");
        }
      }
  return undefined;
}

const REFERENCE = /^[\s:.#]*([A-Z]{0,4}[\d/+*-][\dA-Z/+*-]*(?: [\dA-Z]{1,6}){0,8})/u;

function referenceIn(span: Span): { readonly value: string; readonly span: Span } | null {
  const text = span.piece.text.slice(span.start, span.end);
  const match = REFERENCE.exec(text);
  const printed = match?.[1] ?? "";
  if (match === null || printed.replaceAll(/\D/g, "").length < 4) return null;
  const start = span.start + match[0].length - printed.length;
  const end = start + printed.length;
  if (datesIn(span.piece).some((date) => date.start < end && date.end > start)) return null;
  return { value: printed, span: { piece: span.piece, start, end } };
}
