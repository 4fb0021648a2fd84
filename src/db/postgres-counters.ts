import { sql } from "kysely";
import { type Counters, windowId } from "../core/counters.ts";
import { preparedQuery, type Slots } from "./prepared-query.ts";
import type { Db } from "./schema/schema.ts";

/**
 * Counts for all servers of a PostgreSQL database, each call in one statement: its row lock makes the count
 * exact. The table is not logged, so nothing waits for the disk, and a crash of PostgreSQL empties it. Time
 * is PostgreSQL's.
 */
export function postgresCounters(db: Db): Counters {
  return (name, { limit, seconds }) => ({
    take: async (key, cost) => {
      const id = windowId(name, key);
      const [row] = await (cost === 0
        ? findWindow(db, { id })
        : countCall(db, { id, cost, most: limit, seconds }));
      if (row === undefined) return { isAllowed: true, used: 0, msLeft: seconds * 1000 };
      return { isAllowed: cost === 0 || row.is_allowed, used: row.used, msLeft: row.ms_left };
    },
    giveBack: async (key) => {
      await giveBack(db, { id: windowId(name, key) });
    },
  });
}

const NOW = sql`statement_timestamp()`;
const MS_LEFT = sql<number>`cast(extract(epoch from ends_at - ${NOW}) * 1000 as double precision)`;

type Call = {
  readonly id: string;
  readonly cost: number;
  readonly most: number;
  readonly seconds: number;
};

const countCall = preparedQuery((db, { slot }: Slots<Call>) => {
  const cost = sql<number>`cast(${slot("cost")} as integer)`;
  const most = sql<number>`cast(${slot("most")} as integer)`;
  // A statement that waited for another has an older time, hence the minute. Beyond it the clock was set back.
  const isOver = sql<boolean>`(call_counts.ends_at <= ${NOW} or call_counts.ends_at > excluded.ends_at + interval '1 minute')`;
  const fits = sql<boolean>`call_counts.used + ${cost} <= ${most}`;
  return db
    .insertInto("call_counts")
    .values({
      id: slot("id"),
      used: sql`case when ${cost} <= ${most} then ${cost} else 0 end`,
      is_allowed: sql`${cost} <= ${most}`,
      ends_at: sql`${NOW} + make_interval(secs => cast(${slot("seconds")} as integer))`,
    })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({
        used: sql`case when ${isOver} then excluded.used when ${fits} then call_counts.used + ${cost} else call_counts.used end`,
        is_allowed: sql`case when ${isOver} then excluded.is_allowed else ${fits} end`,
        ends_at: sql`case when ${isOver} then excluded.ends_at else call_counts.ends_at end`,
      }),
    )
    .returning(["used", "is_allowed", MS_LEFT.as("ms_left")]);
});

const findWindow = preparedQuery((db, { slot }: Slots<Pick<Call, "id">>) =>
  db
    .selectFrom("call_counts")
    .where("id", "=", slot("id"))
    .where(sql<boolean>`ends_at > ${NOW}`)
    .select(["used", "is_allowed", MS_LEFT.as("ms_left")]),
);

const giveBack = preparedQuery((db, { slot }: Slots<Pick<Call, "id">>) =>
  db
    .updateTable("call_counts")
    .set({ used: sql`used - 1` })
    .where("id", "=", slot("id"))
    .where("used", ">", 0)
    .where(sql<boolean>`ends_at > ${NOW}`),
);

/** @returns number of windows that were over */
export async function deleteEndedWindows(db: Db): Promise<number> {
  const { numAffectedRows = 0n } =
    await sql`delete from call_counts where ends_at <= ${NOW}`.execute(db);
  return Number(numAffectedRows);
}
