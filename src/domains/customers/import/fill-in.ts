import { z } from "zod";
import { brokenRule } from "../../../core/arguments.ts";
import { label } from "../../../core/fields.ts";
import { CUSTOMER_FIELDS } from "../../../shared/records/customer.ts";
import { optionalNames } from "../../../shared/records/field.ts";
import { customerInput } from "../customer-fields.ts";
import type { Column } from "./columns.ts";

const { name, email, ...details } = customerInput;

const DETAILS = optionalNames(CUSTOMER_FIELDS);

type Detail = (typeof DETAILS)[number];

/** Fields of a customer as a file gives them; a field that is left out is not in the file. */
export type Values = {
  readonly name: string;
  readonly email: string;
} & z.output<z.ZodObject<typeof details>>;

export type Filled = {
  /** Name and address as they stand in the file, for people to find the row. */
  readonly told: { readonly name: string | null; readonly email: string | null };
  /** Null when the row cannot be imported. */
  readonly values: Values | null;
  readonly tags: readonly string[];
  /** Why the row cannot be imported; else what of it is left out. As sentences. */
  readonly problems: readonly string[];
};

/** Makes the fields of a customer from the cells of a row. A detail that is not valid is left out. */
export function fillIn(given: ReadonlyMap<Column, string>): Filled {
  const person = [given.get("first_name"), given.get("last_name")].filter(isGiven).join(" ");
  const contact = given.get("contact") ?? (person === "" ? undefined : person);
  const problems: string[] = [];
  const told = {
    name: shortened(given.get("name") ?? contact),
    email: shortened(given.get("email")),
  };
  const named = parsed(CUSTOMER_FIELDS.name.label, name, given.get("name") ?? contact, problems);
  const address = parsed(CUSTOMER_FIELDS.email.label, email, given.get("email"), problems);
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
    if (raw.delete(field)) problems.push(`${CUSTOMER_FIELDS[field].label} ${message}.`);
  }
  return valid(raw, problems);
}

function shortened(text: string | undefined): string | null {
  return text?.slice(0, 200).toWellFormed() ?? null;
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined;
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
  if (CUSTOMER_FIELDS[field].kind !== "days" || text === undefined) return text;
  return Number(/\d+/.exec(text)?.[0] ?? Number.NaN);
}

const MOST_TAGS_A_ROW = 100;

/** Tags stand in one cell, separated by commas, semicolons or bars. */
function tagsIn(text: string | undefined, problems: string[]): readonly string[] {
  const names = (text ?? "")
    .split(/[,;|]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return [...new Set(names)]
    .slice(0, MOST_TAGS_A_ROW)
    .flatMap((name) => parsed("Tag", label(100), name, problems) ?? []);
}
