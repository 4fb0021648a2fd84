import { notFound, type Refusal } from "../core/errors.ts";
import type { Context } from "../db/context.ts";
import { transaction } from "../db/transaction.ts";
import type { Instant } from "../shared/time.ts";
import { deletesWhenOn, opensAt, REACH } from "./credentials.ts";
import { endGrant, liveGrants } from "./grants.ts";
import { seesAllCredentials } from "./membership.ts";
import type { Opens } from "./scopes.ts";

export type ShownKey = ReturnType<typeof shownKey>;

export async function listShownKeys(context: Context): Promise<readonly ShownKey[]> {
  const rows = await keysFor(context).execute();
  return rows.map((row) => shownKey(row, context.now));
}

/** @throws Refusal `not_found` for a key that the user may not see */
export async function requireShownKey(context: Context, id: string): Promise<ShownKey> {
  const row = await keysFor(context).where("key.id", "=", id).executeTakeFirst();
  if (row === undefined) throw noShownKey(id);
  return shownKey(row, context.now);
}

async function latestUsedKey(context: Context): Promise<ShownKey | null> {
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
  return row === undefined ? null : shownKey(row, context.now);
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

type KeyRow = Awaited<ReturnType<ReturnType<typeof keysFor>["execute"]>>[number];

function shownKey(row: KeyRow, now: Instant) {
  return {
    ...row,
    opens: opensAt(row, now),
    deletesWhenOn: deletesWhenOn(row),
    state: stateOf(row, now),
  };
}

function stateOf(
  { role, revoked_at, expires_at }: KeyRow,
  now: Instant,
): "active" | "expired" | "revoked" {
  if (revoked_at !== null || role === null) return "revoked";
  return expires_at !== null && expires_at <= now ? "expired" : "active";
}

export function noShownKey(id: string): Refusal {
  const next = "reload the page to see which keys there are";
  return notFound({ what: "API key", id, path: "id", next });
}

export type ShownApp = ReturnType<typeof shownApp>;

export async function listShownApps(context: Context): Promise<readonly ShownApp[]> {
  const rows = await appsFor(context).execute();
  return rows.map((row) => shownApp(row, context.now));
}

async function latestUsedApp(context: Context): Promise<ShownApp | null> {
  const row = await appsFor(context)
    .where("grant.last_used_at", "is not", null)
    .clearOrderBy()
    .orderBy("grant.last_used_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : shownApp(row, context.now);
}

function appsFor(context: Context) {
  const { team, actor } = context;
  const apps = liveGrants(context)
    .innerJoin("users as holder", "holder.id", "grant.user_id")
    .where("grant.team_id", "=", team.id)
    .select(["grant.id", "client.name", "client.kind", "grant.redirect_uri", "grant.scopes"])
    .select(["grant.created_at", "grant.expires_at", "grant.last_used_at", "grant.last_used_by"])
    .select(["holder.id as holder_id", "holder.name as holder_name"])
    .select(REACH);
  return seesAllCredentials(actor) ? apps : apps.where("grant.user_id", "=", actor.id);
}

type AppRow = Awaited<ReturnType<ReturnType<typeof appsFor>["execute"]>>[number];

function shownApp(row: AppRow, now: Instant) {
  return { ...row, opens: opensAt(row, now), deletesWhenOn: deletesWhenOn(row) };
}

/**
 * Disconnects an app at once: one's own, or any app of the team for owners and admins. An app that
 * is disconnected already is left unchanged.
 * @throws Refusal `not_found` for an app that the user may not see
 */
export async function disconnectApp(context: Context, id: string): Promise<void> {
  await transaction(context, async (context) => {
    const grant = await context.db
      .selectFrom("oauth_grants")
      .select("user_id")
      .where("team_id", "=", context.team.id)
      .where("id", "=", id)
      .executeTakeFirst();
    const isOwn = grant?.user_id === context.actor.id;
    if (grant === undefined || !(isOwn || seesAllCredentials(context.actor))) throw noApp(id);
    await endGrant(context, { id, userId: grant.user_id, because: "disconnected" });
  });
}

function noApp(id: string): Refusal {
  const next = "reload the page to see which apps are connected";
  return notFound({ what: "App", id, path: "id", next });
}

type LatestUse = {
  readonly at: Instant;
  readonly name: string;
  readonly via: "key" | "app";
  readonly viaName: string;
  readonly opens: Opens;
};

export async function latestUse(context: Context): Promise<LatestUse | null> {
  const [key, app] = await Promise.all([latestUsedKey(context), latestUsedApp(context)]);
  const uses = [...useOf("key", key), ...useOf("app", app)];
  return uses.toSorted((one, other) => (one.at > other.at ? -1 : 1))[0] ?? null;
}

type Used = {
  readonly name: string;
  readonly last_used_at: Instant | null;
  readonly last_used_by: string | null;
  readonly opens: Opens;
};

function useOf(via: LatestUse["via"], used: Used | null): readonly LatestUse[] {
  if (used === null || used.last_used_at === null) return [];
  const { name: viaName, last_used_at: at, last_used_by: by, opens } = used;
  return [{ at, name: by ?? viaName, via, viaName, opens }];
}

type EndingKey = { readonly id: string; readonly name: string; readonly endsAt: Instant };

export async function endingKeys(
  { db, team, actor, now }: Context,
  { until, most }: { readonly until: Instant; readonly most: number },
): Promise<readonly EndingKey[]> {
  const rows = await db
    .selectFrom("api_keys")
    .where("team_id", "=", team.id)
    .where("user_id", "=", actor.id)
    .where("revoked_at", "is", null)
    .where("last_used_at", "is not", null)
    .where("expires_at", ">", now)
    .where("expires_at", "<=", until)
    .select(["id", "name", "expires_at"])
    .orderBy("expires_at")
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.flatMap(({ id, name, expires_at: endsAt }) =>
    endsAt === null ? [] : [{ id, name, endsAt }],
  );
}
