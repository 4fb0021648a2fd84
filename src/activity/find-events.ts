import { type RawBuilder, sql } from "kysely";
import { preparedQuery, type Slots } from "../db/prepared-query.ts";
import type { SubjectType } from "../db/schema/activity.ts";
import type { Db } from "../db/schema/schema.ts";
import type { Instant } from "../shared/time.ts";
import { selectEvents } from "./event-rows.ts";
import { isOwn, isVisible } from "./visibility.ts";

/** Filters and place of a page. Undefined means no filter. */
type Values = {
  readonly team_id: string;
  /** User who does not see all private records. */
  readonly viewer: string | undefined;
  /** Only events about private records of the viewer. */
  readonly own: true | undefined;
  readonly actor: string | undefined;
  readonly credential: string | undefined;
  readonly web: true | undefined;
  readonly command: true | undefined;
  readonly subject: SubjectType | undefined;
  /** One record, and the kind of link that it has; else its own kind again. */
  readonly record_id?: string | undefined;
  readonly record_type?: SubjectType | undefined;
  readonly link_type?: SubjectType | undefined;
  readonly done: true | undefined;
  readonly refused: true | undefined;
  readonly client: string | undefined;
  readonly no_client: true | undefined;
  /** Id of one event. */
  readonly only: string | undefined;
  readonly first: Instant | undefined;
  readonly end: Instant | undefined;
  readonly after_created_at: Instant | undefined;
  readonly after_id: string | undefined;
  readonly rows: number;
};

/**
 * Newest first. With one filter the page is found in an index alone, and only its rows are read whole.
 */
export const findEvents = preparedQuery((db, slots: Slots<Values>) =>
  selectEvents(db)
    .innerJoin(pageOfIds(db, slots).as("page"), "page.id", "event.id")
    .where("event.team_id", "=", slots.slot("team_id"))
    .orderBy("page.created_at", "desc")
    .orderBy("page.id", "desc"),
);

/** A filter by kind of record reads the table `activity_subjects`, which has the order of the list. */
function pageOfIds(db: Db, slots: Slots<Values>) {
  const isOfSubject = slots.given("subject");
  const from = isOfSubject ? "subject" : "event";
  const table = sql.table(isOfSubject ? "activity_subjects" : "activity_events");
  const id = sql.ref<string>(isOfSubject ? "subject.event_id" : "event.id");
  const createdAt = sql.ref<Instant>(`${from}.created_at`);
  const column = (name: string) => sql.ref(`${from}.${name}`);
  const conditions = (isOfSubject ? OF_SUBJECTS : OF_EVENTS)
    .filter(([name]) => slots.given(name))
    .map(([, condition]) => condition(slots, column));
  return db
    .selectFrom(sql<object>`${table}`.as(from))
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
    .select([createdAt.as("created_at"), id.as("id")])
    .orderBy(createdAt, "desc")
    .orderBy(id, "desc")
    .limit(slots.slot("rows"));
}

type Condition = readonly [
  given: keyof Values,
  is: (slots: Slots<Values>, column: (name: string) => RawBuilder<unknown>) => RawBuilder<unknown>,
];

/** SQL conditions by filter. They must match the WHERE text of the partial indexes exactly. */
const OF_BOTH: readonly Condition[] = [
  ["team_id", ({ slot }, column) => sql`${column("team_id")} = ${slot("team_id")}`],
  ["actor", ({ slot }, column) => sql`${column("actor_id")} = ${slot("actor")}`],
  ["credential", ({ slot }, column) => sql`${column("credential_id")} = ${slot("credential")}`],
  ["web", (_slots, column) => sql`${column("credential_kind")} = 'session'`],
  ["command", (_slots, column) => sql`${column("credential_kind")} = 'command_line'`],
  ["first", ({ slot }, column) => sql`${column("created_at")} >= ${slot("first")}`],
  ["end", ({ slot }, column) => sql`${column("created_at")} < ${slot("end")}`],
];

const OF_EVENTS: readonly Condition[] = [
  ...OF_BOTH,
  [
    "record_id",
    (
      { slot },
      column,
    ) => sql`${column("id")} in (select change.event_id from activity_changes as change
      where change.team_id = ${slot("team_id")}
        and change.subject_type in (${slot("record_type")}, ${slot("link_type")})
        and change.subject_id = ${slot("record_id")})`,
  ],
  ["done", (_slots, column) => sql`${column("outcome")} = 'done'`],
  ["refused", (_slots, column) => sql`${column("outcome")} = 'refused'`],
  ["client", ({ slot }, column) => sql`${column("client_name")} = ${slot("client")}`],
  ["no_client", (_slots, column) => sql`${column("client_name")} is null`],
  ["only", ({ slot }, column) => sql`${column("id")} = ${slot("only")}`],
  ["viewer", ({ slot }) => isVisible(slot("viewer"))],
  [
    "after_id",
    ({ slot }, column) =>
      sql`(${column("created_at")}, ${column("id")}) < (${slot("after_created_at")}, ${slot("after_id")})`,
  ],
];

/** A private event has no shared records, and a refused one has no records. */
const OF_SUBJECTS: readonly Condition[] = [
  ...OF_BOTH,
  ["subject", ({ slot }, column) => sql`${column("subject_type")} = ${slot("subject")}`],
  ["refused", () => sql`false`],
  ["own", ({ slot }) => isOwn("subject", slot("viewer"))],
  [
    "after_id",
    ({ slot }, column) =>
      sql`(${column("created_at")}, ${column("event_id")}) < (${slot("after_created_at")}, ${slot("after_id")})`,
  ],
];
