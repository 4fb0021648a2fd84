import { z } from "zod";
import { toldChanges, type ToldEvent, toldEvent } from "../activity/told-event.ts";
import { Refusal } from "../core/errors.ts";
import { notices, noticesOf } from "../core/fields.ts";
import type { Tool } from "../core/tool.ts";
import { withUntrusted } from "../core/untrusted.ts";
import { lockTeam, takenBack, transaction } from "../db/transaction.ts";
import {
  countWritten,
  monthsOfEvent,
  movedSums,
  readReportSums,
  type ReportSum,
  UNLOCKED,
} from "../domains/reports/moved-sums.ts";
import type { CallContext } from "./call.ts";

const DryRun = z.looseObject({ dry_run: z.unknown().optional() });

/** Takes `dry_run` out of the arguments of a tool that has it. */
export function splitDryRun(
  { hasDryRun }: Tool<CallContext>,
  given: unknown,
): { readonly given: unknown; readonly isDry: boolean } {
  const { data } = DryRun.safeParse(given);
  if (!hasDryRun || data === undefined || !("dry_run" in data)) return { given, isDry: false };
  const { dry_run, ...rest } = data;
  if (typeof dry_run === "boolean" || dry_run === null)
    return { given: rest, isDry: dry_run === true };
  throw new Refusal({
    code: "invalid_argument",
    path: "dry_run",
    message: "dry_run must be true or false",
    next: "correct it and try again; nothing was done",
  });
}

/** Changes of an event up to which a dry run names records; it counts those of larger ones only. */
const MOST_READ = 5000;
const MOST_NAMED = 50;

/**
 * Runs a call, tells what it changed as the journal would, and which sums of reports it moved, and rolls everything
 * back. It asks nobody, sends no progress, and nothing of it is left: no row, number, mail or lock.
 */
export async function dryRun(
  context: CallContext,
  run: (context: CallContext) => Promise<unknown>,
): Promise<object> {
  const quiet = { ...context, wake: () => {}, progress: () => {} };
  try {
    await transaction(quiet, async (context) => {
      // Between the two readings of sums nobody else moves them.
      await lockTeam(context);
      const written = await countWritten(context);
      const { notices, amounts, after } = await takenBack(context, async () => {
        const { output, event } = await withEvent(context, run);
        const { notices = [] } = Answer.parse(output);
        const { data: amounts } = Amounts.safeParse(output);
        return { notices, amounts, after: event === null ? null : await foretold(context, event) };
      });
      if (after === null) throw new RolledBack({ ...NOTHING, ...noticesOf(notices) });
      const { told, months, sums, isOfStrangers } = after;
      const before = sums && (await readSums(context, months.months));
      const isAlone = (await countWritten(context)) === written;
      const moved = movedReports({ before, sums, isAlone }, months.more);
      const all = {
        ...told,
        ...amounts,
        ...moved.told,
        ...noticesOf([...notices, ...moved.notices]),
      };
      throw new RolledBack(isOfStrangers ? withUntrusted(all, WORDS) : all);
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.told;
    throw error;
  }
  throw new Error("a dry run was not rolled back");
}

/** Notices of the call are told too, such as an overlap, or that no mail goes out. */
const Answer = z.looseObject({ notices });

/** Of an invoice: the journal has them in its own units, and with much else. */
const Amounts = z.object({
  subtotal: z.number(),
  tax: z.number(),
  total: z.number(),
  currency: z.string(),
});

class RolledBack extends Error {
  readonly told: object;

  constructor(told: object) {
    super("the dry run ends");
    this.told = told;
  }
}

const NOTHING = { dry_run: true, would_have: "changed nothing", counts: {}, changes: [], more: 0 };

async function foretold(context: CallContext, event: string) {
  const journal = { ...context, ...context.journal };
  const { deed, counts, isOfStrangers }: ToldEvent = await toldEvent(journal, event);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const changes = all > MOST_READ ? [] : await toldChanges(journal, event, MOST_NAMED);
  const named = changes.reduce((sum, { times = 1 }) => sum + times, 0);
  const months = await monthsOfEvent(context, event);
  return {
    told: { dry_run: true, would_have: deed, counts, changes, more: all - named },
    months,
    sums: await readSums(context, months.months),
    isOfStrangers,
  };
}

const WORDS = [
  "would_have",
  "changes.name",
  "changes.fields.before",
  "changes.fields.after",
  "notices",
];

/** Null where a sum is too large to be told: the call itself may do without it. */
async function readSums(
  context: CallContext,
  months: readonly string[],
): Promise<readonly ReportSum[] | null> {
  try {
    return await readReportSums(context, months);
  } catch (error) {
    if (error instanceof Refusal && error.code === "too_large") return null;
    throw error;
  }
}

type Readings = {
  readonly before: readonly ReportSum[] | null;
  readonly sums: readonly ReportSum[] | null;
  /** False when others wrote meanwhile. */
  readonly isAlone: boolean;
};

type Moved = { readonly told: object; readonly notices: readonly string[] };

function movedReports({ before, sums, isAlone }: Readings, moreMonths: number): Moved {
  if (before === null || sums === null) return { told: {}, notices: [TOO_LARGE] };
  const reports = movedSums(before, sums).filter(({ report }) => isAlone || !UNLOCKED.has(report));
  const more = moreMonths === 0 ? {} : { more_months: moreMonths };
  return { told: { reports, ...more }, notices: isAlone ? [] : [NOT_ALONE] };
}

const NOT_ALONE =
  "Others wrote meanwhile, so sums of unbilled time and of what is owed are not told; a repeated dry run tells them.";

const TOO_LARGE = "Some sums of reports are too large to be told exactly, so none are.";

/** Runs a call in the current transaction, and finds the event that it wrote; null when it changed nothing. */
export async function withEvent<Output>(
  context: CallContext,
  run: (context: CallContext) => Promise<Output>,
): Promise<{ readonly output: Output; readonly event: string | null }> {
  const made = new Set<string>();
  const newId = () => {
    const id = context.newId();
    made.add(id);
    return id;
  };
  const output = await run({ ...context, newId });
  const { db, team, tool, now } = context;
  // Another server may have written events of the same tool and moment.
  const events = await db
    .selectFrom("activity_events")
    .select("id")
    .where("team_id", "=", team.id)
    .where("created_at", "=", now)
    .where("tool", "=", tool)
    .where("outcome", "=", "done")
    .execute();
  return { output, event: events.find(({ id }) => made.has(id))?.id ?? null };
}
