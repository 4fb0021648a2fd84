import type { Selectable } from "kysely";
import { z } from "zod";
import { type Change, record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { label } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { InvoiceSeries } from "../../db/schema/invoices.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import { invoiceNumber, periodOf, readNumberPattern } from "../../shared/invoice-numbers.ts";
import type { Day } from "../../shared/time.ts";
import { type InvoiceSettings, settingsOf, writeSettings } from "../invoice-settings/settings.ts";
import { todayOf } from "../team/today.ts";
import { firstFree, lastValueOf, type Numbering, numberingOf, numberTaken } from "./give-number.ts";

type SkipRow = Selectable<Schema["invoice_number_skips"]>;

export function skipSnapshot({ team_id: _team, ...snapshot }: SkipRow) {
  return snapshot;
}

const reset = z.enum(["never", "year", "month"]);

/** The first number that a series goes on with, in the period of today. */
const Next = z.strictObject({
  series: z.enum(["invoice", "credit_note"]),
  value: z.int().min(1).max(999_999_999),
  reason: label(300),
});

export const SetNumbers = z.strictObject({
  invoice_pattern: z.string().optional(),
  invoice_reset: reset.optional(),
  credit_note_pattern: z.string().optional(),
  credit_note_reset: reset.optional(),
  credits_share_numbers: z.boolean().optional(),
  dates_ordered: z.boolean().nullable().optional(),
  next: z.array(Next).max(2).default([]),
});

export type SetNumbers = z.output<typeof SetNumbers>;

/**
 * Changes how documents are numbered, and raises the number that is next. What is left out is written down with its
 * reason.
 * @returns the event; null when nothing has changed
 * @throws Refusal for a pattern whose numbers would repeat, `number_taken` where the next number exists, and for a next
 * value below the one that is next
 */
export async function setNumbers(context: Context, given: SetNumbers): Promise<string | null> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const { next, ...wanted } = given;
    const columns = numberColumns(await settingsOf(context), wanted);
    const changes = [...(await writeSettings(context, columns))];
    const after = await settingsOf(context);
    const today = await todayOf(context);
    for (const { series, value, reason } of next) {
      const numbering = numberingOf(after, series);
      if (numbering.series !== series) throw sharesNumbers();
      changes.push(...(await raise(context, { ...numbering, today, value, reason })));
    }
    for (const type of ["invoice", "credit_note"] as const)
      await requireFreeNext(context, numberingOf(after, type), { type, today });
    return changes.length === 0 ? null : record(context, changes);
  });
}

function numberColumns(before: InvoiceSettings, wanted: Omit<SetNumbers, "next">) {
  const invoice_reset = wanted.invoice_reset ?? before.invoice_reset;
  const credit_note_reset = wanted.credit_note_reset ?? before.credit_note_reset;
  const invoice = wanted.invoice_pattern ?? before.invoice_pattern;
  const creditNote = wanted.credit_note_pattern ?? before.credit_note_pattern;
  const { dates_ordered = before.dates_ordered } = wanted;
  return {
    invoice_pattern: readPattern("invoice_pattern", invoice, invoice_reset),
    invoice_reset,
    credit_note_pattern: readPattern("credit_note_pattern", creditNote, credit_note_reset),
    credit_note_reset,
    credits_share_numbers: wanted.credits_share_numbers ?? before.credits_share_numbers,
    dates_ordered,
  };
}

function readPattern(path: string, pattern: string, reset: Numbering["reset"]): string {
  const read = readNumberPattern(pattern, reset);
  if (read.state === "read") return read.value;
  const why = read.state === "empty" ? "The pattern is empty." : read.why;
  throw new Refusal({
    code: "invalid_argument",
    path,
    message: why.replace(/\.$/, ""),
    next: "correct it and save again; nothing was saved",
  });
}

function sharesNumbers(): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "next",
    message: "Credit notes take their numbers from the invoices",
    next: "set the next number of invoices instead; nothing was saved",
  });
}

type Raise = Numbering & { readonly today: Day; readonly value: number; readonly reason: string };

async function raise(
  context: Context,
  { series, pattern, reset, today, value, reason }: Raise,
): Promise<readonly Change[]> {
  const { db, team, now, actor, newId } = context;
  const period = periodOf(reset, today);
  const last_value = await lockCounter(context, series, period);
  if (value <= last_value)
    throw tooLow(invoiceNumber(pattern, today, last_value + 1), last_value + 1);
  if (value === last_value + 1) return [];
  await db
    .updateTable("invoice_counters")
    .set({ last_value: value - 1 })
    .where("team_id", "=", team.id)
    .where("series", "=", series)
    .where("period", "=", period)
    .execute();
  const skip: SkipRow = {
    team_id: team.id,
    id: newId(),
    series,
    period,
    from_value: last_value + 1,
    to_value: value - 1,
    reason,
    created_by: actor.id,
    created_at: now,
  };
  await db.insertInto("invoice_number_skips").values(skip).execute();
  return [{ type: "invoice_number_skip", id: skip.id, before: null, after: skipSnapshot(skip) }];
}

/** Locks the counter, so that no number is given meanwhile. */
async function lockCounter(
  { db, team }: Context,
  series: InvoiceSeries,
  period: string,
): Promise<number> {
  await db
    .insertInto("invoice_counters")
    .values({ team_id: team.id, series, period, last_value: 0, last_date: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const counter = db
    .selectFrom("invoice_counters")
    .select("last_value")
    .where("team_id", "=", team.id)
    .where("series", "=", series)
    .where("period", "=", period);
  const { last_value } = await lockForUpdate(db, counter).executeTakeFirstOrThrow();
  return last_value;
}

function tooLow(number: string, value: number): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "next",
    message: `The next number is ${number}, and it can only be raised`,
    next: `give ${value} or more; nothing was saved`,
  });
}

type Of = { readonly type: "invoice" | "credit_note"; readonly today: Day };

/** @throws Refusal `number_taken` with the value from which the pattern writes no number that exists */
async function requireFreeNext(
  context: Context,
  { series, pattern, reset }: Numbering,
  { type, today }: Of,
): Promise<void> {
  const from = (await lastValueOf(context, series, periodOf(reset, today))) + 1;
  const start = await firstFree(context, { pattern, day: today, from });
  if (start === from) return;
  throw numberTaken(invoiceNumber(pattern, today, from), start, `${type}_pattern`);
}
