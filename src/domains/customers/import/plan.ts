import { hash } from "node:crypto";
import { z } from "zod";
import { columnChoices } from "../../../core/csv/columns.ts";
import { fold } from "../../../core/fold.ts";
import type { Context } from "../../../db/context.ts";
import { ROWS_A_CHUNK } from "../../../db/transaction.ts";
import type { Instant } from "../../../shared/time.ts";
import { COLUMNS } from "./columns.ts";
import type { ImportRow, Values } from "./read-rows.ts";

const Action = z.enum(["skip", "update", "create"]);

type Action = z.output<typeof Action>;

/** For columns, rows that repeat an address, those that repeat a name, and single rows: `12:update`. */
export const Choices = {
  columns: columnChoices(COLUMNS),
  onEmail: Action.default("skip"),
  onName: Action.default("skip"),
  lines: z
    .array(z.string().regex(/^\d{1,7}:(skip|update|create)$/, "must be as 12:update"))
    .max(300, "may be 300 at most; choose for all rows that repeat an address or a name instead")
    .default([]),
};

type Choices = z.output<z.ZodObject<typeof Choices>>;

export type Planned = {
  /** Null for a new customer. */
  readonly id: string | null;
  readonly values: Values;
  readonly tags: readonly string[];
};

type Plan = {
  readonly planned: readonly Planned[];
  readonly skipped: number;
  readonly broken: number;
};

/** A row that updates an earlier row of the file, or the same customer, is merged into it. */
export function planOf(
  rows: readonly ImportRow[],
  duplicates: ReadonlyMap<number, Duplicate>,
  choices: Choices,
): Plan {
  const single = new Map(choices.lines.map((text) => splitChoice(text)));
  const planned = new Map<string, Planned>();
  const keyOfLine = new Map<number, string>();
  let [skipped, broken] = [0, 0];
  for (const { line, values, tags } of rows) {
    if (values === null) {
      broken += 1;
      continue;
    }
    const duplicate = duplicates.get(line);
    const action = actionFor(duplicate, single.get(line), choices);
    if (action === "skip") {
      skipped += 1;
      continue;
    }
    const customer = action === "update" ? (duplicate?.customer ?? null) : null;
    const before = action === "update" ? keyOfLine.get(duplicate?.line ?? -1) : undefined;
    const key = customer?.id ?? before ?? `line ${line}`;
    const known = planned.get(key);
    planned.set(key, {
      id: known?.id ?? customer?.id ?? null,
      values: { ...known?.values, ...values },
      tags: [...new Set([...(known?.tags ?? []), ...tags])],
    });
    keyOfLine.set(line, key);
  }
  return { planned: [...planned.values()], skipped, broken };
}

function splitChoice(text: string): readonly [number, Action] {
  const [line, action] = text.split(":");
  return [Number(line), Action.parse(action)];
}

function actionFor(
  duplicate: Duplicate | undefined,
  single: Action | undefined,
  { onEmail, onName }: Choices,
): Action {
  if (duplicate === undefined) return "create";
  return single ?? (duplicate.by === "email" ? onEmail : onName);
}

/** Changes whenever a preview of the same choices would say something else. */
export function fingerprintOf(
  rows: readonly ImportRow[],
  duplicates: ReadonlyMap<number, Duplicate>,
): string {
  const found = [...duplicates].map(([line, { by, customer, line: earlier }]) => [
    line,
    by,
    customer?.id ?? earlier,
  ]);
  return hash("sha256", JSON.stringify([rows, found]), "base64url").slice(0, 22);
}

/** Customer of the team, or earlier row of the file, that a row repeats. */
export const Duplicate = z.object({
  by: z.enum(["email", "name"]),
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
