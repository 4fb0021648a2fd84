import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { callTool, folderForTests, postTool, processes, type Server } from "../test/server.ts";

/** Several server processes on one SQLite file, and their end. */

const { run, serve } = processes();
const folder = await folderForTests();

test("on SIGTERM a call under way is answered, then the process ends and the database is whole", async () => {
  const { file, environment, key } = await newTeam("drain");
  const server = await serve(environment);
  await callTool(server, key, "tags_list", {});
  const lock = new DatabaseSync(file);
  lock.exec("begin immediate");
  let isAnswered = false;
  const customer = { name: "Åse", email: "a@a.example" };
  const call = callTool(server, key, "customers_create", customer).finally(() => {
    isAnswered = true;
  });
  await isWaiting(server);
  server.process.kill("SIGTERM");
  await server.process.says("stopping");
  // A second signal, as a terminal sends one to the launcher and to the server, changes nothing.
  server.process.kill("SIGTERM");
  await assert.rejects(fetch(`${server.url}/healthz`, { headers: { Connection: "close" } }));
  assert.deepEqual([server.process.isRunning, isAnswered], [true, false]);
  lock.exec("rollback");
  lock.close();
  assert.equal((await call).name, "Åse");
  assert.equal(await server.process.ended(), 0);
  assert.ok(!existsSync(`${file}-wal`));
  assert.deepEqual(look(file, "pragma integrity_check"), [{ integrity_check: "ok" }]);
  assert.deepEqual(look(file, "select name from customers"), [{ name: "Åse" }]);
  const [{ used } = { used: null }] = look(file, "select last_used_at as used from api_keys");
  assert.notEqual(used, null);
});

test("two servers that write to one file at once lose nothing, and a backup in between is whole", async () => {
  const { file, environment, key } = await newTeam("shared");
  const servers = await Promise.all([1, 2].map(() => serve(environment)));
  const calls = servers.flatMap((server, index) =>
    Array.from({ length: 100 }, (_, number) =>
      callTool(server, key, "customers_create", {
        name: `${index}-${number}`,
        email: "a@a.example",
      }),
    ),
  );
  await Promise.race(calls);
  const copy = join(folder, "copy.db");
  const backup = run(["admin", "backup", copy, "--json"], environment);
  const names = (await Promise.all(calls)).map(({ name }) => name);
  assert.equal(new Set(names).size, 200);
  const seen = look(file, "select name from customers").map(({ name }) => name);
  assert.deepEqual(new Set(seen), new Set(names));
  assert.equal(seen.length, 200);
  const events = look(
    file,
    "select count(*) as count from activity_events where tool = 'customers_create'",
  );
  assert.deepEqual(events, [{ count: 200 }]);
  for (const server of servers) {
    const { items } = await callTool(server, key, "customers_list", { limit: 100 });
    assert.equal(items.length, 100);
  }
  const { code, stdout, stderr } = await backup;
  assert.deepEqual([code, stdout, stderr], [0, `${JSON.stringify({ file: copy })}\n`, ""]);
  assert.deepEqual(look(copy, "pragma integrity_check"), [{ integrity_check: "ok" }]);
  const pairs = "select (select count(*) from customers) = count(*) as even from activity_events";
  assert.deepEqual(look(copy, `${pairs} where tool = 'customers_create'`), [{ even: 1 }]);
  for (const { process } of servers) {
    process.kill("SIGINT");
    assert.equal(await process.ended(), 0);
    assert.ok(!/"level":[4-6]0/.test(process.stderr), process.stderr);
  }
  assert.ok(!existsSync(`${file}-wal`));
});

test("servers that start at once on a new file both come up", async () => {
  const environment = { DATABASE_URL: `sqlite:${join(folder, "race.db")}` };
  const servers = await Promise.all([1, 2, 3].map(() => serve(environment)));
  for (const server of servers) assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
});

type NewTeam = { file: string; environment: Record<string, string>; key: string };

async function newTeam(name: string): Promise<NewTeam> {
  const file = join(folder, `${name}.db`);
  const environment = { DATABASE_URL: `sqlite:${file}`, MCP_RATE_LIMIT: "100000" };
  const { teamId } = await admin("team:create --name T --owner-email o@o.example");
  const { key } = await admin(
    `key:create --team ${teamId} --user o@o.example --name K --preset all`,
  );
  return { file, environment, key };

  async function admin(line: string): Promise<any> {
    const { stdout } = await run(["admin", ...line.split(" "), "--json"], environment);
    return JSON.parse(stdout);
  }
}

/** Resolves when a call sent before has reached the server: later ones are answered. */
async function isWaiting(server: Server): Promise<void> {
  for (let count = 0; count < 5; count += 1) {
    assert.equal((await postTool(server, "svc_none", "tags_list", {})).status, 401);
  }
}

function look(file: string, query: string): Record<string, unknown>[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return database
      .prepare(query)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}
