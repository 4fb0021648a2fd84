import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { fold } from "../../src/core/fold.ts";
import { uuidV7 } from "../../src/core/ids.ts";
import type { Dialect } from "../../src/db/dialect.ts";
import { rowsFrom } from "../../src/db/many-rows.ts";
import { renewStatistics } from "../../src/db/migrate.ts";
import type { Schema, TeamTable } from "../../src/db/schema/schema.ts";
import { createTag } from "../../src/domains/tags/create-tag.ts";
import { sortKeyOf } from "../../src/domains/timesheet/entry.ts";
import { addDays } from "../../src/shared/calendar.ts";
import { addMilliseconds, millisecondsOf } from "../../src/shared/time.ts";
import { type Team, World } from "../../test/app.ts";
import { addAccount } from "../../test/bank-accounts.ts";
import { book } from "../../test/books.ts";
import { addProject } from "../../test/tracker.ts";
import { ownerContext } from "../../test/transactions.ts";

export type Size = {
  readonly people: number;
  readonly customers: number;
  /** Rows of each kind that years of work leave behind; 0 by default. */
  readonly entries?: number;
  readonly events?: number;
  readonly transactions?: number;
};

/** A team in a database of its own, and ids in it. */
export type Filled = {
  /** The owner who made the team. */
  readonly team: Team;
  /** Owners too, each with a key that holds everything. */
  readonly people: readonly Team[];
  readonly customerIds: readonly string[];
  readonly tagIds: readonly string[];
  /** The first has every 40th time entry. */
  readonly projectIds: readonly string[];
  /** Account of most transactions. */
  readonly account: string;
};

/** Day for which the examples of tools and routes are written. */
export const EXAMPLES_AT = "2026-11-21T09:00:00.000Z";

/** Runs `work` on a new database with one team, then drops it. */
export async function onFilled<T>(
  dialect: Dialect,
  size: Size,
  work: (filled: Filled) => Promise<T>,
  at: string = new Date().toISOString(),
): Promise<T> {
  const world = new World(dialect);
  await world.open();
  try {
    world.at(at);
    return await work(await fill(world, size));
  } finally {
    await world.close();
  }
}

async function fill(
  world: World,
  { people: count, customers, entries = 0, events = 0, transactions = 0 }: Size,
): Promise<Filled> {
  const team = await world.team({ destructive_ai_tools: true });
  const people: Team[] = [];
  while (people.length < count) people.push(await team.member("owner", { preset: "all" }));
  const tagIds: string[] = [];
  for (const name of ["Key account", "Retail", "Retainer", "Slow payer"])
    tagIds.push((await createTag(ownerContext(team), { name })).id);
  const customerIds = await addCustomers(team, tagIds, customers);
  const projectIds = entries > 0 ? await addProjects(team, customerIds) : [await addProject(team)];
  await addEntries({ team, people, projectIds }, entries);
  await addEvents(team, people, events);
  const account = await addAccount(team, { name: "Giro", number: null });
  await addTransactions(team, account, transactions);
  const { dialect, begin, reader } = world.database;
  if (dialect === "postgres") await sql`vacuum analyze`.execute(reader);
  else await begin(renewStatistics);
  return { team, people, customerIds, tagIds, projectIds, account };
}

/** Part of a third of all customers' names. */
export const FREQUENT_TERM = "gmbh";
/** Part of no name. */
export const ABSENT_TERM = "zzyzx";

const FIRST = ["Alpine", "Baltic", "Café", "Delta", "Évora", "Fjord", "Garden"];
const SECOND = ["Bakery", "Consulting", "Design", "Films", "Foods", "Logistics", "Press", "Wines"];
const FORM = ["GmbH", "Ltd", "S.A."];

/** Adds a customer for each minute until now. */
async function addCustomers(
  team: Team,
  tagIds: readonly string[],
  count: number,
): Promise<readonly string[]> {
  const customers = Array.from({ length: count }, (_, number) => {
    const created_at = addMilliseconds(team.world.now, (number - count) * 60_000);
    const name = `${pick(FIRST, number)} ${pick(SECOND, number)} ${number} ${pick(FORM, number)}`;
    const email = `office@customer${number}.example`;
    return {
      id: uuidV7(millisecondsOf(created_at), randomBytes),
      name,
      name_folded: fold(name),
      email,
      email_folded: fold(email),
      phone: "+49 30 1234567",
      website: `https://customer${number}.example`,
      note: "Prefers to be called in the morning.",
      country: "Germany",
      country_code: "DE",
      address_line_1: `Hauptstraße ${(number % 200) + 1}`,
      city: "Berlin",
      zip: "10115",
      preferred_currency: "EUR",
      is_archived: number % 10 === 0,
      created_at,
      updated_at: created_at,
    };
  });
  const links = customers.flatMap(({ id, created_at }, number) =>
    tagIds.slice(0, number % 3).map((tag_id) => ({ customer_id: id, tag_id, created_at })),
  );
  await insertRows(team, "customers", customers);
  await insertRows(team, "customer_tags", links);
  return customers.map(({ id }) => id);
}

/** Adds 200 projects of the first customer, and one for every tenth. */
async function addProjects(team: Team, customerIds: readonly string[]): Promise<readonly string[]> {
  const count = 200 + Math.ceil(customerIds.length / 10);
  const projects = Array.from({ length: count }, (_, number) => ({
    id: team.auditContext.newId(),
    name: `Project ${number}`,
    name_folded: `project ${number}`,
    status: number % 8 === 7 ? "completed" : "in_progress",
    customer_id: pick(customerIds, number < 200 ? 0 : (number - 200) * 10),
    billable: true,
    created_at: team.world.now,
    updated_at: team.world.now,
  }));
  await insertRows(team, "tracker_projects", projects);
  return projects.map(({ id }) => id);
}

const DAY_MS = 86_400_000;

/** Adds the time of five years, until yesterday. */
async function addEntries(
  {
    team,
    people,
    projectIds: [first = "", ...others],
  }: Pick<Filled, "team" | "people" | "projectIds">,
  count: number,
): Promise<void> {
  const entries = Array.from({ length: count }, (_, number) => {
    const start = addMilliseconds(
      team.world.now,
      -DAY_MS - Math.floor(((count - number) * 5 * 365 * DAY_MS) / count),
    );
    const id = uuidV7(millisecondsOf(start), randomBytes);
    const [date, duration] = [start.slice(0, 10), 60 + (number % 1000)];
    const stop = addMilliseconds(start, duration * 1000);
    return {
      id,
      project_id: number % 40 === 0 ? first : pick(others, number * 7919),
      assigned_id: pick(people, number).userId,
      date,
      start,
      stop,
      duration,
      time_zone: "UTC",
      sort_key: sortKeyOf({ date, at: start, id }),
      created_at: stop,
    };
  });
  await insertRows(team, "tracker_entries", entries);
}

/** Kinds of events: of twenty, each up to the last number. */
const KINDS = [
  { last: 11, type: "tracker_entry", tool: "tracker_stop_timer", did: "changed" },
  { last: 15, type: "customer", tool: "customers_update", did: "changed" },
  { last: 17, type: "customer", tool: "customers_delete", did: "deleted" },
  { last: 19, type: "tag", tool: "tags_delete", did: "deleted" },
] as const;

/** Adds the journal of a year. Events older than thirty days have no values any more. */
async function addEvents(team: Team, people: readonly Team[], count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, number) => {
    const ago = Math.ceil(((count - number) * 365 * DAY_MS) / count);
    const created_at = addMilliseconds(team.world.now, -ago);
    const id = uuidV7(millisecondsOf(created_at), randomBytes);
    const isRefused = number % 1000 === 7;
    const kind = pick(
      KINDS,
      KINDS.findIndex(({ last }) => number % 20 <= last),
    );
    const caller = {
      created_at,
      actor_id: number % 10_000 === 2 ? null : pick(people, number).userId,
      credential_kind:
        number % 10_000 === 2 ? "command_line" : number % 50 === 1 ? "session" : "api_key",
    };
    const event = {
      ...caller,
      id,
      tool: kind.tool,
      outcome: isRefused ? "refused" : "done",
      reason: isRefused ? "tool_not_available" : null,
      subjects: isRefused ? [] : [{ type: kind.type, changes: 1, first: [{ id, did: kind.did }] }],
      redacted_at: ago > 29 * DAY_MS ? created_at : null,
      is_private: false,
    };
    const image = ago > 29 * DAY_MS ? null : { name: `Name ${number}` };
    const change = { event_id: id, position: 0, subject_type: kind.type, subject_id: id };
    return {
      isRefused,
      event,
      subject: { ...caller, subject_type: kind.type, event_id: id },
      change: { ...change, before: image, after: kind.did === "changed" ? image : null },
    };
  });
  const done = events.filter(({ isRefused }) => !isRefused);
  await insertRows(
    team,
    "activity_events",
    events.map(({ event }) => event),
  );
  await insertRows(
    team,
    "activity_subjects",
    done.map(({ subject }) => subject),
  );
  await insertRows(
    team,
    "activity_changes",
    done.map(({ change }) => change),
  );
  // The null of JSON, unlike that of SQL, stands for a record that is gone.
  const gone = sql`update activity_changes set after = 'null' where before is not null and after is null`;
  await team.world.database.begin(async (db) => gone.execute(db));
}

/** Payments by what they are for; null is not categorised yet. */
const PURPOSES = [
  ["Hetzner Online", "hosting", -1],
  ["Office rent", "rent", -1],
  ["Rail tickets", "travel", -1],
  ["Design tools", "software", -1],
  ["Invoice of a customer", "service-revenue", 1],
  ["Coffee and lunch", "meals", -1],
  ["Card payment", null, -1],
  ["Withdrawal of the owner", "owner-draws", -1],
] as const;

const BATCH = 500;

/** Adds the transactions of three years through the one writer, without journal, rules and rates. */
async function addTransactions(team: Team, account: string, count: number): Promise<void> {
  const savings = await addAccount(team, { name: "Savings", number: null });
  const today = team.world.now.slice(0, 10);
  for (let first = 0; first < count; first += BATCH) {
    const booked = Array.from({ length: Math.min(BATCH, count - first) }, (_, index) => {
      const number = first + index;
      const [name, category_slug, sign] = pick(PURPOSES, number * 7919);
      const minor = sign * (100 + ((number * 104_729) % 250_000));
      const isSplit = number % 50 === 0;
      return {
        account: number % 10 === 0 ? savings : account,
        currency: "EUR",
        date: addDays(today, -Math.floor(((count - number) * 3 * 365) / count)),
        minor,
        ...(isSplit ? { parts: [sign * 50, minor - sign * 50], partsIn: "rent" } : {}),
        given: {
          name: `${name} ${words(number % 397)}`,
          category_slug: isSplit ? null : category_slug,
        },
      };
    });
    await book(team, booked);
  }
}

/** Two words for a number, of letters: numbers say nothing about a party. */
export function words(number: number): string {
  const letters = "abcdefghijklmnopqrst";
  return String(number)
    .padStart(4, "0")
    .replaceAll(/\d/g, (digit) => `${letters[Number(digit)]}${letters[Number(digit) + 10]}`);
}

export function pick<const T>(all: readonly T[], number: number): T {
  const one = all[number % all.length];
  if (one === undefined) throw new Error("there is nothing to pick from");
  return one;
}

const ROWS_A_STATEMENT = 5000;

/** Inserts rows of the team, each statement's in one parameter. */
export async function insertRows<Table extends TeamTable>(
  team: Team,
  table: Table,
  rows: readonly Partial<Record<keyof Schema[Table], unknown>>[],
): Promise<void> {
  const { database } = team.world;
  const columns = ["team_id", ...Object.keys(rows[0] ?? {})];
  const names = sql.join(columns.map((column) => sql.ref(column)));
  for (let first = 0; first < rows.length; first += ROWS_A_STATEMENT) {
    const some = rows.slice(first, first + ROWS_A_STATEMENT);
    const json = JSON.stringify(some.map((row) => ({ ...row, team_id: team.id })));
    await database.begin(async (db) => {
      const values = rowsFrom(db, table, columns, sql`${json}`);
      await sql`insert into ${sql.table(table)} (${names}) select ${names} from ${values} as given`.execute(
        db,
      );
    });
  }
  // PostgreSQL keeps the plans by which it checks foreign keys: they must not be those of an empty table.
  if (database.dialect === "postgres")
    await sql`analyze ${sql.table(table)}`.execute(database.reader);
}
