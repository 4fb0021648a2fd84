import type { Logger } from "pino";
import { isPassing, Refusal } from "../core/errors.ts";
import { type BaseContext, baseContextOf, type Sources } from "../db/context.ts";
import { transaction } from "../db/transaction.ts";
import { LARGEST_FILE, readEcbFile } from "../domains/rates/ecb-file.ts";
import { loadRates } from "../domains/rates/load-rates.ts";
import { makeSource, readSource } from "../domains/rates/rate.ts";
import type { Outside } from "../http/outside.ts";
import { addDays, momentIn } from "../shared/calendar.ts";
import { addMilliseconds, dayIn, type Instant } from "../shared/time.ts";
import { repeat } from "./repeat.ts";

const EVERY_MS = 5 * 60_000;
const HOUR_MS = 60 * 60_000;
/** A server that stops waits for a fetch under way. */
const PATIENCE_MS = 10_000;

type RateParts = Sources & { readonly outside?: Outside };

/**
 * Fetches the ECB's rates once a day, after they are published. Of several processes one does it. After a
 * failure it is tried again every hour.
 * @returns a function that stops it, and resolves when a fetch under way has ended
 */
export function startRates(parts: RateParts, url: URL, log: Logger): () => Promise<void> {
  return repeat(EVERY_MS, async () => {
    try {
      await fetchDue(baseContextOf(parts), url, parts.outside, log);
    } catch (error) {
      // The database has told the log, and the next look comes soon.
      if (!isPassing(error)) log.error({ err: error }, "exchange rates were not fetched");
    }
  });
}

async function fetchDue(
  context: BaseContext,
  url: URL,
  outside: Outside | undefined,
  log: Logger,
): Promise<void> {
  if (!(await claim(context))) return;
  const failure = await fetchRates(context, url, outside);
  await transaction(context, async ({ db }) => {
    await db.updateTable("rate_sources").set({ failure }).execute();
  });
  if (failure === null) log.info("exchange rates are fetched");
  else
    log.warn({ reason: failure }, "exchange rates were not fetched; it is tried again in an hour");
}

/** Notes the attempt beforehand: other processes leave it, and one that is broken off counts as failed. */
async function claim(context: BaseContext): Promise<boolean> {
  const { now } = context;
  const { tried_at, failure } = await readSource(context.db);
  if (!isDue(now, tried_at, failure !== null)) return false;
  return transaction(context, async ({ db }) => {
    await makeSource(db);
    const source = db
      .updateTable("rate_sources")
      .set({ tried_at: now, failure: "The file was asked for, and has not come." });
    const { numUpdatedRows } = await (
      tried_at === null
        ? source.where("tried_at", "is", null)
        : source.where("tried_at", "=", tried_at)
    ).executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  });
}

function isDue(now: Instant, tried: Instant | null, hasFailed: boolean): boolean {
  if (tried === null || tried > now) return true;
  return tried < lastPublished(now) || (hasFailed && tried <= addMilliseconds(now, -HOUR_MS));
}

/** The ECB is in Frankfurt, and publishes at about 16:00. */
const ZONE = "Europe/Berlin";
const MINUTES = 16 * 60 + 30;

function lastPublished(now: Instant): Instant {
  const day = dayIn(ZONE, now);
  const today = momentIn(ZONE, day, MINUTES);
  return today <= now ? today : momentIn(ZONE, addDays(day, -1), MINUTES);
}

/** @returns a sentence about the failure, or null */
async function fetchRates(
  context: BaseContext,
  url: URL,
  outside: Outside | undefined,
): Promise<string | null> {
  // Loaded on demand: most servers fetch nothing.
  const { getFile } = await import("../http/outside.ts");
  const limits = { largest: LARGEST_FILE, milliseconds: PATIENCE_MS, ...(outside && { outside }) };
  // Servers name many types for one file; its content decides.
  const fetched = await getFile(url, { accept: "*/*", isIt: () => true }, limits);
  if ("problem" in fetched) return `${fetched.problem}.`;
  try {
    const rates = await readEcbFile(fetched.bytes, dayIn("UTC", context.now));
    await loadRates(context, rates);
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.sentence;
    throw error;
  }
}
