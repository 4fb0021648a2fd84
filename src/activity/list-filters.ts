import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { SubjectType } from "../db/schema.ts";
import { isSubjectType, type JournalContext } from "./subject.ts";
import { isOwn, isPrivate, isVisible, viewerOf } from "./visibility.ts";

const Choice = z.object({ value: z.string(), label: z.string() });

export const Filters = z.object({
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  credentials: z.array(Choice),
  subjects: z.array(Choice),
});

export type Filters = z.output<typeof Filters>;

/** By what a person can narrow the journal down: by all that finds something which they may see. */
export async function listFilters(context: JournalContext): Promise<Filters> {
  return {
    people: await peopleOf(context),
    credentials: [
      ...(await keysOf(context)),
      ...(await appsOf(context)),
      ...(await elsewhere(context)),
    ],
    subjects: await subjectsOf(context),
  };
}

/** Whoever did something; also those who have left the team. */
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
    .where(hasEvent(context, sql`event.actor_id = "user".id`))
    .orderBy("user.name")
    .orderBy("user.id")
    .execute();
}

async function keysOf(context: JournalContext) {
  const keys = await context.db
    .selectFrom("api_keys as key")
    .select(["key.id", "key.name", "key.hint"])
    .where("key.team_id", "=", context.team.id)
    .where(hasEvent(context, sql`event.credential_id = key.id`))
    .orderBy("key.name")
    .orderBy("key.id")
    .execute();
  return keys.map(({ id, name, hint }) => ({ value: `key:${id}`, label: `${name} …${hint}` }));
}

/** Each person's own access of an app. */
async function appsOf(context: JournalContext) {
  const apps = await context.db
    .selectFrom("oauth_grants as grant")
    .innerJoin("oauth_clients as app", "app.id", "grant.client_id")
    .innerJoin("users as holder", "holder.id", "grant.user_id")
    .select(["grant.id", "app.name", "holder.name as holder"])
    .where("grant.team_id", "=", context.team.id)
    .where(hasEvent(context, sql`event.credential_id = "grant".id`))
    .orderBy("app.name")
    .orderBy("holder.name")
    .orderBy("grant.id")
    .execute();
  return apps.map(({ id, name, holder }) => ({
    value: `app:${id}`,
    label: `${name} of ${holder}`,
  }));
}

async function elsewhere(context: JournalContext) {
  const doors = [
    { value: "web", label: "Web app", kind: sql`event.credential_kind = 'session'` },
    { value: "command", label: "Command line", kind: sql`event.credential_kind = 'command_line'` },
  ];
  const used = [];
  for (const { value, label, kind } of doors) {
    const found = await sql`select 1 where ${hasEvent(context, kind)}`.execute(context.db);
    if (found.rows.length > 0) used.push({ value, label });
  }
  return used;
}

/** The kinds of things that there are events about. */
async function subjectsOf(context: JournalContext) {
  const { team, subjects } = context;
  const viewer = viewerOf(context);
  const types = Object.keys(subjects).filter((type) => isSubjectType(subjects, type));
  const isSeen =
    viewer === undefined
      ? sql`true`
      : sql`(kind.column1 not in (${sql.join(types.filter(isPrivate))}) or ${isOwn("subject", sql`${viewer}`)})`;
  const { rows } = await sql<{ type: SubjectType }>`select kind.column1 as type
    from (values ${sql.join(types.map((type) => sql`(${type})`))}) as kind
    where (select subject.event_id from activity_subjects as subject
      where subject.team_id = ${team.id} and subject.subject_type = kind.column1 and ${isSeen}
      limit 1) is not null`.execute(context.db);
  const found = new Set(rows.map(({ type }) => type));
  return types
    .filter((type) => found.has(type))
    .map((type) => ({ value: type, label: subjects[type].label }));
}

/**
 * Whether there is an event of that kind which this person may see. Unlike with `exists`, PostgreSQL
 * looks for one such event, and not at all of them.
 */
function hasEvent(context: JournalContext, which: RawBuilder<unknown>): RawBuilder<boolean> {
  const viewer = viewerOf(context);
  const isSeen = viewer === undefined ? sql`true` : isVisible(sql`${viewer}`);
  return sql<boolean>`(select event.id from activity_events as event
    where event.team_id = ${context.team.id} and ${which} and ${isSeen} limit 1) is not null`;
}
