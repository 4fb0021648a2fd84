import type { BaseContext } from "../db/context.ts";
import { transaction } from "../db/transaction.ts";
import { type Instant, millisecondsBetween } from "../shared/time.ts";

const NAME = "main";

/** Longest time since the last collection, and since the newest change, that a clock is believed. */
const FARTHEST_MS = 7 * 24 * 60 * 60_000;

/** Hourly runs that are left out before a clock is believed after all: timers do not follow the clock. */
const LEFT_OUT = 24;

export type Doubt = {
  /** The newest moment that the database knows of. */
  readonly known: Instant;
  /** True at the first run that is left out. */
  readonly isNew: boolean;
};

/**
 * Makes the question that the collector asks before each hourly run: is the clock far ahead of all that
 * the database knows? A wrong clock would have it delete what is not over. Null when it is not, and
 * again after 24 hours, for a server that had stood still.
 * @param startedAt start of this process; later rows carry its own, perhaps wrong, time
 */
export function clockDoubt(startedAt: Instant): (context: BaseContext) => Promise<Doubt | null> {
  let leftOut = 0;
  return async (context) => {
    const known = await newestKnown(context, startedAt);
    if (known === null || millisecondsBetween(known, context.now) <= FARTHEST_MS) {
      leftOut = 0;
      return null;
    }
    if (leftOut === LEFT_OUT) return null;
    leftOut += 1;
    return { known, isNew: leftOut === 1 };
  };
}

/** Keeps the time of a collection. */
export async function noteCollection(context: BaseContext): Promise<void> {
  const row = { name: NAME, last_at: context.now };
  await transaction(context, async ({ db }) => {
    await db
      .insertInto("collections")
      .values(row)
      .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
      .execute();
  });
}

/** The later of the last collection and the newest change from before this process. */
async function newestKnown({ db }: BaseContext, startedAt: Instant): Promise<Instant | null> {
  const [last, newest] = await Promise.all([
    db
      .selectFrom("collections")
      .select("last_at as at")
      .where("name", "=", NAME)
      .executeTakeFirst(),
    // Older events have lost their snapshots, and are not in the index that this reads.
    db
      .selectFrom("activity_events")
      .select("created_at as at")
      .where("redacted_at", "is", null)
      .where("created_at", "<", startedAt)
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirst(),
  ]);
  const known = [last?.at, newest?.at].filter((at) => at !== undefined);
  return known.toSorted().at(-1) ?? null;
}
