import { z } from "zod";
import { fold } from "../fold.ts";
import type { Csv } from "./read-csv.ts";

/** Names by which other programs call a field, in any language; compared without case, accents and signs. */
export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly string[]>>;

/**
 * Finds which column of a file has which field. The first column of a name counts, and a name earlier in a
 * field's list before a later one.
 */
export function columnsOf<Field extends string>(
  header: readonly string[],
  names: ColumnNames<Field>,
): ReadonlyMap<Field, number> {
  const titles = header.map(bare);
  const found = new Map<Field, number>();
  for (const field of fieldsOf(names)) {
    const at = names[field].map((name) => titles.indexOf(bare(name))).find((index) => index >= 0);
    if (at !== undefined) found.set(field, at);
  }
  return found;
}

/** `E-Mail Address*` and `email_address` are the same. */
export function bare(title: string): string {
  return fold(title).replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function fieldsOf<Field extends string>(names: ColumnNames<Field>): readonly Field[] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of a record of fields
  return Object.keys(names) as Field[];
}

/**
 * Fields that a person chose for columns. They take precedence over the titles: `3:email` reads the third
 * column as the e-mail, and `3:none` leaves it out. Each field has one column, the chosen one first.
 */
export function columnChoices(fields: readonly string[]) {
  const known = new Set<string>([...fields, NONE]);
  return z
    .array(z.string().regex(/^[1-9]\d{0,3}:\w+$/, "must be as 3:email"))
    .max(fields.length * 2)
    .refine((all) => all.every((one) => known.has(fieldOf(one))), "must name fields of the import")
    .refine((all) => isEachOnce(all.map(fieldOf).filter(isField)), "must give each field once")
    .refine((all) => isEachOnce(all.map(placeOf)), "must name each column once")
    .default([]);
}

export function chosenColumns<Field extends string>(
  chosen: readonly string[],
  guessed: ReadonlyMap<Field, number>,
): ReadonlyMap<Field, number> {
  const [fields, places] = [new Set(chosen.map(fieldOf)), new Set(chosen.map(placeOf))];
  const kept = [...guessed].filter(([field, place]) => !fields.has(field) && !places.has(place));
  const set = chosen
    .filter((one) => isField(fieldOf(one)))
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the schema has only its fields
    .map((one) => [fieldOf(one) as Field, placeOf(one)] as const);
  return new Map([...kept, ...set]);
}

export function fileColumns<Field extends string>(fields: readonly Field[]) {
  const field = z.enum(fields).nullable();
  return z.array(
    z.object({
      title: z.string(),
      field,
      guessed: field,
      values: z.array(z.string()),
    }),
  );
}

const NONE = "none";

const FIRST_ROWS = 200;
const VALUES = 3;
const LONGEST_VALUE = 40;

export function columnsIn<Field extends string>(
  { header, rows }: Pick<Csv, "header" | "rows">,
  { columns, guessed }: Record<"columns" | "guessed", ReadonlyMap<Field, number>>,
) {
  const [fieldAt, guessedAt] = [byPlace(columns), byPlace(guessed)];
  const first = rows.slice(0, FIRST_ROWS);
  return header.map((title, place) => ({
    title,
    field: fieldAt.get(place) ?? null,
    guessed: guessedAt.get(place) ?? null,
    values: [...new Set(first.map(({ cells }) => shortened(cells[place] ?? "")))]
      .filter((cell) => cell !== "")
      .slice(0, VALUES),
  }));
}

function shortened(cell: string): string {
  return cell.slice(0, LONGEST_VALUE).toWellFormed();
}

function byPlace<Field>(columns: ReadonlyMap<Field, number>): ReadonlyMap<number, Field> {
  return new Map([...columns].map(([field, place]) => [place, field]));
}

function fieldOf(choice: string): string {
  return choice.slice(choice.indexOf(":") + 1);
}

function placeOf(choice: string): number {
  return Number.parseInt(choice, 10) - 1;
}

function isField(field: string): boolean {
  return field !== NONE;
}

function isEachOnce(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}
