import { z } from "zod";
import { fold } from "../../../core/fold.ts";
import type { Context } from "../../../db/context.ts";
import { ROWS_A_CHUNK } from "../../../db/transaction.ts";
import type { Instant } from "../../../shared/time.ts";
import type { ImportRow } from "./read-rows.ts";

/** Customer of the team, or earlier row of the file, that a row repeats. */
export const Duplicate = z.object({
  by: z.enum(["email", "name"]),
  /** Null for a row of the file. */
  customer: z
    .object({ id: z.string(), name: z.string(), email: z.string(), is_archived: z.boolean() })
    .nullable(),
  /** Line of the earlier row; null for a customer of the team. */
  line: z.int().nullable(),
});

export type Duplicate = z.output<typeof Duplicate>;

type Known = NonNullable<Duplicate["customer"]>;

/**
 * Finds what each row repeats, by line: the same address before the same name, a customer before a row. Of
 * several customers that fit, the oldest counts.
 */
export async function duplicatesIn(
  context: Context,
  rows: readonly ImportRow[],
): Promise<ReadonlyMap<number, Duplicate>> {
  const keyed = rows.flatMap(({ line, values }) =>
    values === null
      ? []
      : [{ line, email: fold(values.email), name: fold(values.name.normalize("NFC")) }],
  );
  const customers = {
    email: await customersBy(context, "email_folded", [
      ...new Set(keyed.map(({ email }) => email)),
    ]),
    name: await customersBy(context, "name_folded", [...new Set(keyed.map(({ name }) => name))]),
  };
  const earlier = { email: new Map<string, number>(), name: new Map<string, number>() };
  const found = new Map<number, Duplicate>();
  for (const row of keyed) {
    const duplicate = duplicateOf(row, customers, earlier);
    if (duplicate !== null) found.set(row.line, duplicate);
    for (const by of BY) if (!earlier[by].has(row[by])) earlier[by].set(row[by], row.line);
  }
  return found;
}

const BY = ["email", "name"] as const;

type By<T> = Readonly<Record<(typeof BY)[number], ReadonlyMap<string, T>>>;

function duplicateOf(
  row: Readonly<Record<(typeof BY)[number], string>>,
  customers: By<Known>,
  earlier: By<number>,
): Duplicate | null {
  for (const by of BY) {
    const customer = customers[by].get(row[by]);
    if (customer !== undefined) return { by, customer, line: null };
    const line = earlier[by].get(row[by]);
    if (line !== undefined) return { by, customer: null, line };
  }
  return null;
}

async function customersBy(
  { db, team }: Context,
  column: "email_folded" | "name_folded",
  keys: readonly string[],
): Promise<ReadonlyMap<string, Known>> {
  const found = new Map<string, Known>();
  for (let from = 0; from < keys.length; from += ROWS_A_CHUNK) {
    const rows = await db
      .selectFrom("customers")
      .select(["id", "name", "email", "is_archived", "created_at", `${column} as key`])
      .where("team_id", "=", team.id)
      .where(column, "in", keys.slice(from, from + ROWS_A_CHUNK))
      .execute();
    // Sorted here: a small team's rows would else be read in the order of their age.
    for (const { key, created_at: _age, ...customer } of rows.toSorted(byAge))
      if (!found.has(key)) found.set(key, customer);
  }
  return found;
}

type Aged = { readonly created_at: Instant; readonly id: string };

function byAge(one: Aged, other: Aged): number {
  return `${one.created_at} ${one.id}` < `${other.created_at} ${other.id}` ? -1 : 1;
}
