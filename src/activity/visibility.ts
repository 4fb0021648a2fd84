import { type RawBuilder, sql } from "kysely";
import type { Context } from "../db/context.ts";
import type { SubjectType } from "../db/schema/activity.ts";
import { isShared, type JournalContext } from "./subject.ts";

/**
 * Visibility of the journal. Owners and admins see all. A member sees changes to shared kinds of records,
 * changes to private records that they hold, and what they did themselves. An event with changes of both
 * kinds is shown to every member, without the private changes of others.
 */

export function privacyOf(holders: ReadonlySet<string | null>, hasShared: boolean) {
  const [holder = null, ...others] = holders;
  return {
    is_private: holders.size > 0 && !hasShared,
    holder_id: others.length === 0 ? holder : null,
  };
}

/** The user whose private records are shown; undefined when all are. */
export function viewerOf({ actor }: Context): string | undefined {
  return actor.role === "owner" || actor.role === "admin" ? undefined : actor.id;
}

/** SQL condition on the row `event`: the viewer may see it. */
export function isVisible(viewer: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(not event.is_private or ${isOwn("event", viewer)})`;
}

/** SQL condition: the viewer may see the private changes of the row's event too. */
export function isOwn(row: "event" | "subject", viewer: RawBuilder<string>): RawBuilder<boolean> {
  const [actor, holder] = [sql.ref(`${row}.actor_id`), sql.ref(`${row}.holder_id`)];
  return sql<boolean>`(${actor} = ${viewer} or ${holder} = ${viewer})`;
}

export function maySee(
  context: JournalContext,
  event: { readonly actor_id: string | null; readonly holder_id: string | null },
  type: SubjectType,
): boolean {
  const viewer = viewerOf(context);
  if (viewer === undefined || isShared(context.subjects, type)) return true;
  return event.actor_id === viewer || event.holder_id === viewer;
}
