import { type RawBuilder, sql } from "kysely";
import type { Context, Signed } from "../db/context.ts";
import type { SubjectType } from "../db/schema.ts";

/**
 * Who sees what of the journal: every member the team's business; of keys, connected apps, invitations
 * and accounts only their own, and what they did themselves. Owners and admins see all. An event that
 * is about both is seen by everybody, without those of its changes.
 */

type Thing = { readonly type: SubjectType; readonly id: string };
type FindHolders = (
  context: Signed,
  ids: readonly string[],
) => Promise<readonly { readonly holder: string | null }[]>;

/** What is a person's own, and how it is found out whose. */
const PRIVATE: Partial<Record<SubjectType, FindHolders>> = {
  api_key: async ({ db, team }, ids) =>
    db
      .selectFrom("api_keys")
      .select("user_id as holder")
      .where("team_id", "=", team.id)
      .where("id", "in", ids)
      .execute(),
  oauth_grant: async ({ db, team }, ids) =>
    db
      .selectFrom("oauth_grants")
      .select("user_id as holder")
      .where("team_id", "=", team.id)
      .where("id", "in", ids)
      .execute(),
  invitation: async ({ db, team }, ids) =>
    db
      .selectFrom("invitations")
      .select("invited_by as holder")
      .where("team_id", "=", team.id)
      .where("id", "in", ids)
      .execute(),
  user: async (_context, ids) => ids.map((holder) => ({ holder })),
};

export function isPrivate(type: SubjectType): boolean {
  return PRIVATE[type] !== undefined;
}

/** The columns by which an event is shown or not, once what it is about is written. */
export async function privacyOf(context: Signed, things: readonly Thing[]) {
  const own = things.filter(({ type }) => isPrivate(type));
  const holders = new Set<string | null>();
  for (const [type, some] of Map.groupBy(own, ({ type }) => type)) {
    const ids = [...new Set(some.map(({ id }) => id))];
    for (const { holder } of (await PRIVATE[type]?.(context, ids)) ?? []) holders.add(holder);
  }
  const [holder = null, ...others] = holders;
  return {
    is_private: own.length > 0 && own.length === things.length,
    holder_id: others.length === 0 ? holder : null,
  };
}

/** Whose own things are to be shown to this person; undefined when everybody's are. */
export function viewerOf({ actor }: Context): string | undefined {
  return actor.role === "owner" || actor.role === "admin" ? undefined : actor.id;
}

/** Of the row `event` that a query is at: whether the viewer may see it. */
export function isVisible(viewer: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(not event.is_private or ${isOwn("event", viewer)})`;
}

/** Of the row that a query is at: whether the viewer may see also what is private in its event. */
export function isOwn(row: "event" | "subject", viewer: RawBuilder<string>): RawBuilder<boolean> {
  const [actor, holder] = [sql.ref(`${row}.actor_id`), sql.ref(`${row}.holder_id`)];
  return sql<boolean>`(${actor} = ${viewer} or ${holder} = ${viewer})`;
}

/** Whether the person may see changes of that kind in an event that they may see. */
export function maySee(
  context: Context,
  event: { readonly actor_id: string | null; readonly holder_id: string | null },
  type: SubjectType,
): boolean {
  const viewer = viewerOf(context);
  if (viewer === undefined || !isPrivate(type)) return true;
  return event.actor_id === viewer || event.holder_id === viewer;
}
