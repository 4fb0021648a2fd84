import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe } from "node:test";
import { Kysely, PostgresDialect, sql, SqliteDialect } from "kysely";
import type { Db, Schema } from "../src/db/schema/schema.ts";
import { World } from "./app.ts";
import { connected } from "./postgres.ts";

/**
 * SQLite's plan of a read's last query. It is deterministic: a world has no statistics, or those of a
 * large team (`onEachSize`). Every query of the read is explained instead of run, and answers no rows.
 */
export async function planOf(world: World, read: (db: Db) => Promise<unknown>): Promise<string> {
  return (await plansOf(world, read)).at(-1) ?? "";
}

/** SQLite's plans of all queries of a read. */
export async function plansOf(
  world: World,
  read: (db: Db) => Promise<unknown>,
): Promise<readonly string[]> {
  const file = new DatabaseSync(world.url.slice("sqlite:".length), { readOnly: true });
  const plans: string[] = [];
  const explain = (query: string, parameters: readonly unknown[]) => {
    const rows = file.prepare(`explain query plan ${query}`).all(...(parameters as string[]));
    plans.push(rows.map(({ detail }) => String(detail)).join("\n"));
    return [];
  };
  const prepare = (query: string) => ({
    reader: true,
    all: (parameters: readonly unknown[]) => explain(query, parameters),
    run: () => assertRead(query),
    iterate: () => assertRead(query),
  });
  const dialect = new SqliteDialect({ database: { prepare, close: () => file.close() } });
  const db = new Kysely<Schema>({ dialect });
  try {
    await read(db);
  } finally {
    await db.destroy();
  }
  return plans;
}

/** PostgreSQL's plan of a read's last query, by the statistics of the rows that the database has. */
export async function planOnPostgres(
  url: string,
  read: (db: Db) => Promise<unknown>,
): Promise<string> {
  return (await plansOnPostgres(url, read)).at(-1) ?? "";
}

/** PostgreSQL's plans of all queries of a read. */
export async function plansOnPostgres(
  url: string,
  read: (db: Db) => Promise<unknown>,
): Promise<readonly string[]> {
  return connected(url, async (client) => {
    const plans: string[] = [];
    let before: Promise<unknown> = Promise.resolve();
    const explain = async (text: string, parameters: unknown[]) => {
      const { rows } = await client.query(`explain (costs off) ${text}`, parameters);
      plans.push(rows.map((row) => String(row["QUERY PLAN"])).join("\n"));
      return { command: "SELECT", rowCount: 0, rows: [] };
    };
    // One after another, for a read that asks several at once.
    const query = async (text: string, parameters: unknown[]) => {
      const answer = before.then(async () => explain(text, parameters));
      before = answer;
      return answer;
    };
    const pool = { connect: async () => ({ query, release: () => {} }), end: async () => {} };
    const dialect = new PostgresDialect({ pool: pool as never });
    await read(new Kysely<Schema>({ dialect }));
    return plans;
  });
}

function assertRead(query: string): never {
  throw new Error(`only reads are explained, not ${query}`);
}

/**
 * Asserts how each step of a plan finds the rows of a table: the index with the whole prefix of it that is
 * searched. A step that searches by less, or another step for that table, fails.
 * @param found by alias, such as `tags_by_name (team_id=? AND name_folded=?)`
 */
export function assertSearches(plan: string, found: Readonly<Record<string, string>>): void {
  const searches = Object.keys(found).map((alias) => {
    const steps = plan
      .split("\n")
      .filter((step) => step.startsWith(`SEARCH ${alias} `) || step.startsWith(`SCAN ${alias}`));
    return [
      alias,
      steps.map((step) =>
        step.replaceAll(/^SEARCH \w+ USING (COVERING )?(INDEX )?| LEFT-JOIN$/g, ""),
      ),
    ];
  });
  const wanted = Object.entries(found).map(([alias, search]) => [alias, [search]]);
  assert.deepEqual(searches, wanted, plan);
}

/**
 * Defines the same tests of plans twice: as SQLite plans for a new team, without statistics, and for a
 * large one.
 */
export function onEachSize(define: (world: World, isLarge: boolean) => void): void {
  for (const isLarge of [false, true])
    describe(isLarge ? "for a large team" : "for a new team", () => {
      const world = new World("sqlite");
      before(async () => {
        await world.open();
        if (isLarge) await grow(world);
      });
      after(() => world.close());
      define(world, isLarge);
    });
}

/**
 * Gives a world the statistics of a large team, as SQLite has counted them with `ROWS_ANALYZED`: 200,000
 * customers, 2,000,000 time entries, 500,000 events and
 * 100,000 transactions.
 */
async function grow(world: World): Promise<void> {
  await world.database.begin(async (db) => {
    await sql`analyze`.execute(db);
    await sql`delete from sqlite_stat1`.execute(db);
    for (const [table, indexes] of Object.entries(GROWN))
      for (const [index, stat] of Object.entries(indexes))
        await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${index}, ${stat})`.execute(
          db,
        );
  });
}

const GROWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  activity_changes: {
    activity_changes_by_subject: "499831 401 201 1 1",
    sqlite_autoindex_activity_changes_1: "499831 401 1 1",
  },
  activity_events: {
    activity_events_by_actor: "500264 401 134 3 1 1 1 1",
    activity_events_by_credential: "500264 401 401 1 1 1",
    activity_events_command: "314 314 7 1",
    activity_events_newest: "500264 401 1 1",
    activity_events_refused: "500 401 1 1",
    activity_events_web: "10000 401 1 1",
    activity_events_whole: "39990 1 1",
    sqlite_autoindex_activity_events_1: "500264 401 1",
  },
  activity_subjects: { activity_subjects: "499831 401 201 2 1" },
  customer_tags: {
    customer_tags_by_tag: "199900 401 401 1 1",
    customer_tags_counted: "199900 401 401",
    sqlite_autoindex_customer_tags_1: "199900 401 2 1",
  },
  customers: {
    customers_by_email: "200000 401 1 1",
    customers_by_name: "200000 401 1 1 1 1 1",
    customers_counted: "200000 401 401",
    customers_named: "200000 401 1 1",
    customers_newest: "200000 401 1 1 1 1 1 1",
    sqlite_autoindex_customers_1: "200000 401 1",
  },
  invoice_documents: { sqlite_autoindex_invoice_documents_1: "90000 401 1" },
  invoice_mails: {
    invoice_mails_newest: "90000 401 1",
    invoice_mails_of_invoice: "90000 401 1 1 1",
    sqlite_autoindex_invoice_mails_1: "90000 401 1",
  },
  invoices: {
    invoices_by_customer: "100000 401 12 1 1",
    invoices_by_status: "100000 401 60 2 1",
    invoices_newest: "100000 401 2 1 1 1 1 1 1",
    invoices_paid: "80000 401 1",
    sqlite_autoindex_invoices_1: "100000 401 1",
  },
  memberships: {
    memberships_by_user: "66 1",
    sqlite_autoindex_memberships_1: "66 66 1",
  },
  tags: {
    sqlite_autoindex_tags_1: "92 92 1",
    sqlite_autoindex_tags_2: "92 92 1",
    tags_by_name: "92 92 1 1",
  },
  tracker_entries: {
    sqlite_autoindex_tracker_entries_1: "2000000 401 1",
    tracker_entries_by_person: "2000000 401 401 1",
    tracker_entries_by_project: "2000000 401 401 1",
    tracker_entries_by_project_and_person: "2000000 401 401 401 1",
    tracker_entries_newest: "2000000 401 1",
    tracker_entries_running: "0 0 0 0",
    tracker_entries_running_newest: "0 0 0",
  },
  invoice_time: {
    invoice_time_of_invoice: "1000000 401 200 100 5 1",
    invoice_time_of_project: "1000000 401 50 2",
    sqlite_autoindex_invoice_time_1: "1000000 401 1",
    sqlite_autoindex_invoice_time_2: "1000000 401 1",
  },
  tracker_projects: {
    sqlite_autoindex_tracker_projects_1: "20201 401 1",
    tracker_projects_by_customer: "20201 401 2 2 1",
    tracker_projects_by_name: "20201 401 1 1",
    tracker_projects_by_status: "20201 401 401 1 1 1 1",
    tracker_projects_newest: "20201 401 2 1 1",
  },
  tracker_totals: { tracker_totals: "403981 401 20 1" },
  transaction_parts: {
    sqlite_autoindex_transaction_parts_1: "4000 401 2 1",
    transaction_parts_by_category: "4000 401 40 1",
  },
  transactions: {
    sqlite_autoindex_transactions_1: "100000 401 1",
    transactions_by_account: "100000 401 401 30 1 1 1",
    transactions_by_category: "100000 401 401 3 1 1 1 1",
    transactions_by_import: "60000 401 301 2 1 1 1 1 1",
    transactions_by_party: "90000 401 40 2 1 1 1",
    transactions_by_status: "100000 401 401 80 1",
    transactions_for_reports: "100000 401 401 401 60 2 1",
    transactions_newest: "100000 401 91 1 1",
  },
  users: { sqlite_autoindex_users_1: "66 1", sqlite_autoindex_users_2: "66 1" },
};
