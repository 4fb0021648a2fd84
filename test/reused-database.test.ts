import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { connected } from "./postgres.ts";
import { takeDatabase } from "./reused-database.ts";
import { RUN } from "./run.ts";

const template = RUN?.templates.postgres ?? null;
const skip = template === null && "TEST_DATABASE_URL is not set, or this file runs by itself";

const ADD_USER =
  "insert into users (id, email, email_key, name, created_at) values (gen_random_uuid(), 'e', 'e', 'n', now())";

/** Takes a database that no world of this run has. */
async function take(): Promise<{ url: string; drop: () => Promise<void> }> {
  assert.ok(RUN !== null && template !== null);
  return takeDatabase({ ...RUN, prefix: `${RUN.prefix}_own` }, template);
}

async function isAsNew(client: Client): Promise<boolean> {
  const { rows: users } = await client.query("select * from users");
  const { rows: migrations } = await client.query("select * from migrations");
  const { rows: tables } = await client.query("select from pg_tables where tablename = 'odd'");
  return users.length === 0 && migrations.length > 0 && tables.length === 0;
}

for (const [change, statement] of [
  ["rows were written to", ADD_USER],
  ["a table was added to", "create table odd (id text)"],
  ["a table was renamed in", "alter table users rename to odd"],
  ["a column was added to", "alter table users add odd text"],
  ["a table was dropped in", "drop table api_keys cascade"],
] as const) {
  test(`a database that ${change} is as new when it is taken again`, { skip }, async () => {
    const first = await take();
    await connected(first.url, (client) => client.query(statement));
    await first.drop();
    const again = await take();
    assert.equal(again.url, first.url);
    assert.ok(await connected(again.url, isAsNew));
    assert.ok(await connected(again.url, async (client) => client.query(ADD_USER)));
    await again.drop();
  });
}

test(
  "a transaction that was left open in it does not keep a database from being taken again",
  { skip },
  async () => {
    const first = await take();
    const left = new Client({ connectionString: first.url });
    left.on("error", () => {});
    await left.connect();
    await left.query(ADD_USER);
    await left.query("begin; select from users for update");
    await first.drop();
    const again = await take();
    assert.ok(await connected(again.url, isAsNew));
    await again.drop();
    await left.end();
  },
);

test("two that are taken at the same time are two", { skip }, async () => {
  const [one, other] = await Promise.all([take(), take()]);
  assert.notEqual(one.url, other.url);
  await Promise.all([one.drop(), other.drop()]);
});
