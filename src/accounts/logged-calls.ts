import { sql } from "kysely";
import { z } from "zod";
import { cursor, filterDay, instant, limit, uuid } from "../core/fields.ts";
import { listingOf, pageOf, readCursor } from "../core/page.ts";
import type { Context, BaseContext } from "../db/context.ts";
import { preparedQuery, type Slots } from "../db/prepared-query.ts";
import { addDays, startOfDay } from "../shared/calendar.ts";
import { type Instant, addMilliseconds } from "../shared/time.ts";
import { seesAllCredentials } from "./membership.ts";

export const ListCalls = z.strictObject({
  credential: z
    .string()
    .toLowerCase()
    .pipe(z.templateLiteral([z.enum(["key:", "app:"]), z.uuid()]))
    .optional(),
  tool: z.string().max(200).optional(),
  outcome: z.enum(["done", "refused", "failed"]).optional(),
  from: filterDay.optional(),
  to: filterDay.optional(),
  cursor: cursor.optional(),
  limit: limit.default(50),
});

export type ListCalls = z.output<typeof ListCalls>;

const SortKey = z.tuple([instant, uuid]);

/**
 * The team's logged calls, newest first. Members see those of their own keys and apps; owners and
 * admins see all.
 */
export async function listCalls(context: Context, input: ListCalls) {
  const { credential, tool, outcome, from, to, cursor, limit } = input;
  const { team, actor } = context;
  const listing = listingOf(context, input);
  const after = readCursor(SortKey, listing, cursor);
  const rows = await findCalls(context.db, {
    team_id: team.id,
    viewer: seesAllCredentials(actor) ? undefined : actor.id,
    credential: credential?.split(":")[1],
    tool,
    outcome,
    first: from === undefined ? undefined : startOfDay(actor.timeZone, from),
    end: to === undefined ? undefined : startOfDay(actor.timeZone, addDays(to, 1)),
    after_created_at: after?.[0],
    after_id: after?.[1],
    rows: limit + 1,
  });
  return pageOf(listing, rows, limit, (row) => [row.created_at, row.id]);
}

type Values = {
  readonly team_id: string;
  readonly viewer: string | undefined;
  readonly credential: string | undefined;
  readonly tool: string | undefined;
  readonly outcome: ListCalls["outcome"];
  readonly first: Instant | undefined;
  readonly end: Instant | undefined;
  readonly after_created_at: Instant | undefined;
  readonly after_id: string | undefined;
  readonly rows: number;
};

const findCalls = preparedQuery((db, { slot, given }: Slots<Values>) => {
  const calls = db
    .selectFrom("call_log as call")
    .innerJoin("users as holder", "holder.id", "call.user_id")
    .where("call.team_id", "=", slot("team_id"))
    .select(["call.id", "call.created_at", "call.credential_kind", "call.credential_id"])
    .select(["call.client_name", "call.tool", "call.outcome", "call.reason"])
    .select(["call.row_count", "call.milliseconds", "call.calls"])
    .select(["holder.id as holder_id", "holder.name as holder_name"])
    .orderBy("call.created_at", "desc")
    .orderBy("call.id", "desc")
    .limit(slot("rows"));
  return calls
    .$if(given("viewer"), (query) => query.where("call.user_id", "=", slot("viewer")))
    .$if(given("credential"), (query) => query.where("call.credential_id", "=", slot("credential")))
    .$if(given("tool"), (query) => query.where("call.tool", "=", slot("tool")))
    .$if(given("outcome"), (query) => query.where("call.outcome", "=", slot("outcome")))
    .$if(given("first"), (query) => query.where("call.created_at", ">=", slot("first")))
    .$if(given("end"), (query) => query.where("call.created_at", "<", slot("end")))
    .$if(given("after_id"), (query) =>
      query.where(
        sql<boolean>`(call.created_at, call.id) < (${slot("after_created_at")}, ${slot("after_id")})`,
      ),
    );
});

const KEPT_MS = 14 * 24 * 60 * 60_000;
const MOST_OF_TEAM = 200_000;

type OldCalls = {
  readonly deleteSome: (context: BaseContext, most: number) => Promise<number>;
};

/** Finds the teams with calls to delete: after 14 days, or behind the newest 200,000. */
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
