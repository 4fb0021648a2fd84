import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { RefusalCode } from "../core/errors.ts";
import type { Signed } from "../db/context.ts";
import type { Did, SubjectSummary, SubjectType } from "../db/schema.ts";
import { transaction } from "../db/transaction.ts";
import { privacyOf } from "./visibility.ts";

/**
 * What a call did to one thing, in images of its row: the stored columns without `team_id`, without
 * what follows from the rest (counts, folded forms, sort keys), and without secrets.
 * Created: `before` is null and `after` the whole image; deleted: the other way round; changed: both
 * have only the columns that differ (`difference`). A link, such as that of a tag to a customer, is a
 * row like any other. The changes of a call stand in the order in which undoing them backwards works:
 * a customer before its new links, and after those that go with it.
 */
export type Change = {
  readonly type: SubjectType;
  readonly id: string;
  readonly before: object | null;
  readonly after: object | null;
};

/**
 * Writes one event with all that a call changed. It belongs into the transaction of the change.
 * @param undoes the event whose changes these take back
 * @returns the event's id
 */
export async function record(
  context: Signed,
  changes: readonly Change[],
  undoes: string | null = null,
): Promise<string> {
  if (context.begin !== null)
    throw new Error(`${context.tool} writes to the journal outside a transaction`);
  const eventId = await addEvent(context, { outcome: "done", reason: null, undoes, changes });
  const rows = changes.map(({ type, id, before, after }, position) => ({
    team_id: context.team.id,
    event_id: eventId,
    position,
    subject_type: type,
    subject_id: id,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  }));
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
    // SQLite works in this process: a large deletion lets other requests in between.
    if (start > 0) {
      context.progress(start, rows.length, `${start} of ${rows.length} changes are written down`);
      await setImmediate();
    }
    const some = rows.slice(start, start + ROWS_A_STATEMENT);
    await context.db.insertInto("activity_changes").values(some).execute();
  }
  return eventId;
}

/** Writes that a destructive call was refused. It is an event of its own: the refused call changed nothing. */
export async function recordRefusal(context: Signed, reason: RefusalCode): Promise<void> {
  await transaction(context, async (context) => {
    await addEvent(context, { outcome: "refused", reason, undoes: null, changes: [] });
  });
}

/** Two images of one thing without the columns in which they are the same. */
export function difference<T extends object>(
  before: T,
  after: T,
): { before: object; after: object } {
  const old = new Map(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([field, value]) => !isDeepStrictEqual(value, old.get(field)),
  );
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, old.get(field)])),
    after: Object.fromEntries(changed),
  };
}

/** What a change did to its thing. */
function didOf({ before, after }: Change): Did {
  if (before === null) return "created";
  return after === null ? "deleted" : "changed";
}

/** Both databases limit the parameters of a statement to some 32,000. */
const ROWS_A_STATEMENT = 1000;

type NewEvent = {
  readonly outcome: "done" | "refused";
  readonly reason: string | null;
  readonly undoes: string | null;
  readonly changes: readonly Change[];
};

async function addEvent(
  context: Signed,
  { outcome, reason, undoes, changes }: NewEvent,
): Promise<string> {
  const subjects = summaryOf(changes);
  const { is_private, holder_id } = await privacyOf(context, changes);
  const found = {
    team_id: context.team.id,
    created_at: context.now,
    actor_id: context.actor?.id ?? null,
    holder_id,
    credential_kind: context.credential.kind,
    credential_id: context.credential.id,
  };
  const id = context.newId();
  await context.db
    .insertInto("activity_events")
    .values({
      ...found,
      id,
      client_name: context.client?.name ?? null,
      client_version: context.client?.version ?? null,
      tool: context.tool,
      outcome,
      reason,
      undoes_id: undoes,
      is_private,
      subjects: JSON.stringify(subjects),
    })
    .execute();
  const kinds = subjects.map(({ type }) => ({ ...found, event_id: id, subject_type: type }));
  if (kinds.length > 0) await context.db.insertInto("activity_subjects").values(kinds).execute();
  return id;
}

/** How many things of a kind are named where an event is one line. */
const MOST_NAMED = 3;

function summaryOf(changes: readonly Change[]): readonly SubjectSummary[] {
  return [...Map.groupBy(changes, ({ type }) => type)].map(([type, some]) => ({
    type,
    changes: some.length,
    first: some.slice(0, MOST_NAMED).map((change) => ({ id: change.id, did: didOf(change) })),
  }));
}
