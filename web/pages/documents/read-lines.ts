import { shortDay } from "../../dates.ts";
import { money } from "../../numbers.ts";
import type { ShownDocument } from "./document.ts";

type ReadLine = { readonly label: string; readonly text: string; readonly isGuess: boolean };

type Value = string | number;

type Line = { readonly name: string; readonly label: string; readonly told: Telling };

type Telling = (value: Value, currency: string | null) => string;

const asIs: Telling = String;
const day: Telling = (value) => (typeof value === "string" ? shortDay(value) : String(value));
/** Without a currency an amount has no unit: its digits alone would be a guess. */
const amount: Telling = (value, currency) =>
  typeof value !== "number"
    ? value
    : currency === null
      ? "in an unknown currency"
      : money(value, currency);
const percent: Telling = (value) => `${(Number(value) / 100).toLocaleString("en-GB")} %`;
const kind: Telling = (value) => KINDS[String(value)] ?? String(value);

const KINDS: Readonly<Record<string, string>> = {
  invoice: "Invoice",
  expense: "Receipt",
  other: "Neither invoice nor receipt",
};

const LINES: readonly Line[] = [
  { name: "type", label: "Type", told: kind },
  { name: "vendor", label: "From", told: asIs },
  { name: "number", label: "Number", told: asIs },
  { name: "date", label: "Date", told: day },
  { name: "due_date", label: "Due", told: day },
  { name: "amount_minor", label: "Amount", told: amount },
  { name: "payable_minor", label: "To pay", told: amount },
  { name: "prepaid_minor", label: "Paid before", told: amount },
  { name: "tax_minor", label: "Tax in it", told: amount },
  { name: "tax_rate_bp", label: "Tax rate", told: percent },
  { name: "iban", label: "IBAN", told: asIs },
  { name: "reference", label: "Reference", told: asIs },
];

/** Fields that were read, in the words of people. */
export function readFieldLines({ fields }: Pick<ShownDocument, "fields">): readonly ReadLine[] {
  const currency = fields["currency"]?.value ?? null;
  const code = typeof currency === "string" ? currency : null;
  return LINES.flatMap(({ name, label, told }) => {
    const field = fields[name];
    if (field === undefined || field.value === null) return [];
    return [{ label, text: told(field.value, code), isGuess: field.sure === "low" }];
  });
}
