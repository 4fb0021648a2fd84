import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { folderForTests, processes } from "../test/server.ts";

/** Reasons that keep a process from starting, and their messages. */

const { run, serve } = processes();
const folder = await folderForTests();

test("a wrong setting stops the start with one line, before anything is made", async () => {
  const wrong: readonly (readonly [name: string, value: string, says: RegExp])[] = [
    ["PORT", "abc", /^PORT must be a whole number from 1 to 65535, not "abc"$/],
    ["PORT", "0", /^PORT must be/],
    ["BASE_URL", "https://books.example/mcp", /^BASE_URL must be .+: no path, no final slash, not/],
    ["DATABASE_URL", "mysql://me:hunter2@db/books", /^DATABASE_URL must be .+, not "…@db\/books"$/],
    [
      "DATABASE_URL",
      "postgres://me:hunter2@127.0.0.1:1/books?sslmode=require",
      /^DATABASE_URL: .+nothing listens/,
    ],
    ["DATABASE_URL", "postgres://me:hunter2@db.invalid/books", /^DATABASE_URL: .+not known/],
    ["DATABASE_URL", "sqlite:README.md", /^DATABASE_URL: .+README\.md .+ is not a database/],
    ["DATABASE_URL", "sqlite:README.md/books.db", /^DATABASE_URL: .+part of the path is no folder/],
    [
      "DATABASE_URL",
      "sqlite:/proc/books/books.db",
      /^DATABASE_URL: \/proc\/books\/books.db cannot/,
    ],
    ["DATABASE_URL", "sqlite:src", /^DATABASE_URL: .+cannot be opened as a file/],
    ["HOST", "192.0.2.1", /^HOST: 192\.0\.2\.1 is no address of this machine/],
    ["HOST", "nowhere.invalid", /^HOST: nowhere\.invalid is no address of this machine/],
    ["LOG_LEVEL", "loud", /^LOG_LEVEL must be one of fatal, .+, not "loud"$/],
  ];
  await Promise.all(
    wrong.map(async ([name, value, says], index) => {
      // The server listens only once the database is open.
      const database = url(name === "HOST" ? `host-${index}` : "never");
      const environment = { DATABASE_URL: database, [name]: value };
      const outcome = await run(["serve"], environment);
      assert.match(reasonOf(outcome), says);
      assert.ok(!outcome.stderr.includes("hunter2"));
    }),
  );
  assert.ok(!existsSync(join(folder, "never.db")));
});

test("a port that is taken is named in one line, and nobody is given a key", async () => {
  const { port } = await serve({ DATABASE_URL: url("first") });
  const environment = { DATABASE_URL: url("port"), PORT: port };
  const reason = reasonOf(await run(["serve", "--demo"], environment));
  assert.equal(
    reason,
    `PORT: ${port} is taken on 127.0.0.1; stop what listens there, or set another PORT`,
  );
  assert.ok(!existsSync(join(folder, "port.db-wal")));
  const database = new DatabaseSync(join(folder, "port.db"));
  assert.deepEqual(database.prepare("select id from api_keys").all(), []);
  database.close();
});

test("a database of a newer version is refused in one line, and left as it is", async () => {
  const environment = { DATABASE_URL: url("newer") };
  assert.equal((await run(["admin", "migrate"], environment)).code, 0);
  change("newer", "insert into migrations values ('9999-future', '2099-01-01')");
  const newer = /^The database is from a newer version of Ledgerport \(it has 9999-future\): /;
  assert.match(reasonOf(await run(["serve"], environment)), newer);
  const { code, stdout, stderr } = await run(["admin", "team:list", "--json"], environment);
  assert.equal(code, 1);
  assert.match(stderr, newer);
  const { error } = JSON.parse(stdout);
  assert.equal(error.code, "failed");
  assert.match(error.message, newer);
});

test("--help prints the options, whatever the settings are", async () => {
  const { code, stdout, stderr } = await run(["serve", "--help"], { PORT: "abc" });
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^Usage: npm start -- \[--demo\]\n/);
});

test("an admin command that cannot open the database or read the settings answers one line", async () => {
  for (const [environment, code, says] of [
    [
      { DATABASE_URL: "postgres://me:hunter2@127.0.0.1:1/books" },
      "invalid_argument",
      /nothing listens/,
    ],
    [{ PORT: "abc" }, "failed", /^PORT must be/],
  ] as const) {
    const outcome = await run(["admin", "team:list", "--json"], environment);
    assert.equal(outcome.code, 1);
    const { error } = JSON.parse(outcome.stdout);
    assert.equal(error.code, code);
    assert.match(error.message, says);
    assert.ok(!`${outcome.stdout}${outcome.stderr}`.includes("hunter2"));
    assert.ok(!outcome.stderr.includes("does not start"));
  }
  const help = await run(["admin", "help"], { PORT: "abc", DATABASE_URL: url("never") });
  assert.deepEqual([help.code, help.stderr], [0, ""]);
  assert.ok(!existsSync(join(folder, "never.db")));
});

function url(name: string): string {
  return `sqlite:${join(folder, `${name}.db`)}`;
}

function change(name: string, statement: string): void {
  const database = new DatabaseSync(join(folder, `${name}.db`));
  database.exec(statement);
  database.close();
}

/** Reads the reason why a process did not start: one line, and nothing else. */
function reasonOf(outcome: { code: number | null; stdout: string; stderr: string }): string {
  assert.deepEqual([outcome.code, outcome.stdout], [1, ""]);
  const [, reason, ...more] = /^Ledgerport does not start: (.+)\n$/.exec(outcome.stderr) ?? [];
  assert.deepEqual(more, []);
  return reason ?? assert.fail(outcome.stderr);
}
