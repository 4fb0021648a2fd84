import { z } from "zod";
import { lockMember } from "../../accounts/members.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { lockForUpdate } from "../../db/dialect.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { requireReach } from "./whose.ts";

const MOST = 500;

/** Entries by their ids. */
export const NamedEntries = z.strictObject({ ids: z.array(uuid).min(1).max(MOST) });

type Ids = readonly string[];

/**
 * Locks the people of entries before the entries, as other changes of time do.
 * @throws Refusal when an entry is somebody else's that the caller may not change
 */
export async function holdPeopleOf(context: Context, ids: Ids): Promise<void> {
  const entries = await named(context, ids).execute();
  const people = new Set(entries.map(({ assigned_id }) => assigned_id));
  for (const id of people) requireReach(context, id);
  for (const id of [...people].toSorted()) await lockMember(context, id);
}

type Row = Schema["tracker_entries"];

/** Locks entries until the transaction ends. Those that are gone are left out. */
export async function lockEntries(context: Context, ids: Ids): Promise<readonly Row[]> {
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
