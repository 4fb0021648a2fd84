import { type RawBuilder, sql } from "kysely";
import type { AuditContext } from "../../src/db/context.ts";
import { dialectOf } from "../../src/db/dialect.ts";
import type { Db } from "../../src/db/schema/schema.ts";
import { transaction } from "../../src/db/transaction.ts";

/** Numbers of time entries, events and transactions. */
export type Years = {
  readonly entries: number;
  readonly events: number;
  readonly transactions: number;
};

type Person = { readonly userId: string; readonly keyId: string };

const PROJECTS_A_CUSTOMER = 0.1;
/** The first customer's, beside those that it has like any other. */
const PROJECTS_OF_FIRST = 200;
/** Every so many-th entry is on the first project. No call deletes those with a customer or a project. */
export const ON_FIRST_PROJECT = 40;
const BATCH = 100_000;

/** Adds projects, time entries and a journal, each by a statement for each batch. */
export async function fillYears(
  team: AuditContext,
  people: readonly Person[],
  customers: number,
  { entries, events }: Omit<Years, "transactions">,
): Promise<void> {
  const persons = sql.join(
    people.map(({ userId, keyId }, n) => sql`(${sql.lit(n)}, ${userId}, ${keyId})`),
  );
  const one = { team, persons, people: people.length, customers };
  const projects = projectsOf(customers);
  await inBatches(team, projects, (db, rows) => addProjects(db, one, rows));
  await inBatches(team, entries, (db, rows) => addEntries(db, one, rows, { projects, entries }));
  await inBatches(team, events, (db, rows) => addEvents(db, one, rows, { projects, events }));
}

function projectsOf(customers: number): number {
  return Math.ceil(customers * PROJECTS_A_CUSTOMER) + PROJECTS_OF_FIRST;
}

type One = {
  readonly team: AuditContext;
  /** Rows of number, user and key. */
  readonly persons: RawBuilder<unknown>;
  readonly people: number;
  readonly customers: number;
};

async function inBatches(
  team: AuditContext,
  count: number,
  add: (db: Db, numbers: RawBuilder<unknown>) => Promise<unknown>,
): Promise<void> {
  for (let first = 0; first < count; first += BATCH) {
    const end = Math.min(count, first + BATCH);
    await transaction(team, async ({ db }) => {
      // SQLite: for the indexes whose order is not that of the numbers.
      if (dialectOf(db) === "sqlite") await sql`pragma cache_size = -400000`.execute(db);
      await add(db, numbers(db, first, end));
    });
  }
}

async function addProjects(db: Db, one: One, numbers: RawBuilder<unknown>): Promise<void> {
  const { id } = partsOf(db);
  const customer = sql`case when number.n < ${sql.lit(PROJECTS_OF_FIRST)} then 0 else number.n * 10 % ${sql.lit(one.customers)} end`;
  await sql`insert into tracker_projects
    (team_id, id, name, name_folded, status, customer_id, billable, created_at)
    select ${one.team.team.id}, ${id("1", sql`number.n`)}, 'Project ' || number.n, 'project ' || number.n,
      case when number.n % 8 = 0 and number.n > 0 then 'completed' else 'in_progress' end, customer.id, true,
      customer.created_at
    from ${numbers} as number join (${customersByNumber(one)}) as customer
      on customer.n = ${customer}`.execute(db);
  await analyze(db, "tracker_projects");
}

/** PostgreSQL keeps the plans by which it checks foreign keys, made for an empty table. */
async function analyze(db: Db, table: "tracker_projects" | "activity_events"): Promise<void> {
  if (dialectOf(db) === "postgres") await sql`analyze ${sql.table(table)}`.execute(db);
}

const SECONDS_A_YEAR = 365 * 86_400;
const YEARS_OF_TIME = 5;

async function addEntries(
  db: Db,
  { team, persons, people }: One,
  numbers: RawBuilder<unknown>,
  { projects, entries }: { projects: number; entries: number },
): Promise<void> {
  const { id, instant, day, text } = partsOf(db);
  const until = Math.floor(Date.parse(team.now) / 1000) - 86_400;
  const seconds = sql`(${sql.lit(until)} - ${sql.lit(YEARS_OF_TIME * SECONDS_A_YEAR)}
    + cast(number.n * ${sql.lit((YEARS_OF_TIME * SECONDS_A_YEAR) / entries)} as integer))`;
  const end = sql`(${seconds} + 60 + number.n % 1000)`;
  const project = sql`case when number.n % ${sql.lit(ON_FIRST_PROJECT)} = 0 then 0 else 1 + number.n * 7919 % ${sql.lit(projects - 1)} end`;
  await sql`insert into tracker_entries
    (team_id, id, project_id, assigned_id, date, start, stop, duration, time_zone, sort_key, created_at)
    select ${team.team.id}, ${id("2", sql`number.n`)}, ${id("1", project)}, ${text(sql.ref("person.column2"))},
      ${day(seconds)}, ${instant(seconds)}, ${instant(end)}, 60 + number.n % 1000, 'UTC',
      ${sortKey(db, seconds)}, ${instant(end)}
    from ${numbers} as number join (values ${persons}) as person
      on person.column1 = number.n % ${sql.lit(people)}`.execute(db);
}

/** As `sortKeyOf` computes it. */
function sortKey(db: Db, seconds: RawBuilder<unknown>): RawBuilder<unknown> {
  const { idText, dayText, instantText } = partsOf(db);
  return sql`${dayText(seconds)} || ' ' || ${instantText(seconds)} || ' ' || ${idText("2", sql`number.n`)}`;
}

/** A journal of a year. What is older than thirty days has no values any more. */
async function addEvents(
  db: Db,
  { team, persons, people, customers }: One,
  numbers: RawBuilder<unknown>,
  { projects, events }: { projects: number; events: number },
): Promise<void> {
  const { id, idText, instant, text, json } = partsOf(db);
  const now = Math.floor(Date.parse(team.now) / 1000) - 3600;
  const step = SECONDS_A_YEAR / events;
  const seconds = sql`(${sql.lit(now - SECONDS_A_YEAR)} + cast(number.n * ${sql.lit(step)} as integer))`;
  const whole = sql`number.n > ${sql.lit(Math.floor(events - (29 * 86_400) / step))}`;
  const [kind, tool] = [caseOf("type"), caseOf("tool")];
  const isChange = sql`number.n % 20 < 16`;
  const isRefused = sql`number.n % 1000 = 7`;
  const isWeb = sql`number.n % 50 = 1`;
  const isCommand = sql`number.n % 10000 = 2`;
  const subjectId = sql`(case when number.n % 20 <= 11 then ${idText("2", sql`number.n`)} else ${idText("9", sql`number.n`)} end)`;
  const did = sql`case when ${isChange} then 'changed' else 'deleted' end`;
  const subjects = sql`case when ${isRefused} then '[]' else
    '[{"type":"' || ${kind} || '","changes":1,"first":[{"id":"' || ${subjectId} || '","did":"' || ${did} || '"}]}]' end`;
  const from = sql`${numbers} as number join (values ${persons}) as person
    on person.column1 = number.n % ${sql.lit(people)}`;
  const actor = sql`case when ${isCommand} then null else ${text(sql.ref("person.column2"))} end`;
  const credentialKind = sql`case when ${isCommand} then 'command_line' when ${isWeb} then 'session' else 'api_key' end`;
  const credential = sql`case when ${isCommand} or ${isWeb} then null else ${text(sql.ref("person.column3"))} end`;
  await sql`insert into activity_events (team_id, id, created_at, actor_id, credential_kind, credential_id,
      client_name, tool, outcome, reason, subjects, redacted_at)
    select ${team.team.id}, ${id("3", sql`number.n`)}, ${instant(seconds)}, ${actor}, ${credentialKind}, ${credential},
      'Benchmark', ${tool}, case when ${isRefused} then 'refused' else 'done' end,
      case when ${isRefused} then 'tool_not_available' end, ${json(subjects)},
      case when ${whole} then null else ${instant(seconds)} end
    from ${from}`.execute(db);
  await analyze(db, "activity_events");
  await sql`insert into activity_subjects (team_id, subject_type, created_at, event_id, actor_id,
      credential_kind, credential_id)
    select ${team.team.id}, ${kind}, ${instant(seconds)}, ${id("3", sql`number.n`)}, ${actor}, ${credentialKind}, ${credential}
    from ${from} where not ${isRefused}`.execute(db);
  const named = sql`case when number.n % 20 = 18
    then '{"project_id":"' || ${idText("1", sql`number.n % ${sql.lit(projects)}`)} || '","date":"2026-01-01"}'
    else '{"name":"Name ' || (number.n % ${sql.lit(customers)}) || '"}' end`;
  const value = (image: RawBuilder<unknown>) =>
    json(sql`case when ${whole} then ${image} else null end`);
  await sql`insert into activity_changes (team_id, event_id, position, subject_type, subject_id, before, after)
    select ${team.team.id}, ${id("3", sql`number.n`)}, 0, ${kind}, ${text(subjectId)}, ${value(named)},
      case when ${isChange} then ${value(named)} else ${json(sql`'null'`)} end
    from ${from} where not ${isRefused}`.execute(db);
}

/** Kinds of events: of twenty, each up to the last number. The last four are deletions. */
const KINDS = [
  { last: 11, type: "tracker_entry", tool: "tracker_stop_timer" },
  { last: 15, type: "customer", tool: "customers_update" },
  { last: 17, type: "customer", tool: "customers_delete" },
  { last: 18, type: "tracker_entry", tool: "tracker_delete_entry" },
  { last: 19, type: "tag", tool: "tags_delete" },
] as const;

function caseOf(column: "type" | "tool"): RawBuilder<unknown> {
  const cases = KINDS.map((kind) => `when number.n % 20 <= ${kind.last} then '${kind[column]}'`);
  return sql.raw(`case ${cases.join(" ")} end`);
}

function customersByNumber({ team }: One): RawBuilder<unknown> {
  return sql`select id, created_at, row_number() over (order by created_at, id) - 1 as n
    from customers where team_id = ${team.team.id}`;
}

function numbers(db: Db, first: number, end: number): RawBuilder<unknown> {
  const [from, to] = [sql.lit(first), sql.lit(end - 1)];
  return dialectOf(db) === "postgres"
    ? sql`(select cast(n as bigint) as n from generate_series(${from}, ${to}) as n)`
    : sql`(with recursive number (n) as (select ${from} union all select n + 1 from number where n < ${to})
        select n from number)`;
}

const ID_BEGINS = "00000000-0000-7000-800";

/** The id of the first project. */
export const FIRST_PROJECT = `${ID_BEGINS}1-000000000000`;

export function entryId(number: number): string {
  return `${ID_BEGINS}2-${number.toString(16).padStart(12, "0")}`;
}

/** Expressions that differ between the databases. */
function partsOf(db: Db) {
  const isPostgres = dialectOf(db) === "postgres";
  const typed = (type: string) => (value: RawBuilder<unknown>) =>
    isPostgres ? sql`cast(${value} as ${sql.raw(type)})` : value;
  const moment = (seconds: RawBuilder<unknown>, postgres: string, sqlite: string) =>
    isPostgres
      ? sql`to_char(to_timestamp(${seconds}) at time zone 'UTC', ${sql.lit(postgres)})`
      : sql`strftime(${sql.lit(sqlite)}, ${seconds}, 'unixepoch')`;
  const idText = (kind: string, number: RawBuilder<unknown>) =>
    sql`${sql.lit(`${ID_BEGINS}${kind}-`)} || ${isPostgres ? sql`lpad(to_hex(${number}), 12, '0')` : sql`printf('%012x', ${number})`}`;
  const dayText = (seconds: RawBuilder<unknown>) => moment(seconds, "YYYY-MM-DD", "%Y-%m-%d");
  const instantText = (seconds: RawBuilder<unknown>) =>
    moment(seconds, 'YYYY-MM-DD"T"HH24:MI:SS".000Z"', "%Y-%m-%dT%H:%M:%S.000Z");
  return {
    idText,
    dayText,
    instantText,
    id: (kind: string, number: RawBuilder<unknown>) =>
      typed("uuid")(sql`(${idText(kind, number)})`),
    day: (seconds: RawBuilder<unknown>) => typed("date")(dayText(seconds)),
    instant: (seconds: RawBuilder<unknown>) => typed("timestamptz")(instantText(seconds)),
    text: typed("uuid"),
    json: typed("jsonb"),
  };
}
