import { z } from "zod";
import { lockMember } from "../../accounts/members.ts";
import { record } from "../../activity/journal.ts";
import { type ById, uuid } from "../../core/fields.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { transaction } from "../../db/transaction.ts";
import { spoken } from "../../shared/words.ts";
import {
  alreadyBilled,
  type Holder,
  holderName,
  holdersOf,
  refuseHeld,
} from "../invoices/held-time.ts";
import { entrySnapshot, findEntry } from "./entry.ts";
import { requireProjectForTime, requireReach } from "./tracked-time.ts";

const MOST = 500;

const NamedEntries = z.strictObject({ ids: z.array(uuid).min(1).max(MOST) });

export const DeleteEntries = NamedEntries;

type DeleteEntries = z.output<typeof DeleteEntries> & {
  /** True for tools, whose access alone decides; the web app lets members change their own time only. */
  readonly isOfAnyone?: boolean;
};

type Deleted = {
  readonly deleted: number;
  readonly event: string | null;
  /** Invoices that had the time, and keep it. */
  readonly held: readonly Holder[];
};

/**
 * Deletes entries, running or not, in one event.
 * @throws Refusal `time_already_billed` in the web app; for tools the invoice keeps the time
 */
export async function deleteEntries(
  context: Context,
  { ids, isOfAnyone = false }: DeleteEntries,
): Promise<Deleted> {
  return transaction(context, async (context) => {
    const { db, team } = context;
    if (!isOfAnyone) await holdPeopleOf(context, ids);
    const entries = await db
      .deleteFrom("tracker_entries")
      .where("team_id", "=", team.id)
      .where("id", "in", ids)
      .returningAll()
      .execute();
    if (entries.length === 0) return { deleted: 0, event: null, held: [] };
    if (!isOfAnyone) for (const { assigned_id } of entries) requireReach(context, assigned_id);
    const held = await holdersOf(
      context,
      entries.map(({ id }) => id),
    );
    const [holder] = held;
    if (!isOfAnyone && holder !== undefined) throw alreadyBilled(holder);
    const event = await record(
      context,
      entries
        .toSorted((one, other) => (one.id < other.id ? -1 : 1))
        .map((entry) => ({
          type: "tracker_entry",
          id: entry.id,
          before: entrySnapshot(entry),
          after: null,
        })),
    );
    return { deleted: entries.length, event, held };
  });
}

export async function lossOfEntry(context: Context, { id }: ById): Promise<string | null> {
  const entry = await findEntry(context, id);
  if (entry === undefined) return null;
  const { date, duration, project_name: project, assigned_name: person } = entry;
  const length = duration === null ? "a timer that is running" : spoken(duration);
  const [holder] = await holdersOf(context, [id]);
  const kept = holder === undefined ? "" : ` ${staysOn(holder)}`;
  return `Delete the time entry of ${date} for good: ${length} of ${quoted(person)} on ${quoted(project)}?${kept}`;
}

export function staysOn(holder: Holder): string {
  const name = holderName(holder);
  return `Its time stays on ${name}, which bills it.`;
}

export const MoveEntries = NamedEntries.extend({ project: uuid });

type Moved = {
  readonly moved: number;
  /** Entries that do not exist any more. */
  readonly gone: number;
  readonly to: string;
  readonly event: string | null;
};

/** Moves entries to a project, running or not, in one event. */
export async function moveEntries(
  context: Context,
  { ids, project }: z.output<typeof MoveEntries>,
): Promise<Moved> {
  return transaction(context, async (context) => {
    const { db, team } = context;
    await holdPeopleOf(context, ids);
    const { name: to } = await requireProjectForTime(context, project);
    const entries = await lockEntries(context, ids);
    const moved = entries.filter(({ project_id }) => project_id !== project);
    const gone = new Set(ids).size - entries.length;
    if (moved.length === 0) return { moved: 0, gone, to, event: null };
    await refuseHeld(
      context,
      moved.map(({ id }) => id),
    );
    await db
      .updateTable("tracker_entries")
      .set({ project_id: project })
      .where("team_id", "=", team.id)
      .where(
        "id",
        "in",
        moved.map(({ id }) => id),
      )
      .execute();
    const event = await record(
      context,
      moved.map(({ id, project_id }) => ({
        type: "tracker_entry",
        id,
        before: { project_id },
        after: { project_id: project },
      })),
    );
    return { moved: moved.length, gone, to, event };
  });
}

type Ids = readonly string[];

/**
 * Locks the people of entries before the entries, as other changes of time do.
 * @throws Refusal when an entry is somebody else's that the caller may not change
 */
async function holdPeopleOf(context: Context, ids: Ids): Promise<void> {
  const entries = await named(context, ids).execute();
  const people = new Set(entries.map(({ assigned_id }) => assigned_id));
  for (const id of people) requireReach(context, id);
  for (const id of [...people].toSorted()) await lockMember(context, id);
}

type Row = Schema["tracker_entries"];

async function lockEntries(context: Context, ids: Ids): Promise<readonly Row[]> {
  const entries = await lockForUpdate(context.db, named(context, ids)).execute();
  for (const { assigned_id } of entries) requireReach(context, assigned_id);
  return entries;
}

function named({ db, team }: Context, ids: Ids) {
  return db
    .selectFrom("tracker_entries")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .orderBy("id");
}
