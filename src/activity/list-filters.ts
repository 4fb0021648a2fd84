import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { SubjectType } from "../db/schema/activity.ts";
import { credentialsOf } from "./event.ts";
import { OTHER_WAYS } from "./find-events.ts";
import { isShared, isSubjectType, type JournalContext } from "./subject.ts";
import { isOwn, isVisible, viewerOf } from "./visibility.ts";

const Choice = z.object({ value: z.string(), label: z.string() });

export const Filters = z.object({
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  credentials: z.array(Choice),
  subjects: z.array(Choice),
});

export type Filters = z.output<typeof Filters>;

/** Lists only choices that find an event which the user may see. */
export async function listFilters(context: JournalContext): Promise<Filters> {
  return {
    people: await peopleOf(context),
    credentials: [...(await storedCredentials(context)), ...(await otherWaysIn(context))],
    subjects: await subjectsOf(context),
  };
}

async function peopleOf(context: JournalContext) {
  const { db, team } = context;
  const everMembers = db
    .selectFrom("activity_changes")
    .select("subject_id")
    .where("team_id", "=", team.id)
    .where("subject_type", "=", "membership");
  return db
    .selectFrom("users as user")
    .select(["user.id", "user.name"])
    .where("user.id", "in", everMembers)
    .where(hasEvent(context, of("actor_id", sql`"user".id`)))
    .orderBy("user.name")
    .orderBy("user.id")
    .execute();
}

async function storedCredentials(context: JournalContext) {
  const isUsed = (id: RawBuilder<unknown>) => hasEvent(context, of("credential_id", id));
  const used = [];
  for (const { via, choices } of credentialsOf(context.subjects))
    for (const { id, label } of await choices(context, isUsed))
      used.push({ value: `${via}:${id}`, label });
  return used;
}

async function otherWaysIn(context: JournalContext) {
  const order = sql`event.created_at`;
  const used = [];
  for (const { way, kind, label } of OTHER_WAYS) {
    const is = sql`event.credential_kind = ${sql.lit(kind)}`;
    const found = await sql`select 1 where ${hasEvent(context, { is, order })}`.execute(context.db);
    if (found.rows.length > 0) used.push({ value: way, label });
  }
  return used;
}

async function subjectsOf(context: JournalContext) {
  const { team, subjects } = context;
  const viewer = viewerOf(context);
  const types = Object.keys(subjects).filter((type) => isSubjectType(subjects, type));
  const isSeen =
    viewer === undefined
      ? sql`true`
      : sql`(kind.column1 not in (${sql.join(types.filter((type) => !isShared(subjects, type)))}) or ${isOwn("subject", sql`${viewer}`)})`;
  const { rows } = await sql<{ type: SubjectType }>`select kind.column1 as type
    from (values ${sql.join(types.map((type) => sql`(${type})`))}) as kind
    where (select subject.event_id from activity_subjects as subject
      where subject.team_id = ${team.id} and subject.subject_type between kind.column1 and kind.column1
      and ${isSeen} order by subject.subject_type limit 1) is not null`.execute(context.db);
  const found = new Set(rows.map(({ type }) => type));
  return types
    .filter((type) => found.has(type))
    .map((type) => ({ value: type, label: subjects[type].noun.label }));
}

type Which = { readonly is: RawBuilder<unknown>; readonly order: RawBuilder<unknown> };

/**
 * A range of one value in the order of its column: PostgreSQL takes the index then. For an equation it
 * would read the table from its beginning, and all of it for a value that no event has.
 */
function of(column: "actor_id" | "credential_id", id: RawBuilder<unknown>): Which {
  const order = sql.ref(`event.${column}`);
  return { is: sql`${order} between ${id} and ${id}`, order };
}

/**
 * SQL condition: an event matches that the user may see. PostgreSQL stops at the first one here, while
 * for `exists` it would look at all.
 */
function hasEvent(context: JournalContext, { is, order }: Which): RawBuilder<boolean> {
  const viewer = viewerOf(context);
  const isSeen = viewer === undefined ? sql`true` : isVisible(sql`${viewer}`);
  return sql<boolean>`(select event.id from activity_events as event
    where event.team_id = ${context.team.id} and ${is} and ${isSeen}
    order by ${order} limit 1) is not null`;
}
