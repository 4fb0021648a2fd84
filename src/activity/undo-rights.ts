import { sql } from "kysely";
import { Refusal } from "../core/errors.ts";
import type { Did } from "../core/event.ts";
import { mayAct, reaches } from "../db/context.ts";
import type { Role } from "../db/schema/accounts.ts";
import type { SubjectType } from "../db/schema/activity.ts";
import type { EventRow } from "./find-events.ts";
import { selectKinds } from "./recorded-change.ts";
import { triedOf } from "./sentence.ts";
import { type Instead, isSubjectType, type JournalContext, undoRowsOf, verbOf } from "./subject.ts";

/**
 * Finds out who may undo an event. Whoever did it needs the role of the deed. Somebody else needs the role
 * of the opposite verb for each kind of record, since undoing a creation is a deletion, and must reach the
 * people whose records they are. A verb with words of its own, such as a merge, has no opposite: it needs
 * its own role too. Roles are those of the web app's routes, since undo is there alone.
 * @returns why the actor may not undo it; null where they may
 */
export async function undoBarsOf(
  context: JournalContext,
  rows: readonly EventRow[],
): Promise<(row: EventRow) => Instead | null> {
  const kindsOf = await foreignKindsOf(context, rows);
  const outOfReach = await outOfReachOf(context, rows);
  return (row) => {
    if (!isOwnDeed(context, row)) {
      const bar = barOfCall(context, row) ?? barOfKinds(context, row, kindsOf(row));
      if (bar !== null) return bar;
    }
    const type = outOfReach.get(row.id);
    return type === undefined
      ? null
      : onlyFor("admin", `${context.subjects[type].noun.many} of others`);
  };
}

/** @throws Refusal `not_allowed` */
export async function requireMayUndo(context: JournalContext, row: EventRow): Promise<void> {
  const bar = (await undoBarsOf(context, [row]))(row);
  if (bar === null) return;
  throw new Refusal({ code: "not_allowed", message: bar.because, next: bar.next });
}

/** Null for tools, whose tiers open them to every role, for commands and for an undo. */
function roleOf({ events }: JournalContext, { tool }: Pick<EventRow, "tool">): Role | null {
  return events.get(tool)?.role ?? null;
}

function isOwnDeed(context: JournalContext, row: EventRow): boolean {
  const role = roleOf(context, row);
  return row.actor_id === context.actor.id && (role === null || mayAct(context.actor.role, role));
}

function barOfCall(context: JournalContext, row: EventRow): Instead | null {
  const { actor, events, subjects } = context;
  const call = events.get(row.tool);
  if (call?.said === undefined || call.role === null || mayAct(actor.role, call.role)) return null;
  return onlyFor(call.role, `what it takes to ${triedOf(subjects, call)}`);
}

type Kind = { readonly type: SubjectType; readonly did: Did };

function barOfKinds(
  context: JournalContext,
  { subjects }: EventRow,
  kinds: readonly Kind[],
): Instead | null {
  for (const { type, did } of kinds) {
    const role = oppositeRole(context, { type, did });
    if (role === null || mayAct(context.actor.role, role)) continue;
    const { noun } = context.subjects[type];
    const changes = subjects.find((summary) => summary.type === type)?.changes ?? 1;
    const { tried } = verbOf(context.subjects[type], OPPOSITE[did]);
    return onlyFor(role, `what would ${tried.replace("*", changes === 1 ? noun.one : noun.many)}`);
  }
  return null;
}

const OPPOSITE: Readonly<Record<Did, Did>> = {
  created: "deleted",
  changed: "changed",
  deleted: "created",
};

/** Least role of the verb that undoes a change. Null for records that no route writes by themselves. */
function oppositeRole({ events }: JournalContext, { type, did }: Kind): Role | null {
  const roles = [...events.values()].flatMap((call) =>
    call.of === type && call.did === OPPOSITE[did] && call.role !== null ? [call.role] : [],
  );
  return roles.find((role) => roles.every((other) => mayAct(other, role))) ?? null;
}

const WHO: Readonly<Record<Role, string>> = {
  member: "members",
  admin: "owners and admins",
  owner: "owners",
};

function onlyFor(role: Role, what: string): Instead {
  return {
    because: `Only ${WHO[role]} of the team undo ${what}`,
    next: "ask one of them",
  };
}

/** Kinds of changes in events of others. A summary names three changes; where it matters, the rest is read. */
async function foreignKindsOf(
  context: JournalContext,
  rows: readonly EventRow[],
): Promise<(row: EventRow) => readonly Kind[]> {
  const { db, team, subjects, actor } = context;
  const named = ({ subjects }: EventRow) =>
    subjects.flatMap(({ type, first }) => first.map(({ did }) => ({ type, did })));
  const mayBeBarred = (type: SubjectType) =>
    (["created", "changed", "deleted"] as const).some((did) => {
      const role = oppositeRole(context, { type, did });
      return role !== null && !mayAct(actor.role, role);
    });
  const barred = Object.keys(subjects)
    .filter((type) => isSubjectType(subjects, type))
    .filter(mayBeBarred);
  const asked = rows.filter(
    (row) =>
      !isOwnDeed(context, row) &&
      barOfKinds(context, row, named(row)) === null &&
      row.subjects.some(
        ({ type, changes, first }) => changes > first.length && barred.includes(type),
      ),
  );
  if (asked.length === 0) return named;
  const found = await selectKinds(db)
    .where("team_id", "=", team.id)
    .where(
      "event_id",
      "in",
      asked.map(({ id }) => id),
    )
    .where("subject_type", "in", barred)
    .execute();
  const kinds = Map.groupBy(found, ({ event_id }) => event_id);
  return (row) => [...named(row), ...(kinds.get(row.id) ?? [])];
}

/**
 * Events with records of people whom the actor does not reach, each with the kind of them. What the actor
 * did with a tool, or undid, is not asked for: other rules had let them.
 */
async function outOfReachOf(
  context: JournalContext,
  rows: readonly EventRow[],
): Promise<ReadonlyMap<string, SubjectType>> {
  const { db, team, actor, subjects } = context;
  const found = new Map<string, SubjectType>();
  if (reaches(actor, null)) return found;
  const asked = rows.filter((row) => !isOwnDeed(context, row) || roleOf(context, row) !== null);
  for (const type of Object.keys(subjects).filter((type) => isSubjectType(subjects, type))) {
    const undo = undoRowsOf(subjects, type);
    const ids = asked.flatMap((row) =>
      row.subjects.some((summary) => summary.type === type) ? [row.id] : [],
    );
    if (undo?.personIn === undefined || ids.length === 0) continue;
    const person = undo.personIn;
    const held = sql`cast(${sql.ref(`held.${person}`)} as text)`;
    const isOther = (side: "before" | "after") =>
      sql`coalesce(${sql.ref(`change.${side}`)} ->> ${sql.lit(person)}, ${held}) <> ${actor.id}`;
    const { rows: others } = await sql<{ id: string }>`select event.id from activity_events as event
      where event.team_id = ${team.id} and event.id in (${sql.join(ids)}) and exists (
        select 1 from activity_changes as change
        left join ${sql.table(undo.table)} as held
          on held.team_id = change.team_id and held.id = change.subject_id
        where change.team_id = event.team_id and change.event_id = event.id
          and change.subject_type = ${type} and (${isOther("before")} or ${isOther("after")}))`.execute(
      db,
    );
    for (const { id } of others) found.set(id, type);
  }
  return found;
}
