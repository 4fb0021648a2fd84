import type { AuditContext } from "../db/context.ts";
import type { SubjectType } from "../db/schema/activity.ts";
import { type Snapshot, snapshotOf } from "./recorded-change.ts";
import { foreignKeysOf, type Gone, type Subjects } from "./subject.ts";

export type Thing = { readonly type: SubjectType; readonly id: string };

export type Names = ReadonlyMap<string, string>;

type NamesContext = AuditContext & { readonly subjects: Subjects };

/**
 * Names of records: the present ones, or the last ones of deleted records. A record without a name is
 * left out, and so is a deleted one whose snapshots are redacted. Takes one query for each kind of record,
 * and one more where some are deleted.
 */
export async function namesOf(context: NamesContext, things: readonly Thing[]): Promise<Names> {
  const names = new Map<string, string>();
  const named = things.map((thing) => namedAs(context.subjects, thing));
  for (const [type, some] of Map.groupBy(named, ({ type }) => type)) {
    const { names: find } = context.subjects[type];
    const ids = new Set(some.map(({ id }) => id));
    const found = typeof find === "string" ? [] : await find(context, [...ids]);
    for (const { id, name } of found) names.set(id, name);
    const gone = [...ids].filter((id) => !names.has(id));
    for (const [id, name] of await namesOfGone(context, type, gone)) names.set(id, name);
  }
  return names;
}

export function thingsIn(
  subjects: Subjects,
  type: SubjectType,
  snapshot: Snapshot | null,
): readonly Thing[] {
  return Object.entries(foreignKeysOf(subjects[type])).flatMap(([column, type]) => {
    const id = snapshot?.[column];
    return typeof id === "string" ? [{ type, id }] : [];
  });
}

function namedAs(subjects: Subjects, { type, id }: Thing): Thing {
  const { names } = subjects[type];
  return { type: typeof names === "string" ? names : type, id };
}

/** Reads snapshots of deletions; they have the name, or the id of a record with a name. */
async function namesOfGone(
  context: NamesContext,
  type: SubjectType,
  gone: readonly string[],
): Promise<Names> {
  const subject = context.subjects[type];
  const { namedIn } = subject;
  if (gone.length === 0 || namedIn === null) return new Map();
  const images = await lastImages(context, type, gone);
  if (subject.namesOfGone !== undefined) {
    const named = await subject.namesOfGone(context, images);
    return new Map(named.map(({ id, name }) => [id, name]));
  }
  const names = new Map<string, string>();
  for (const { id, snapshot } of images) {
    const name = snapshot[namedIn];
    if (typeof name === "string") names.set(id, name);
  }
  const lender = foreignKeysOf(subject)[namedIn];
  if (lender === undefined) return names;
  const lenders = [...names.values()].map((id) => ({ type: lender, id }));
  const lent = await namesOf(context, lenders);
  return new Map(
    [...names].flatMap(([id, from]) => {
      const name = lent.get(from);
      return name === undefined ? [] : [[id, subject.lentName?.(name) ?? name] as const];
    }),
  );
}

/**
 * Snapshots from before deletions, the last deletion of a record last. Sorted here: with an order in the
 * query SQLite would read all changes of the team in it.
 */
async function lastImages(
  { db, team }: AuditContext,
  type: SubjectType,
  ids: readonly string[],
): Promise<readonly Gone[]> {
  const rows = await db
    .selectFrom("activity_changes")
    .select(["subject_id as id", "event_id", "before"])
    .where("team_id", "=", team.id)
    .where("subject_type", "=", type)
    .where("subject_id", "in", ids)
    .where("after", "=", "null")
    .execute();
  return rows
    .toSorted((one, other) => (one.event_id < other.event_id ? -1 : 1))
    .flatMap(({ id, before }) => {
      const snapshot = snapshotOf(before);
      return snapshot === null ? [] : [{ id, snapshot }];
    });
}
