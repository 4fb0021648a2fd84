import type { Kind, RecordField } from "../src/shared/records/field.ts";

type PlainKind = Exclude<Kind, "flag" | "id">;

/** A value for each field as it is stored, which no other field has. */
export function valuesFor(
  fields: Readonly<Record<string, RecordField<PlainKind>>>,
): Readonly<Record<string, string | number>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { kind, column }]) => [name, VALUES[kind](column)]),
  );
}

const VALUES: Readonly<Record<PlainKind, (column: string) => string | number>> = {
  name: (column) => `Name in ${column}`,
  line: (column) => `Line in ${column}`,
  text: (column) => `Text in ${column}.\nIn two lines.`,
  phone: (column) => `+49 30 123456, ${column}`,
  "e-mail": (column) => `${column}@acme.example`,
  "e-mails": (column) => `${column}@acme.example, cfo@acme.example`,
  URL: (column) => `https://acme.example/${column}`,
  country: () => "Germany",
  "country code": () => "DE",
  currency: () => "EUR",
  days: () => 30,
  hours: () => 12.5,
  money: () => 12_50,
  // The only field of choices is the language of invoices.
  choice: () => "de",
  rounding: () => "up-15-day",
};
