import { isDeepStrictEqual } from "node:util";
import type { RefusalCode } from "../core/errors.ts";
import type { AuditContext } from "../db/context.ts";
import type { PrivateSubjectType, SharedSubjectType } from "../db/schema/activity.ts";
import { transaction } from "../db/transaction.ts";
import { newEvent } from "./new-event.ts";
import { Recording } from "./recording.ts";
import { writeEvent } from "./write-event.ts";

/**
 * A change to one record, in snapshots of its row: the stored columns without `team_id`, without derived
 * columns (counts, folded forms, sort keys), and without secrets.
 * Created: `before` is null and `after` the whole snapshot. Deleted: the reverse. Changed: both have only
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
 * Writes one event with all changes of a call, in the transaction of these changes. A call that may
 * change very many rows uses a `Recording` instead.
 * @returns the event's id
 */
export async function record(context: AuditContext, changes: readonly Change[]): Promise<string> {
  const recording = new Recording(context);
  await recording.add(changes);
  return recording.end();
}

/** Records a refused destructive call as an event of its own, since the call changed nothing. */
export async function recordRefusal(context: AuditContext, reason: RefusalCode): Promise<void> {
  await transaction(context, async (context) => {
    const refused = { id: context.newId(), outcome: "refused", reason, undoes: null } as const;
    const nothing = { subjects: [], is_private: false, holder_id: null };
    await writeEvent(context.db, newEvent(context, { ...refused, ...nothing }), []);
  });
}

/** Reduces two snapshots of a record to the columns that differ. */
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
