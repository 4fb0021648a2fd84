import { withoutHidden } from "../../core/visible.ts";
import { decimalText } from "../../shared/money.ts";
import type { PaperFields } from "../../shared/paper.ts";
import type { PageLine } from "./page-lines.ts";

const LONGEST_TITLE = 120;
const LONGEST_SUMMARY = 300;

/** Kind, number and vendor; else the largest line of the first page; else the file's name. */
export function paperTitle(fields: PaperFields, lines: readonly PageLine[], name: string): string {
  const named = nameOf(fields);
  if (named !== null) return cut(named, LONGEST_TITLE);
  const first = lines.filter(({ page }) => page === 1).flatMap(({ pieces }) => pieces);
  const heightOf = ({ box }: (typeof first)[number]) => box.bottom - box.top;
  const worded = first.filter(({ text }) => /\p{L}{3}/u.test(text));
  const tallest = Math.max(...worded.map(heightOf));
  const largest = worded.find((piece) => heightOf(piece) >= tallest * 0.95);
  return cut(withoutHidden(largest?.text ?? name), LONGEST_TITLE);
}

/** `Invoice RE-2026-0001 of Hetzner Online GmbH`. Null without a number and a vendor. */
function nameOf({ type, number, vendor, amount_minor: amount }: PaperFields): string | null {
  if (number === undefined && vendor === undefined) return null;
  if (type === undefined || type.value === "other") return null;
  const kind =
    (amount?.value ?? 0) < 0 ? "Credit note" : type.value === "invoice" ? "Invoice" : "Receipt";
  const numbered = number === undefined ? kind : `${kind} ${withoutHidden(number.value)}`;
  return vendor === undefined ? numbered : `${numbered} of ${withoutHidden(vendor.value)}`;
}

/**
 * One sentence from the fields: `Invoice RE-2026-0001 of Hetzner Online GmbH over 119.00 EUR, VAT 19 %, due
 * 2026-11-14.` Without fields, the first two sentences of the text.
 */
export function paperSummary(fields: PaperFields, lines: readonly PageLine[]): string | null {
  const named = nameOf(fields);
  const { amount_minor: amount, currency, tax_rate_bp: rate, due_date: due } = fields;
  if (named === null || amount === undefined) return firstSentences(lines);
  const code = currency?.value ?? null;
  const over = `${decimalText(Math.abs(amount.value), code ?? "")}${code === null ? "" : ` ${code}`}`;
  const taxed = rate === undefined || rate.value === 0 ? "" : `, VAT ${rate.value / 100} %`;
  const until = due === undefined ? "" : `, due ${due.value}`;
  return cut(`${named} over ${over}${taxed}${until}.`, LONGEST_SUMMARY);
}

function firstSentences(lines: readonly PageLine[]): string | null {
  const text = lines
    .slice(0, 60)
    .map(({ pieces }) => pieces.map((piece) => piece.text).join(" "))
    .join(" ")
    .slice(0, 2000);
  const sentences = [...text.matchAll(/[^.!?]{3,300}(?:[.!?](?=\s|$)|$)/gu)].slice(0, 2);
  const told = withoutHidden(sentences.map(([sentence]) => sentence.trim()).join(" "));
  return told === "" ? null : cut(told, LONGEST_SUMMARY);
}

function cut(text: string, most: number): string {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  return plain.length <= most ? plain : `${plain.slice(0, most - 1).trimEnd()}…`;
}
