import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { RefusalCode } from "../core/errors.ts";
import type { AuditContext } from "../db/context.ts";
import type {
  Did,
  PrivateSubjectType,
  SharedSubjectType,
  SubjectSummary,
} from "../db/schema/activity.ts";
import { transaction } from "../db/transaction.ts";
import { privacyOf } from "./visibility.ts";
import { type EventValues, writeChanges, writeEvent } from "./write-event.ts";

/**
 * A change to one record, in images of its row: the stored columns without `team_id`, without derived
 * columns (counts, folded forms, sort keys), and without secrets.
 * Created: `before` is null and `after` the whole image. Deleted: the reverse. Changed: both have only
 * the columns that differ (`difference`). A link, such as a tag of a customer, is a record too. Changes
 * are listed so that undo can take them back from the last to the first: a customer comes before its
 * new links, and after its deleted ones.
 */
export type Change = {
  readonly id: string;
  readonly before: object | null;
  readonly after: object | null;
} & (
  | { readonly type: SharedSubjectType }
  /** `holder` is the user who sees the change beside owners and admins. */
  | { readonly type: PrivateSubjectType; readonly holder: string | null }
);

/**
 * Writes one event with all changes of a call, in the transaction of these changes.
 * @param undoes id of the event that the changes undo
 * @returns the event's id
 */
export async function record(
  context: AuditContext,
  changes: readonly Change[],
  undoes: string | null = null,
): Promise<string> {
  if (context.begin !== null)
    throw new Error(`${context.tool} writes to the journal outside a transaction`);
  const rows = changes.map(({ type, id, before, after }, position) => ({
    position,
    subject_type: type,
    subject_id: id,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  }));
  const event = eventOf(context, { outcome: "done", reason: null, undoes, changes });
  await writeEvent(context.db, event, rows.slice(0, ROWS_A_STATEMENT));
  for (let start = ROWS_A_STATEMENT; start < rows.length; start += ROWS_A_STATEMENT) {
    // SQLite works in this process: a large deletion lets other requests in between.
    context.progress(start, rows.length, `${start} of ${rows.length} changes are written down`);
    await setImmediate();
    await writeChanges(context.db, event, rows.slice(start, start + ROWS_A_STATEMENT));
  }
  return event.id;
}

/** Records a refused destructive call as an event of its own, since the call changed nothing. */
export async function recordRefusal(context: AuditContext, reason: RefusalCode): Promise<void> {
  await transaction(context, async (context) => {
    const refused = { outcome: "refused", reason, undoes: null, changes: [] } as const;
    await writeEvent(context.db, eventOf(context, refused), []);
  });
}

/** Reduces two images of a record to the columns that differ. */
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

function didOf({ before, after }: Change): Did {
  if (before === null) return "created";
  return after === null ? "deleted" : "changed";
}

/** Bounds the text of a statement, and for how long SQLite keeps other requests waiting. */
const ROWS_A_STATEMENT = 1000;

type NewEvent = {
  readonly outcome: "done" | "refused";
  readonly reason: string | null;
  readonly undoes: string | null;
  readonly changes: readonly Change[];
};

function eventOf(
  context: AuditContext,
  { outcome, reason, undoes, changes }: NewEvent,
): EventValues {
  const { is_private, holder_id } = privacyOf(changes);
  return {
    team_id: context.team.id,
    id: context.newId(),
    created_at: context.now,
    actor_id: context.actor?.id ?? null,
    holder_id,
    credential_kind: context.credential.kind,
    credential_id: context.credential.id,
    client_name: context.client?.name ?? null,
    client_version: context.client?.version ?? null,
    tool: context.tool,
    outcome,
    reason,
    undoes_id: undoes,
    is_private,
    subjects: JSON.stringify(summaryOf(changes)),
  };
}

/** Records of a kind that an event names at most when it is listed. */
const MOST_NAMED = 3;

function summaryOf(changes: readonly Change[]): readonly SubjectSummary[] {
  return [...Map.groupBy(changes, ({ type }) => type)].map(([type, some]) => ({
    type,
    changes: some.length,
    first: some.slice(0, MOST_NAMED).map((change) => ({ id: change.id, did: didOf(change) })),
  }));
}
