import { sql } from "kysely";
import { Refusal } from "../../core/errors.ts";
import { quoted } from "../../core/visible.ts";
import type { AuditContext } from "../../db/context.ts";
import { isTakenIn } from "../../db/failures.ts";
import type { InvoiceSeries } from "../../db/schema/invoices.ts";
import { invoiceNumber, type NumberReset, periodOf } from "../../shared/invoice-numbers.ts";
import type { Day } from "../../shared/time.ts";
import type { SettingsColumns } from "../invoice-settings/settings.ts";

/** Series, pattern and resets of a kind of document. */
export type Numbering = {
  readonly series: InvoiceSeries;
  readonly pattern: string;
  readonly reset: NumberReset;
};

type NumberSettings = Pick<
  SettingsColumns,
  | "invoice_pattern"
  | "invoice_reset"
  | "credit_note_pattern"
  | "credit_note_reset"
  | "credits_share_numbers"
>;

export function numberingOf(settings: NumberSettings, type: "invoice" | "credit_note"): Numbering {
  if (type === "invoice" || settings.credits_share_numbers)
    return {
      series: "invoice",
      pattern: settings.invoice_pattern,
      reset: settings.invoice_reset,
    };
  return {
    series: "credit_note",
    pattern: settings.credit_note_pattern,
    reset: settings.credit_note_reset,
  };
}

export type GivenNumber = {
  readonly series: InvoiceSeries;
  readonly period: string;
  readonly sequence: number;
  readonly number: string;
};

type Place = Pick<AuditContext, "db" | "team">;

/**
 * Takes the next number. The counter's row is locked until the transaction ends, so that numbers are given in turns,
 * and a transaction that is undone gives its number back.
 * @param day of issue
 * @throws Refusal `number_taken` when another document has that number
 */
export async function giveNumber(
  context: Place,
  { series, pattern, reset }: Numbering,
  day: Day,
): Promise<GivenNumber> {
  const { db, team } = context;
  const period = periodOf(reset, day);
  const { last_value: sequence } = await db
    .insertInto("invoice_counters")
    .values({ team_id: team.id, series, period, last_value: 1, last_date: day })
    .onConflict((conflict) =>
      conflict.columns(["team_id", "series", "period"]).doUpdateSet({
        last_value: sql`invoice_counters.last_value + 1`,
        last_date: sql`case when invoice_counters.last_date > excluded.last_date
          then invoice_counters.last_date else excluded.last_date end`,
      }),
    )
    .returning("last_value")
    .executeTakeFirstOrThrow();
  const number = invoiceNumber(pattern, day, sequence);
  if (await isTaken(context, number)) {
    const start = await firstFree(context, { pattern, day, from: sequence });
    throw numberTaken(number, start);
  }
  return { series, period, sequence, number };
}

/** The number that the next document would get, if it was sent now. */
export async function nextNumber(
  context: Place,
  { series, pattern, reset }: Numbering,
  day: Day,
): Promise<string> {
  const period = periodOf(reset, day);
  return invoiceNumber(pattern, day, (await lastValueOf(context, series, period)) + 1);
}

/** The last value that was given, or left out; 0 before the first. */
export async function lastValueOf(
  { db, team }: Place,
  series: InvoiceSeries,
  period: string,
): Promise<number> {
  const counter = await db
    .selectFrom("invoice_counters")
    .select("last_value")
    .where("team_id", "=", team.id)
    .where("series", "=", series)
    .where("period", "=", period)
    .executeTakeFirst();
  return counter?.last_value ?? 0;
}

/** The latest day of issue in a series; null before its first document. */
export async function lastDateOf({ db, team }: Place, series: InvoiceSeries): Promise<Day | null> {
  const { last } = await db
    .selectFrom("invoice_counters")
    .select(({ fn }) => fn.max("last_date").as("last"))
    .where("team_id", "=", team.id)
    .where("series", "=", series)
    .executeTakeFirstOrThrow();
  return last;
}

async function isTaken({ db, team }: Place, number: string): Promise<boolean> {
  const found = await db
    .selectFrom("invoices")
    .select("id")
    .where("team_id", "=", team.id)
    .where("number", "=", number)
    .executeTakeFirst();
  return found !== undefined;
}

type Wanted = { readonly pattern: string; readonly day: Day; readonly from: number };

/** The first value, from the given one on, behind all numbers that the pattern would write again. */
export async function firstFree(
  { db, team }: Place,
  { pattern, day, from }: Wanted,
): Promise<number> {
  const [before, after] = around(pattern, day);
  const rows = await db
    .selectFrom("invoices")
    .select("number")
    .where("team_id", "=", team.id)
    .where("number", ">=", before)
    .where("number", "<", `${before}:`)
    .execute();
  const values = rows.flatMap(({ number }) => {
    const value = Number(number?.slice(before.length, number.length - after.length));
    return Number.isInteger(value) && invoiceNumber(pattern, day, value) === number ? [value] : [];
  });
  return Math.max(from, ...values.map((value) => value + 1));
}

/** The texts before and behind the count. */
function around(pattern: string, day: Day): readonly [string, string] {
  const [before = "", after = ""] = pattern.split(/\{#+\}/);
  return [textOf(before, day), textOf(after, day)];
}

/** A part of a pattern without a count. */
function textOf(part: string, day: Day): string {
  return invoiceNumber(`${part}{#}`, day, 0).slice(0, -1);
}

export function numberTaken(number: string, start: number | null, path: string | null = null) {
  const from = start === null ? "" : `, or let the numbers start at ${start}`;
  return new Refusal({
    code: "number_taken",
    path,
    message: `The number ${quoted(number)} is that of another document`,
    next: `choose another pattern under Settings, Invoices, Numbers${from}; nothing was done`,
  });
}

/**
 * Writes a row with its number. The counters of two series may come to one number at the same moment.
 * @throws Refusal `number_taken`
 */
export async function writeNumbered<T>(number: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw isTakenIn(NUMBERS, error) ? numberTaken(number, null) : error;
  }
}

const NUMBERS = { table: "invoices", columns: ["team_id", "number"] } as const;
