import { notFound, type Refusal } from "../core/errors.ts";
import type { Context } from "../db/context.ts";
import { transaction } from "../db/transaction.ts";
import type { Instant } from "../shared/time.ts";
import { endGrant, liveGrants } from "./grants.ts";
import { seesAllCredentials } from "./membership.ts";
import { deletesWhenOn, opensAt, REACH } from "./reach.ts";

export type ShownApp = ReturnType<typeof shown>;

export async function listShownApps(context: Context): Promise<readonly ShownApp[]> {
  const rows = await appsFor(context).execute();
  return rows.map((row) => shown(row, context.now));
}

export async function latestUsedApp(context: Context): Promise<ShownApp | null> {
  const row = await appsFor(context)
    .where("grant.last_used_at", "is not", null)
    .clearOrderBy()
    .orderBy("grant.last_used_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : shown(row, context.now);
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

type Row = Awaited<ReturnType<ReturnType<typeof appsFor>["execute"]>>[number];

function shown(row: Row, now: Instant) {
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
