import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { test } from "node:test";

const FOLDER = "src/domains/transactions/";

/** Names of tables in SQL and in Kysely's calls that write. */
const WRITES =
  /(?:insertInto\(|updateTable\(|deleteFrom\(|insert into |update |delete from )\s*["`]?(transactions|transaction_parts|month_totals|booked_totals|counterparts)\b/;

test("transactions, their parts, totals and counterparts are written in one place", async () => {
  const writers: string[] = [];
  for await (const path of glob("src/**/*.ts")) {
    if (path.endsWith(".test.ts")) continue;
    const text = await readFile(path, "utf8");
    if (WRITES.test(text)) writers.push(path);
  }
  const keepers = ["booked-totals.ts", "counterparts.ts", "month-totals.ts"];
  assert.deepEqual(
    writers.toSorted(),
    keepers.map((name) => `${FOLDER}${name}`),
  );
  const writer = await readFile(`${FOLDER}write-transactions.ts`, "utf8");
  assert.match(writer, /function insertInto</);
  assert.doesNotMatch(writer, /export async function (?:insertInto|update|deleteFrom)\b/);
});

/** Calls that lock the team, and those that need it locked. */
const LOCKS = /\blockTeam\(/g;
const NEEDS_LOCK = /\b(?:writeTransactions|deleteRows|lockRows)\(/;
const OPENS = /\btransaction\(context/g;

test("each transaction in a file that writes transactions locks the team", async () => {
  const without: string[] = [];
  for await (const path of glob("src/**/*.ts")) {
    if (path.endsWith(".test.ts")) continue;
    const text = await readFile(path, "utf8");
    if (!NEEDS_LOCK.test(text)) continue;
    const [opens, locks] = [OPENS, LOCKS].map((calls) => text.match(calls)?.length ?? 0);
    if ((opens ?? 0) > (locks ?? 0)) without.push(path);
  }
  assert.deepEqual(without, []);
});
