import { hash } from "node:crypto";
import type { RawBuilder } from "kysely";
import { z } from "zod";
import type { Member } from "../../accounts/members.ts";
import { notFound, Refusal } from "../../core/errors.ts";
import { type ById, uuid } from "../../core/fields.ts";
import { type Context, reaches } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Db, Schema } from "../../db/schema/schema.ts";
import { keepProject } from "../projects/project.ts";
import { type HeldEntryRow, HoldingInvoice, holdingInvoice, selectHeldEntries } from "./entry.ts";

export const TrackedProject = z.object({
  id: uuid,
  name: z.string(),
  customer: z.string().nullable(),
});

export const TrackedTime = z.object({
  id: uuid,
  /** Differs after each change of the entry. A write sends it back as `seen`. */
  version: z.string(),
  day: z.string(),
  start: z.string().nullable(),
  stop: z.string().nullable(),
  /** Null while the timer runs. */
  seconds: z.int().nullable(),
  description: z.string().nullable(),
  project: TrackedProject,
  person: z.object({ id: uuid, name: z.string() }),
  timeZone: z.string(),
  invoice: HoldingInvoice.nullable(),
});

export type TrackedTime = z.output<typeof TrackedTime>;

type Row = Schema["tracker_entries"];

export type TimeRow = HeldEntryRow & { readonly customer_name: string | null };

/** The caller filters by team. */
export function selectTime(db: Db, rows?: RawBuilder<Row>) {
  return selectHeldEntries(db, rows)
    .leftJoin("customers as customer", (join) =>
      join
        .onRef("customer.team_id", "=", "project.team_id")
        .onRef("customer.id", "=", "project.customer_id"),
    )
    .select("customer.name as customer_name");
}

export function trackedTime(row: TimeRow): TrackedTime {
  return {
    id: row.id,
    version: timeVersion(row),
    day: row.date,
    start: row.start,
    stop: row.stop,
    seconds: row.duration,
    description: row.description,
    project: { id: row.project_id, name: row.project_name, customer: row.customer_name },
    person: { id: row.assigned_id, name: row.assigned_name },
    timeZone: row.time_zone,
    invoice: holdingInvoice(row),
  };
}

type Versioned = Pick<
  Row,
  "project_id" | "date" | "start" | "stop" | "duration" | "description" | "assigned_id"
>;

export function timeVersion(row: Versioned): string {
  const { project_id, assigned_id, date, start, stop, duration, description } = row;
  const values = [project_id, assigned_id, date, start, stop, duration, description];
  return hash("sha256", JSON.stringify(values), "base64url").slice(0, 16);
}

/** Everybody in the team sees the time of all, as `tracker_list_entries` gives it. */
export async function getTime(context: Context, { id }: ById): Promise<TrackedTime> {
  return timeById(context, id);
}

export async function timeById({ db, team }: Context, id: string): Promise<TrackedTime> {
  const [row] = await findTime(db, { team_id: team.id, id });
  if (row === undefined) throw noTime(id);
  return trackedTime(row);
}

type OfTeam = { readonly team_id: string; readonly id: string };

const findTime = preparedQuery((db, { slot }: Slots<OfTeam>) =>
  selectTime(db).where("entry.team_id", "=", slot("team_id")).where("entry.id", "=", slot("id")),
);

/**
 * Locks an entry that the caller may change until the transaction ends.
 * @throws Refusal when there is none, it is somebody else's, or it is not as the caller has seen it
 */
export async function lockEntry(context: Context, id: string, seen?: string): Promise<Row> {
  const [entry] = await lockById(context.db, { team_id: context.team.id, id });
  if (entry === undefined) throw noTime(id);
  requireReach(context, entry.assigned_id);
  if (seen !== undefined && seen !== timeVersion(entry)) throw timeChangedMeanwhile();
  return entry;
}

const lockById = preparedQuery((db, { slot }: Slots<OfTeam>) =>
  lockForUpdate(
    db,
    db
      .selectFrom("tracker_entries")
      .selectAll()
      .where("team_id", "=", slot("team_id"))
      .where("id", "=", slot("id")),
  ),
);

/**
 * Keeps a project from being deleted until the transaction ends.
 * @throws Refusal in the words of the web app
 */
export async function requireProjectForTime(
  context: Context,
  id: string,
): Promise<Schema["tracker_projects"]> {
  const project = await keepProject(context, id);
  if (project !== undefined) return project;
  const next = "choose another project";
  throw notFound({ what: "Project", id, path: "project", next });
}

export function noTime(id: string): Refusal {
  const next = "it may have been deleted; reload the page";
  return notFound({ what: "Time entry", id, path: "id", next });
}

export function timeChangedMeanwhile(message = "The time was changed since it was shown"): Refusal {
  const next = "nothing was changed; look at it as it is now, and try again";
  return new Refusal({ code: "changed_meanwhile", message, next });
}

/** The person whose time is meant in the web app: the caller, or anybody of the team. */
export async function personMeant(context: Context, id: string | undefined): Promise<Member> {
  const { actor, team, db } = context;
  if (id === undefined || id === actor.id) return actor;
  const [person] = await findMember(db, { team_id: team.id, id });
  if (person === undefined) throw noPerson(id);
  return person;
}

/** @throws Refusal unless the time is the caller's own, or the caller leads the team */
export function requireReach({ actor }: Context, personId: string): void {
  if (reaches(actor, personId)) return;
  throw new Refusal({
    code: "not_allowed",
    message: "Only an owner or admin of the team changes somebody else's time",
    next: "ask an owner or admin of the team",
  });
}

const findMember = preparedQuery((db, { slot }: Slots<{ team_id: string; id: string }>) =>
  db
    .selectFrom("memberships as member")
    .innerJoin("users as person", "person.id", "member.user_id")
    .where("member.team_id", "=", slot("team_id"))
    .where("member.user_id", "=", slot("id"))
    .select(["person.id", "person.name", "person.time_zone as timeZone"]),
);

export function noPerson(id: string): Refusal {
  const next = "choose one of the team's members";
  return notFound({ what: "Member", id, path: "person", next });
}
