import { type RawBuilder, sql } from "kysely";
import { notFound, type Refusal } from "../core/errors.ts";
import type { Context } from "../db/context.ts";
import { lockForUpdate } from "../db/dialect.ts";
import { preparedQuery, type Slots } from "../db/prepared-query.ts";
import type { CredentialKind, SubjectType } from "../db/schema/activity.ts";
import type { Db } from "../db/schema/schema.ts";
import type { Instant } from "../shared/time.ts";
import { isOwn, isVisible, viewerOf } from "./visibility.ts";

/** Ways in without a key or an app. */
export const OTHER_WAYS = [
  { way: "web", kind: "session", label: "Web app" },
  { way: "command", kind: "command_line", label: "Command line" },
  { way: "folder", kind: "folder", label: "Inbox folder" },
  { way: "mail", kind: "mail", label: "Mail" },
] as const satisfies readonly {
  readonly way: string;
  readonly kind: CredentialKind;
  readonly label: string;
}[];

type OtherWay = (typeof OTHER_WAYS)[number]["way"];

type Values = {
  readonly team_id: string;
  readonly viewer: string | undefined;
  readonly own: true | undefined;
  readonly actor: string | undefined;
  readonly credential: string | undefined;
  readonly subject: SubjectType | undefined;
  /** One record, and the kind of link that it has; else its own kind again. */
  readonly record_id?: string | undefined;
  readonly record_type?: SubjectType | undefined;
  readonly link_type?: SubjectType | undefined;
  readonly done: true | undefined;
  readonly refused: true | undefined;
  readonly client: string | undefined;
  readonly no_client: true | undefined;
  readonly only: string | undefined;
  readonly first: Instant | undefined;
  readonly end: Instant | undefined;
  readonly after_created_at: Instant | undefined;
  readonly after_id: string | undefined;
  readonly rows: number;
} & { readonly [Way in OtherWay]: true | undefined };

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
  ...OTHER_WAYS.map(({ way, kind }): Condition => [
    way,
    (_slots, column) => sql`${column("credential_kind")} = ${sql.lit(kind)}`,
  ]),
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

export async function requireEvent(context: Context, id: string): Promise<EventRow> {
  const viewer = viewerOf(context);
  const event = await selectEvents(context.db)
    .where("event.team_id", "=", context.team.id)
    .where("event.id", "=", id)
    .$if(viewer !== undefined, (query) => query.where(isVisible(sql`${viewer}`)))
    .executeTakeFirst();
  if (event !== undefined) return event;
  throw noEvent(id);
}

/** Like `requireEvent`, and locks the event until the transaction ends. */
export async function lockEvent(context: Context, id: string): Promise<EventRow> {
  const events = context.db
    .selectFrom("activity_events")
    .select("id")
    .where("team_id", "=", context.team.id)
    .where("id", "=", id);
  await lockForUpdate(context.db, events).execute();
  return requireEvent(context, id);
}

function noEvent(id: string): Refusal {
  return notFound({ what: "Event", id, path: "id", next: "see what the team's activity lists" });
}

function selectEvents(db: Db) {
  return db
    .selectFrom("activity_events as event")
    .leftJoin("users as actor", "actor.id", "event.actor_id")
    .leftJoin("activity_events as undoing", (join) =>
      join
        .onRef("undoing.team_id", "=", "event.team_id")
        .onRef("undoing.undoes_id", "=", "event.id"),
    )
    .select(["event.id", "event.created_at", "event.actor_id", "event.holder_id"])
    .select(["event.credential_kind", "event.credential_id"])
    .select(["event.client_name", "event.client_version", "event.tool", "event.outcome"])
    .select(["event.reason", "event.subjects", "event.undoes_id", "event.redacted_at"])
    .select(["actor.name as actor_name", "undoing.id as undone_by"]);
}

export type EventRow = Awaited<
  ReturnType<ReturnType<typeof selectEvents>["executeTakeFirstOrThrow"]>
>;

/** Number of the team's refused deletions since a moment; every member sees them. At most `most`. */
export async function countRefused(
  { db, team }: Context,
  { since, most }: { readonly since: Instant; readonly most: number },
): Promise<number> {
  const [found] = await findCount(db, { team_id: team.id, since, most });
  return found?.count ?? 0;
}

type Refused = { readonly team_id: string; readonly since: Instant; readonly most: number };

const findCount = preparedQuery((db, { slot }: Slots<Refused>) =>
  db
    .selectFrom(
      db
        .selectFrom("activity_events as event")
        .where("event.team_id", "=", slot("team_id"))
        // As in the partial index.
        .where(sql<boolean>`event.outcome = 'refused'`)
        .where("event.created_at", ">=", slot("since"))
        .select("event.id")
        .limit(slot("most"))
        .as("refused"),
    )
    .select(({ fn }) => fn.countAll<number>().as("count")),
);
