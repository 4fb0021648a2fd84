import { minorDigits } from "../../shared/money.ts";
import type { PaperFields, PaperProblem, PaperType, ReadField } from "../../shared/paper.ts";
import type { Paper, ReadPaper } from "../paper.ts";
import { decimalMarkOf, type Figure, figuresIn } from "./amounts.ts";
import { paperCurrency } from "./currency.ts";
import { datesIn, dayOrderOf, type PrintedDate, readDates } from "./dates.ts";
import { paperSummary, paperTitle } from "./describe.ts";
import type { Money } from "./entries.ts";
import { languageOfPaper } from "./language.ts";
import { readNumber, readReference } from "./number.ts";
import { placedField, isOf, isAnyOf, paperLines, type Piece, type Reading } from "./page-lines.ts";
import { readTotals, type ReadTotals } from "./totals.ts";
import { readVendor } from "./vendor.ts";

/** Finds the fields of a paper: its e-invoice first, then the words of its pages. */
export function readPaper(paper: Paper): ReadPaper {
  const lines = paperLines(paper.pages);
  const language = languageOfPaper(lines);
  const reading: Reading = { lines, pages: paper.pages, language };
  const { fields: read, problem: found, named } = fieldsOf(paper, reading);
  const fields = paper.xml === null ? read : mergedWith(paper.xml, read);
  const differs = paper.xml !== null && isUnlike(paper.xml, read, named);
  const told = differs ? lessSure(fields) : fields;
  const problem: PaperProblem | null = differs ? "xml_differs" : paper.xml === null ? found : null;
  return {
    fields: told,
    language,
    title: paperTitle(told, lines, paper.name),
    summary: paperSummary(told, lines),
    problem,
  };
}

type Found = Pick<ReadTotals, "problem" | "named"> & { readonly fields: PaperFields };

function fieldsOf({ own, mail, today }: Paper, reading: Reading): Found {
  const pieces = reading.lines.flatMap((line) => line.pieces);
  const text = pieces.map((piece) => piece.text).join("\n");
  const dates = new Map(pieces.map((piece) => [piece, datesIn(piece)]));
  const figures = new Map(
    pieces.map((piece) => [piece, outside(figuresIn(piece), dates.get(piece) ?? [])]),
  );
  const currency = paperCurrency(reading, figures, text);
  const money: Money = {
    currency: currency?.code ?? null,
    digits: currency === null ? 2 : minorDigits(currency.code),
    decimalMark: decimalMarkOf([...figures.values()].flat()),
    figures,
  };
  const totals = readTotals(reading, money, isCreditNote(reading, figures));
  const order = dayOrderOf([...dates.values()].flat(), { language: reading.language, text });
  const days = readDates(reading, dates, order, today);
  const number = readNumber(reading);
  const reference = readReference(reading);
  const fields: PaperFields = {
    ...readVendor(reading, own, mail),
    ...(number !== undefined && { number }),
    ...days,
    ...(currency !== null && {
      currency: placedField(reading, currency.span, currency.code, currency.sure),
    }),
    ...totals.fields,
    ...(reference !== undefined && { reference }),
  };
  const type = typeOfPaper(reading, fields, totals.isCash);
  return {
    fields: { ...(type !== undefined && { type }), ...fields },
    problem: totals.problem,
    named: totals.named,
  };
}

/** Figures that are no part of a day. */
function outside(figures: readonly Figure[], dates: readonly PrintedDate[]): readonly Figure[] {
  return figures.filter(
    ({ start, end }) => !dates.some((date) => date.start < end && date.end > start),
  );
}

/** True for a paper that is headed as a credit note, and not as an invoice in letters as large. */
function isCreditNote(
  { lines, language, pages }: Reading,
  figures: ReadonlyMap<Piece, readonly Figure[]>,
): boolean {
  const height = pages[0]?.height ?? 0;
  const headings = (kind: "credit_title" | "invoice_title") =>
    lines
      .filter(
        ({ page, box, pieces }) =>
          page === 1 &&
          box.top < height * 0.6 &&
          !pieces.some((piece) => figures.get(piece)?.some(({ decimals }) => decimals.length > 1)),
      )
      .flatMap(({ pieces }) => pieces)
      .filter(
        ({ labels, words }) =>
          words.length <= 9 &&
          labels.some((label) => label.start <= 2 && isOf(label, kind, language)),
      );
  const sizeOf = ({ box }: Piece) => box.bottom - box.top;
  const [credit] = headings("credit_title").toSorted((one, other) => sizeOf(other) - sizeOf(one));
  if (credit === undefined) return false;
  return headings("invoice_title").every((invoice) => sizeOf(invoice) <= sizeOf(credit) * 1.15);
}

const RECEIPT_KINDS = ["receipt_title", "change", "card"] as const;
const LEAST_WORDS_OF_OTHER = 40;

/** An invoice has a number or a due day, a receipt the words of a till; in doubt neither. */
function typeOfPaper(
  reading: Reading,
  fields: PaperFields,
  isCash: boolean,
): ReadField<PaperType> | undefined {
  const { lines, language } = reading;
  const pieces = lines.flatMap((line) => line.pieces);
  const [first] = pieces;
  if (first === undefined) return undefined;
  const told = (value: PaperType, sure: "medium" | "low") =>
    placedField(reading, { piece: first, start: 0, end: first.text.length }, value, sure);
  const isHeaded = pieces.some(({ labels, words }) =>
    labels.some(
      (label) =>
        label.start <= 2 &&
        words.length < 9 &&
        isAnyOf(label, ["invoice_title", "credit_title"], language),
    ),
  );
  const receiptWords = new Set(
    pieces.flatMap(({ labels }) =>
      labels.filter((label) => isAnyOf(label, RECEIPT_KINDS, language)).map(({ key }) => key),
    ),
  ).size;
  const isBill = fields.number !== undefined || fields.due_date !== undefined;
  const hasTotal = fields.amount_minor !== undefined;
  if (fields.due_date !== undefined && hasTotal) return told("invoice", "medium");
  if (isHeaded && isBill && !(isCash || receiptWords > 2)) return told("invoice", "medium");
  if (hasTotal && (isCash || receiptWords > 1)) return told("expense", "medium");
  if (isHeaded && isBill) return told("invoice", "low");
  if (hasTotal && receiptWords > 0) return told("expense", "low");
  const words = pieces.reduce((sum, piece) => sum + piece.words.length, 0);
  if (!hasTotal && fields.date === undefined && words >= LEAST_WORDS_OF_OTHER)
    return told("other", "medium");
  return undefined;
}

/** Takes from the page fields that the e-invoice lacks; amounts are the e-invoice's alone. */
function mergedWith(
  xml: PaperFields,
  { type, vendor, vendor_key, number, date, due_date, iban, reference }: PaperFields,
): PaperFields {
  const fromPage = { type, vendor, vendor_key, number, date, due_date, iban, reference };
  return { ...dropUndefined(fromPage), ...xml };
}

function dropUndefined(fields: {
  readonly [Name in keyof PaperFields]: PaperFields[Name] | undefined;
}): PaperFields {
  const kept = Object.entries(fields).filter(([, field]) => field !== undefined);
  return Object.fromEntries(kept);
}

/** True where the page says another total, day or number, as far as it was read well. */
function isUnlike(xml: PaperFields, page: PaperFields, named: readonly number[]): boolean {
  const { amount_minor: amount, date, number } = page;
  const stated = [xml.amount_minor?.value, xml.payable_minor?.value].filter(
    (minor) => minor !== undefined,
  );
  const hasOtherTotal =
    amount !== undefined &&
    amount.sure !== "low" &&
    stated.length > 0 &&
    !stated.some((minor) => Math.abs(minor) === Math.abs(amount.value)) &&
    (amount.sure === "high" ||
      !named.some((minor) => stated.some((other) => Math.abs(other) === Math.abs(minor))));
  const hasOtherDate =
    date !== undefined &&
    date.sure !== "low" &&
    xml.date !== undefined &&
    xml.date.value !== date.value;
  const plain = (value: string) => value.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  const hasOtherNumber =
    number !== undefined &&
    number.sure !== "low" &&
    xml.number !== undefined &&
    plain(xml.number.value) !== plain(number.value);
  return hasOtherTotal || hasOtherDate || hasOtherNumber;
}

function lessSure(fields: PaperFields): PaperFields {
  const less = <Value>(field: ReadField<Value> | undefined): ReadField<Value> | undefined =>
    field === undefined || field.sure !== "high" ? field : { ...field, sure: "medium" };
  return {
    ...fields,
    ...dropUndefined({
      amount_minor: less(fields.amount_minor),
      payable_minor: less(fields.payable_minor),
      prepaid_minor: less(fields.prepaid_minor),
      tax_minor: less(fields.tax_minor),
      tax_rate_bp: less(fields.tax_rate_bp),
      date: less(fields.date),
      due_date: less(fields.due_date),
      number: less(fields.number),
    }),
  };
}
