import { z } from "zod";
import { brokenRule } from "../../../core/arguments.ts";
import { chosenColumns } from "../../../core/csv/columns.ts";
import { type Csv, type CsvRow, readCsv } from "../../../core/csv/read-csv.ts";
import { Refusal } from "../../../core/errors.ts";
import { label } from "../../../core/fields.ts";
import { readInThread, SHORT_TABLE } from "../../../core/file-thread.ts";
import { fold } from "../../../core/fold.ts";
import { CUSTOMER_FILE_FIELDS } from "../../../shared/records/customer.ts";
import { optionalNames, type RecordField } from "../../../shared/records/field.ts";
import { wholeInput } from "../customer.ts";
import { type Column, customerColumns } from "./columns.ts";

const MOST_ROWS = 5000;

export type ImportRow = Filled & { readonly line: number };

/** Fields without which no row is a customer. */
export const NEEDED = ["name", "email"] as const;

type Needed = (typeof NEEDED)[number];

export type ImportFile = {
  readonly csv: Csv;
  readonly columns: ReadonlyMap<Column, number>;
  /** Columns as the titles tell them. */
  readonly guessed: ReadonlyMap<Column, number>;
  readonly missing: readonly Needed[];
  readonly rows: readonly ImportRow[];
};

/**
 * @param chosen fields of columns, in place of those that the titles tell
 * @throws Refusal for a file that is no CSV
 */
export async function readRows(bytes: Uint8Array, chosen: readonly string[]): Promise<ImportFile> {
  if (bytes.length < SHORT_TABLE) return parseRows(bytes, chosen);
  return readInThread<readonly string[], ImportFile>(THREAD, { bytes, options: chosen });
}

const THREAD = new URL("read-thread.ts", import.meta.url);

export async function parseRows(bytes: Uint8Array, chosen: readonly string[]): Promise<ImportFile> {
  const csv = await readCsv(bytes, { mostRows: MOST_ROWS });
  const guessed = customerColumns(csv.header);
  const columns = chosenColumns(chosen, guessed);
  const missing = NEEDED.filter((field) => !isIn(columns, field));
  return { csv, columns, guessed, missing, rows: csv.rows.map((row) => readRow(row, columns)) };
}

/** @throws Refusal when a column that customers need is missing */
export function requireNeeded({ missing: [missing] }: ImportFile): void {
  if (missing !== undefined) throw unknownColumns(missing === "email" ? "e-mail address" : "name");
}

function isIn(columns: ReadonlyMap<Column, number>, needed: Needed): boolean {
  return needed === "email" ? columns.has("email") : NAMING.some((column) => columns.has(column));
}

const NAMING = ["name", "contact", "first_name", "last_name"] as const;

function readRow({ line, cells }: CsvRow, columns: ReadonlyMap<Column, number>): ImportRow {
  const given = new Map<Column, string>();
  for (const [column, index] of columns) {
    const text = cells[index] ?? "";
    if (text !== "") given.set(column, text);
  }
  return { line, ...fillIn(given) };
}

function unknownColumns(missing: string): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "file",
    message: `No column of the file is known to hold the ${missing} of customers`,
    next: "choose it in the preview, or give the columns titles such as Name and E-mail",
  });
}

const { name, email, tax_rate_id: _rate, rounding: _rounding, ...details } = wholeInput;

const DETAILS = optionalNames(CUSTOMER_FILE_FIELDS);

type Detail = (typeof DETAILS)[number];

/** A field that is left out is not in the file. */
export type Values = {
  readonly name: string;
  readonly email: string;
} & z.output<z.ZodObject<typeof details>>;

type Filled = {
  /** Name and address as they stand in the file, for people to find the row. */
  readonly told: { readonly name: string | null; readonly email: string | null };
  /** Null when the row cannot be imported. */
  readonly values: Values | null;
  readonly tags: readonly string[];
  /** Sentences: why the row cannot be imported, or else which fields are left out. */
  readonly problems: readonly string[];
};

/** Leaves out a detail that is not valid. */
function fillIn(given: ReadonlyMap<Column, string>): Filled {
  const person = [given.get("first_name"), given.get("last_name")]
    .filter((text) => text !== undefined)
    .join(" ");
  const contact = given.get("contact") ?? (person === "" ? undefined : person);
  const problems: string[] = [];
  const told = {
    name: shortened(given.get("name") ?? contact),
    email: shortened(given.get("email")),
  };
  const named = parsed(
    CUSTOMER_FILE_FIELDS.name.label,
    name,
    given.get("name") ?? contact,
    problems,
  );
  const address = parsed(CUSTOMER_FILE_FIELDS.email.label, email, given.get("email"), problems);
  const tags = tagsIn(given.get("tags"), problems);
  if (named === undefined || address === undefined) return { told, values: null, tags, problems };
  const raw = new Map<string, unknown>();
  for (const field of DETAILS) {
    const value = field === "contact" ? contact : rawOf(field, given);
    if (value !== undefined) raw.set(field, value);
  }
  const values = { name: named, email: address, ...valid(raw, problems) };
  return { told, values, tags, problems };
}

const Details = z.strictObject(details);

function valid(raw: Map<string, unknown>, problems: string[]): z.output<typeof Details> {
  const result = Details.safeParse(Object.fromEntries(raw), { error: brokenRule });
  if (result.success) return result.data;
  for (const { path, message } of result.error.issues) {
    const field = z.enum(DETAILS).parse(path[0]);
    if (raw.delete(field)) problems.push(`${CUSTOMER_FILE_FIELDS[field].label} ${message}.`);
  }
  return valid(raw, problems);
}

function shortened(text: string | undefined): string | null {
  return text?.slice(0, 200).toWellFormed() ?? null;
}

function parsed<T>(
  title: string,
  schema: z.ZodType<T>,
  raw: unknown,
  problems: string[],
): T | undefined {
  const result = schema.safeParse(raw, { error: brokenRule });
  if (result.success) return result.data;
  const rule = result.error.issues[0]?.message ?? "is not valid";
  problems.push(`${title} ${rule}.`);
  return undefined;
}

/** A country of two letters is a code; days may stand among words. */
function rawOf(field: Detail, given: ReadonlyMap<Column, string>): unknown {
  const country = given.get("country");
  const isCode = country !== undefined && /^\p{L}{2}$/u.test(country);
  if (field === "country") return isCode ? undefined : country;
  if (field === "countryCode") return given.get("countryCode") ?? (isCode ? country : undefined);
  const text = given.get(field);
  const of: RecordField = CUSTOMER_FILE_FIELDS[field];
  if (text === undefined) return text;
  if (of.kind === "choice") return codeIn(of.choices, text);
  if (of.kind !== "days") return text;
  return Number(/\d+/.exec(text)?.[0] ?? Number.NaN);
}

/** The code that a file has, or whose words it has: `German` for `de`. */
function codeIn(choices: Readonly<Record<string, string>>, text: string): string {
  const is = (word: string) => fold(word) === fold(text.trim());
  return Object.keys(choices).find((code) => is(code) || is(choices[code] ?? "")) ?? text;
}

const MOST_TAGS_A_ROW = 100;

function tagsIn(text: string | undefined, problems: string[]): readonly string[] {
  const names = (text ?? "")
    .split(/[,;|]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return [...new Set(names)]
    .slice(0, MOST_TAGS_A_ROW)
    .flatMap((name) => parsed("Tag", label(100), name, problems) ?? []);
}
