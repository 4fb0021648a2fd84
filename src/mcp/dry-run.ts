import { z } from "zod";
import { toldChanges, type ToldEvent, toldEvent } from "../activity/told-event.ts";
import { Refusal } from "../core/errors.ts";
import type { Tool } from "../core/tool.ts";
import { transaction } from "../db/transaction.ts";
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
 * Runs a call, tells what it changed as the journal would, and rolls everything back. It asks nobody, sends
 * no progress, and nothing of it is left: no row, number, mail or lock.
 */
export async function dryRun(
  context: CallContext,
  run: (context: CallContext) => Promise<unknown>,
): Promise<object> {
  const quiet = { ...context, wake: () => {}, progress: () => {} };
  try {
    await transaction(quiet, async (context) => {
      const { event } = await withEvent(context, run);
      throw new RolledBack(event === null ? NOTHING : await foretold(context, event));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.told;
    throw error;
  }
  throw new Error("a dry run was not rolled back");
}

class RolledBack extends Error {
  readonly told: object;

  constructor(told: object) {
    super("the dry run ends");
    this.told = told;
  }
}

const NOTHING = { dry_run: true, would_have: "changed nothing", counts: {}, changes: [], more: 0 };

async function foretold(context: CallContext, event: string): Promise<object> {
  const journal = { ...context, ...context.journal };
  const { deed, counts }: ToldEvent = await toldEvent(journal, event);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const changes = all > MOST_READ ? [] : await toldChanges(journal, event, MOST_NAMED);
  return { dry_run: true, would_have: deed, counts, changes, more: all - changes.length };
}

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
