import { sql } from "kysely";
import type { AuditContext } from "../db/context.ts";
import type { SubjectType } from "../db/schema/activity.ts";
import { type Value, valueOf, type Field } from "./field.ts";
import { type Names, type Thing, thingsIn } from "./names.ts";
import {
  type RecordedChange,
  type ChangeOfEvent,
  type Snapshot,
  snapshotOf,
} from "./recorded-change.ts";
import type { Subjects } from "./subject.ts";

export type ChangedField = {
  readonly column: string;
  readonly label: string;
  readonly dates?: string | undefined;
  readonly before: Value | null;
  readonly after: Value | null;
};

type Known = { readonly names: Names; readonly currencyIn: CurrencyIn };

export function changedFields(
  subjects: Subjects,
  { names, currencyIn }: Known,
  change: ChangeOfEvent,
): ChangedField[] {
  const { before, after } = change;
  const lookupsFor = (snapshot: Snapshot | null) => ({
    names,
    currencyIn: (column: string) => currencyIn(change, snapshot, column),
  });
  const [lookupsBefore, lookupsAfter] = [lookupsFor(before), lookupsFor(after)];
  return Object.entries(subjects[change.type].fields).flatMap(([column, field]) => {
    if (field === null) return [];
    const was = valueOf(field, before?.[column], lookupsBefore);
    const is = valueOf(field, after?.[column], lookupsAfter);
    return was === null && is === null
      ? []
      : [{ column, label: field.label, dates: field.dates, before: was, after: is }];
  });
}

/** Records that the fields name. */
export function thingsOf(
  subjects: Subjects,
  { type, before, after }: RecordedChange,
): readonly Thing[] {
  return [...thingsIn(subjects, type, before), ...thingsIn(subjects, type, after)];
}

type MoneyField = Extract<Field, { kind: "money" }>;

export type CurrencyIn = (
  change: ChangeOfEvent,
  snapshot: Snapshot | null,
  column: string,
) => string | null;

type Wanted = {
  readonly eventId: string;
  readonly type: SubjectType;
  readonly id: string;
  readonly field: MoneyField;
};

/**
 * Finds the currencies of amounts that were changed alone, as they were at their events: the value
 * before the next change of the currency, or else the one in the row now. Takes two queries for each
 * kind of record.
 */
export async function currenciesOf(
  context: AuditContext & { readonly subjects: Subjects },
  changes: readonly ChangeOfEvent[],
): Promise<CurrencyIn> {
  const found = new Map<string, unknown>();
  const wanted = changes.flatMap((change) => amountsAlone(context.subjects, change));
  for (const some of Map.groupBy(
    wanted,
    ({ type, field }) => `${type} ${field.currencyColumn}`,
  ).values()) {
    const now = await currenciesNow(context, some);
    const later = await laterCurrencies(context, some);
    for (const { eventId, id, field } of some) {
      // The record that has the currency may be deleted in the event of the amount.
      const isNext = (at: string) => at > eventId || (at === eventId && "of" in field);
      const next = later.find((change) => change.id === id && isNext(change.eventId));
      found.set(amountKey(eventId, id, field), next === undefined ? now.get(id) : next.code);
    }
  }
  return ({ eventId, id }, snapshot, currencyColumn) => {
    const has = snapshot !== null && Object.hasOwn(snapshot, currencyColumn);
    const code = has
      ? snapshot[currencyColumn]
      : found.get(amountKey(eventId, id, { currencyColumn }));
    return typeof code === "string" ? code : null;
  };
}

/** Amounts whose currency is not in the same snapshot. */
function amountsAlone(
  subjects: Subjects,
  { eventId, type, id, before, after }: ChangeOfEvent,
): readonly Wanted[] {
  const snapshot = after ?? before ?? {};
  return Object.entries(subjects[type].fields).flatMap(([column, field]) =>
    field?.kind === "money" && column in snapshot && !(field.currencyColumn in snapshot)
      ? [{ eventId, type, id, field }]
      : [],
  );
}

function amountKey(
  eventId: string,
  id: string,
  { currencyColumn }: Pick<MoneyField, "currencyColumn">,
): string {
  return `${eventId} ${id} ${currencyColumn}`;
}

async function currenciesNow(
  { db, team }: AuditContext,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, string | null>> {
  const [first] = wanted;
  if (first === undefined) return new Map();
  const { currencyColumn, table } = first.field;
  const ids = sql.join(wanted.map(({ id }) => id));
  const { rows } = await sql<{ id: string; code: string | null }>`
    select id, ${sql.ref(currencyColumn)} as code from ${sql.table(table)}
    where team_id = ${team.id} and id in (${ids})`.execute(db);
  return new Map(rows.map(({ id, code }) => [id, code]));
}

/** Changes of the currency after the first of the events, the earliest first; a deletion is one. */
async function laterCurrencies({ db, team }: AuditContext, wanted: readonly Wanted[]) {
  const [first] = wanted.toSorted((one, other) => (one.eventId < other.eventId ? -1 : 1));
  if (first === undefined) return [];
  const column = first.field.currencyColumn;
  const later = await db
    .selectFrom("activity_changes")
    .select(["subject_id as id", "event_id", "before"])
    .where("team_id", "=", team.id)
    .where("subject_type", "=", "of" in first.field ? first.field.of : first.type)
    .where(
      "subject_id",
      "in",
      wanted.map(({ id }) => id),
    )
    .where("event_id", ">=", first.eventId)
    .where(sql<boolean>`cast(before as text) like ${`%"${column}":%`}`)
    .orderBy("event_id")
    .execute();
  return later.flatMap(({ id, event_id, before }) => {
    const snapshot = snapshotOf(before);
    return snapshot !== null && Object.hasOwn(snapshot, column)
      ? [{ id, eventId: event_id, code: snapshot[column] }]
      : [];
  });
}
