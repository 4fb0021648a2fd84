import { z } from "zod";
import type { SubjectType } from "../db/schema/activity.ts";
import type { TeamTable } from "../db/schema/schema.ts";
import { fromFields, type RecordField, type RecordFields } from "../shared/records/field.ts";
import { ROUNDING_NAMES } from "../shared/time-rounding.ts";

export type Field<Column extends string = string> = {
  readonly label: string;
  /** Thing that the value only dates: sentences tell that it changed, without the value. */
  readonly dates?: string;
} & (
  | { readonly kind: "text" | "long text" | "day" | "moment" | "boolean" | "currency" }
  /** Whole seconds. */
  | { readonly kind: "duration" }
  /** `unit` is a singular noun; null for a bare number. */
  | {
      readonly kind: "number";
      readonly unit: string | null;
      /** The stored number is one of hundredths. */
      readonly inHundredths?: true;
    }
  | { readonly kind: "choice"; readonly choices: Texts }
  /** An item without an entry in `items` is shown as stored. */
  | { readonly kind: "list"; readonly items: Texts }
  | { readonly kind: "id"; readonly of: SubjectType }
  /** Minor units of the currency in another column of the same row of `table`. */
  | { readonly kind: "money"; readonly currencyColumn: Column; readonly table: TeamTable }
  /** Minor units of the currency of another kind of record, in the row with the same id. */
  | {
      readonly kind: "money";
      readonly currencyColumn: string;
      readonly table: TeamTable;
      readonly of: SubjectType;
    }
);

type Texts = Readonly<Record<string, string>>;

/** A value as the web app is sent it: ready to be formatted for the reader's locale and time zone. */
export const Value = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("text"), text: z.string() }),
  z.object({ kind: z.literal("long text"), text: z.string() }),
  z.object({ kind: z.literal("day"), day: z.string() }),
  z.object({ kind: z.literal("moment"), at: z.string() }),
  z.object({ kind: z.literal("duration"), seconds: z.int() }),
  z.object({ kind: z.literal("number"), number: z.number(), unit: z.string().nullable() }),
  z.object({ kind: z.literal("boolean"), isTrue: z.boolean() }),
  z.object({ kind: z.literal("list"), items: z.array(z.string()) }),
  z.object({ kind: z.literal("currency"), code: z.string() }),
  z.object({ kind: z.literal("money"), minor: z.int(), currency: z.string().nullable() }),
]);

export type Value = z.output<typeof Value>;

type Lookups = {
  readonly names: ReadonlyMap<string, string>;
  /** Currency in that column of the same record. */
  readonly currencyIn: (column: string) => string | null;
};

/**
 * A stored value by its kind; null when it is empty. A value of another kind was stored by an earlier
 * version: it is shown as stored.
 */
export function valueOf(field: Field, stored: unknown, lookups: Lookups): Value | null {
  if (stored === null || stored === undefined || stored === "") return null;
  if (Array.isArray(stored) && stored.length === 0) return null;
  const text = typeof stored === "string" ? stored : JSON.stringify(stored);
  return readAs(field, stored, lookups) ?? { kind: "text", text };
}

/** Null for a value of another kind than the field's. */
export function readAs(field: Field, stored: unknown, lookups: Lookups): Value | null {
  switch (typeof stored) {
    case "string":
      return ofText(field, stored, lookups);
    case "number":
      return ofNumber(field, stored, lookups);
    case "boolean":
      return field.kind === "boolean" ? { kind: "boolean", isTrue: stored } : null;
    default:
      return field.kind === "list" && Array.isArray(stored) ? ofList(field.items, stored) : null;
  }
}

function ofText(field: Field, text: string, { names }: Lookups): Value | null {
  switch (field.kind) {
    case "text":
    case "long text":
      return { kind: field.kind, text };
    case "id":
      return { kind: "text", text: names.get(text) ?? text };
    case "choice":
      return ofChoice(field.choices, text);
    case "day":
      return { kind: "day", day: text };
    case "moment":
      return { kind: "moment", at: text };
    case "currency":
      return { kind: "currency", code: text };
    default:
      return null;
  }
}

function ofNumber(field: Field, number: number, { currencyIn }: Lookups): Value | null {
  if (field.kind === "number") {
    const shown = field.inHundredths === true ? number / 100 : number;
    return { kind: "number", number: shown, unit: field.unit };
  }
  if (!Number.isSafeInteger(number)) return null;
  if (field.kind === "duration") return { kind: "duration", seconds: number };
  if (field.kind !== "money") return null;
  const code = currencyIn(field.currencyColumn);
  return { kind: "money", minor: number, currency: code !== null && CODE.test(code) ? code : null };
}

/** The codes that `Intl.NumberFormat` takes, withdrawn currencies too. */
const CODE = /^[A-Z]{3}$/;

function ofChoice(choices: Texts, stored: string): Value | null {
  const text = new Map(Object.entries(choices)).get(stored);
  return text === undefined ? null : { kind: "text", text };
}

function ofList(items: Texts, stored: readonly unknown[]): Value {
  const texts = new Map(Object.entries(items));
  return { kind: "list", items: stored.map((item) => texts.get(String(item)) ?? String(item)) };
}

/** Columns of a table of fields, as the journal shows them. */
export function journalFields<F extends RecordFields>(
  table: TeamTable,
  fields: F,
): { [Name in keyof F as F[Name]["column"]]: Field<F[keyof F]["column"]> } {
  return fromFields(fields, (_, field) => [
    field.column,
    { label: field.label, ...shown(field, table, fields) },
  ]);
}

function shown(field: RecordField, table: TeamTable, fields: RecordFields) {
  switch (field.kind) {
    case "text":
      return { kind: "long text" };
    case "currency":
      return { kind: "currency" };
    case "days":
      return { kind: "number", unit: "day" };
    case "hours":
      return { kind: "number", unit: "hour" };
    case "flag":
      return { kind: "boolean" };
    case "id":
      return { kind: "id", of: field.of };
    case "rounding":
      return { kind: "choice", choices: ROUNDING_NAMES };
    case "choice":
      return { kind: "choice", choices: field.choices };
    case "money":
      return { kind: "money", currencyColumn: fields[field.currencyIn]?.column, table };
    default:
      return { kind: "text" };
  }
}
