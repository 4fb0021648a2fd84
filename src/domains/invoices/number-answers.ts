import { z } from "zod";
import { event } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { invoiceNumber, periodOf } from "../../shared/invoice-numbers.ts";
import type { Day } from "../../shared/time.ts";
import { type InvoiceSettings, settingsOf } from "../invoice-settings/settings.ts";
import { todayOf } from "../team/today.ts";
import { lastValueOf, numberingOf } from "./give-number.ts";
import { proofSentence, proveNumbers } from "./prove-numbers.ts";
import { ordersDates } from "./sending-days.ts";

const series = z.enum(["invoice", "credit_note"]);
const reset = z.enum(["never", "year", "month"]);

/** The settings of numbers, and the proof that the numbers are complete. */
export const ShownNumbers = z.object({
  /** Of invoices and of credit notes. */
  kinds: z.array(
    z.object({
      type: series,
      series,
      pattern: z.string(),
      reset,
      next_number: z.string(),
      next_value: z.int(),
    }),
  ),
  credits_share_numbers: z.boolean(),
  /** Null while the country's practice holds, which `follows_dates` tells. */
  dates_ordered: z.boolean().nullable(),
  follows_dates: z.boolean(),
  periods: z.array(
    z.object({ series, period: z.string(), last: z.int(), given: z.int(), skipped: z.int() }),
  ),
  skips: z.array(
    z.object({
      series,
      period: z.string(),
      from_value: z.int(),
      to_value: z.int(),
      reason: z.string(),
      created_at: z.string(),
    }),
  ),
  /** Sentences; empty where all is well. */
  problems: z.array(z.string()),
  /** The proof in one sentence. */
  sentence: z.string(),
  event,
});

/** More would keep the page and other requests waiting: each has a PDF. */
const MOST_DOCUMENTS = 200;

export async function getShownNumbers(
  context: Context,
  event: string | null = null,
): Promise<z.input<typeof ShownNumbers>> {
  const settings = await settingsOf(context);
  const today = await todayOf(context);
  const proof = await proveNumbers(context, { newest: MOST_DOCUMENTS });
  return {
    kinds: [
      await kindOf(context, settings, { type: "invoice", today }),
      await kindOf(context, settings, { type: "credit_note", today }),
    ],
    credits_share_numbers: settings.credits_share_numbers,
    dates_ordered: settings.dates_ordered,
    follows_dates: ordersDates(settings),
    periods: [...proof.periods],
    skips: [...(await skipsOf(context))],
    problems: [...proof.problems],
    sentence: proofSentence(proof),
    event,
  };
}

type Of = { readonly type: "invoice" | "credit_note"; readonly today: Day };

async function kindOf(context: Context, settings: InvoiceSettings, { type, today }: Of) {
  const { series, pattern, reset } = numberingOf(settings, type);
  const next_value = (await lastValueOf(context, series, periodOf(reset, today))) + 1;
  const next_number = invoiceNumber(pattern, today, next_value);
  return { type, series, pattern, reset, next_number, next_value };
}

async function skipsOf({ db, team }: Context) {
  return db
    .selectFrom("invoice_number_skips")
    .select(["series", "period", "from_value", "to_value", "reason", "created_at"])
    .where("team_id", "=", team.id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}
