import { type Kind, type RecordFields, fromFields } from "../src/shared/records/field.ts";

/** A value for each field as it is stored, which no other field has. Records are without relations. */
export function valuesFor(fields: RecordFields): Readonly<Record<string, string | number>> {
  return fromFields(fields, (name, { kind, column }) => [name, VALUES[kind](column)]);
}

const VALUES: Readonly<Record<Kind, (column: string) => string | number>> = {
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
};
