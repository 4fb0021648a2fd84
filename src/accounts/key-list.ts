import { notFound, type Refusal } from "../core/errors.ts";
import type { Context } from "../db/context.ts";
import type { Instant } from "../shared/time.ts";
import { seesAllCredentials } from "./membership.ts";
import { deletesWhenOn, opensAt, REACH } from "./reach.ts";

export type ShownKey = ReturnType<typeof shown>;

export async function listShownKeys(context: Context): Promise<readonly ShownKey[]> {
  const rows = await keysFor(context).execute();
  return rows.map((row) => shown(row, context.now));
}

/** @throws Refusal `not_found` for a key that the user may not see */
export async function requireShownKey(context: Context, id: string): Promise<ShownKey> {
  const row = await keysFor(context).where("key.id", "=", id).executeTakeFirst();
  if (row === undefined) throw noKey(id);
  return shown(row, context.now);
}

export async function latestUsedKey(context: Context): Promise<ShownKey | null> {
  const row = await keysFor(context)
    .where("key.last_used_at", "is not", null)
    .where("key.revoked_at", "is", null)
    .where((key) =>
      key.or([key("key.expires_at", "is", null), key("key.expires_at", ">", context.now)]),
    )
    .clearOrderBy()
    .orderBy("key.last_used_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : shown(row, context.now);
}

/** Includes keys of users who have left the team. */
function keysFor({ db, team, actor }: Context) {
  const keys = db
    .selectFrom("api_keys as key")
    .innerJoin("users as holder", "holder.id", "key.user_id")
    .innerJoin("teams as team", "team.id", "key.team_id")
    .leftJoin("memberships as member", (join) =>
      join.onRef("member.team_id", "=", "key.team_id").onRef("member.user_id", "=", "key.user_id"),
    )
    .where("key.team_id", "=", team.id)
    .select(["key.id", "key.name", "key.hint", "key.scopes", "key.created_at", "key.expires_at"])
    .select(["key.revoked_at", "key.replaced_by", "key.last_used_at", "key.last_used_by"])
    .select(["holder.id as holder_id", "holder.name as holder_name"])
    .select(REACH)
    .orderBy("key.created_at", "desc")
    .orderBy("key.id", "desc");
  return seesAllCredentials(actor) ? keys : keys.where("key.user_id", "=", actor.id);
}

type Row = Awaited<ReturnType<ReturnType<typeof keysFor>["execute"]>>[number];

function shown(row: Row, now: Instant) {
  return {
    ...row,
    opens: opensAt(row, now),
    deletesWhenOn: deletesWhenOn(row),
    state: stateOf(row, now),
  };
}

function stateOf(
  { role, revoked_at, expires_at }: Row,
  now: Instant,
): "active" | "expired" | "revoked" {
  if (revoked_at !== null || role === null) return "revoked";
  return expires_at !== null && expires_at <= now ? "expired" : "active";
}

export function noKey(id: string): Refusal {
  const next = "reload the page to see which keys there are";
  return notFound({ what: "API key", id, path: "id", next });
}
