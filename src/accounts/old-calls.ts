import { sql } from "kysely";
import type { BaseContext } from "../db/context.ts";
import { addMilliseconds, type Instant } from "../shared/time.ts";

const KEPT_MS = 14 * 24 * 60 * 60_000;
/** Rows of the log that one team keeps. */
const MOST_OF_TEAM = 200_000;

type OldCalls = {
  /** @returns number of deleted rows */
  readonly deleteSome: (context: BaseContext, most: number) => Promise<number>;
};

/** Finds the teams with calls that are kept no longer: after 14 days, or behind the newest 200,000. */
export async function oldCallsOf(
  context: BaseContext,
  mostOfTeam = MOST_OF_TEAM,
): Promise<readonly OldCalls[]> {
  const found: OldCalls[] = [];
  for (const { id } of await context.db.selectFrom("teams").select("id").execute()) {
    const last = await lastOld(context, id, mostOfTeam);
    if (last === undefined) continue;
    found.push({ deleteSome: async (context, most) => deleteUpTo(context, { id, last }, most) });
  }
  return found;
}

type Place = { readonly created_at: Instant; readonly id: string };

/** The newest row of a team that is kept no longer. */
async function lastOld(
  { db, now }: BaseContext,
  teamId: string,
  mostOfTeam: number,
): Promise<Place | undefined> {
  const newest = db
    .selectFrom("call_log")
    .select(["created_at", "id"])
    .where("team_id", "=", teamId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");
  const expired = newest.where("created_at", "<=", addMilliseconds(now, -KEPT_MS)).limit(1);
  const surplus = newest.offset(mostOfTeam).limit(1);
  const last = [await surplus.executeTakeFirst(), await expired.executeTakeFirst()];
  const found = last.filter((place) => place !== undefined);
  return found.toSorted((one, other) => (keyOf(one) > keyOf(other) ? -1 : 1))[0];
}

function keyOf({ created_at, id }: Place): string {
  return `${created_at} ${id}`;
}

async function deleteUpTo(
  { db }: BaseContext,
  { id, last }: { readonly id: string; readonly last: Place },
  most: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from call_log
    where team_id = ${id} and (created_at, id) in (
      select created_at, id from call_log
      where team_id = ${id} and (created_at, id) <= (${last.created_at}, ${last.id})
      order by created_at, id limit ${most})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
