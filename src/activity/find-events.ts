import { type RawBuilder, sql } from "kysely";
import type { Instant } from "../core/time.ts";
import { hotQuery, type Slots } from "../db/hot-query.ts";
import type { Db, SubjectType } from "../db/schema.ts";
import { selectEvents } from "./event-rows.ts";
import { isOwn, isVisible } from "./visibility.ts";

/** Which events are wanted; what is undefined does not matter. */
type Values = {
  readonly team_id: string;
  /** A person who sees only what is everybody's, and their own. */
  readonly viewer: string | undefined;
  /** Whether only what is the viewer's own counts. */
  readonly own: true | undefined;
  readonly actor: string | undefined;
  readonly credential: string | undefined;
  readonly web: true | undefined;
  readonly command: true | undefined;
  readonly subject: SubjectType | undefined;
  readonly done: true | undefined;
  readonly refused: true | undefined;
  readonly first: Instant | undefined;
  readonly end: Instant | undefined;
  readonly after_created_at: Instant | undefined;
  readonly after_id: string | undefined;
  readonly rows: number;
};

/** The newest first. The page is found in an index alone where one filter is given; only its rows are read whole. */
export const findEvents = hotQuery((db, slots: Slots<Values>) =>
  selectEvents(db)
    .innerJoin(pageOfIds(db, slots).as("page"), "page.id", "event.id")
    .where("event.team_id", "=", slots.slot("team_id"))
    .orderBy("page.created_at", "desc")
    .orderBy("page.id", "desc"),
);

/** Events of one kind of thing stand in a table of their own, in the order of the list. */
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

/** What a value that is given asks of a row. Indexes of few rows are found by the very words of their condition. */
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
  ["done", (_slots, column) => sql`${column("outcome")} = 'done'`],
  ["refused", (_slots, column) => sql`${column("outcome")} = 'refused'`],
  ["viewer", ({ slot }) => isVisible(slot("viewer"))],
  [
    "after_id",
    ({ slot }, column) =>
      sql`(${column("created_at")}, ${column("id")}) < (${slot("after_created_at")}, ${slot("after_id")})`,
  ],
];

/** What is everybody's is in no private event, and what was refused is about nothing. */
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
