import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { before, test } from "node:test";
import { promisify } from "node:util";
import { createDatabase, POSTGRES } from "../test/database.ts";
import { folderForTests, postTool, processes, ROOT, type Server } from "../test/server.ts";

const noCurl = spawnSync("curl", ["--version"]).error !== undefined && "curl is not on the PATH";
const END_OF_STEPS = "npm start -- --demo\n";
const END_OF_CONFIGURATION = "\n  }\n";

const { run, serve, started } = processes();
const folder = await folderForTests();
let demo: Server;
let demoKey = "";

before(async () => {
  demo = await serve({ DATABASE_URL: url("demo") }, END_OF_CONFIGURATION, "--demo");
  demoKey = /^ {2}(svc_\w+)$/m.exec(demo.process.stdout)?.[1] ?? "";
});

test("the greeting of an empty database shows the first steps, and they work as printed", async () => {
  const environment = { DATABASE_URL: url("new") };
  const { process, ...server } = await serve(environment, END_OF_STEPS);
  assert.ok(process.stdout.includes(`MCP endpoint  http://localhost:${server.port}/mcp\n`));
  assert.ok(process.stdout.includes(`Database      ${join(folder, "new.db")}\n`));
  const [create, mint] = linesAfter(process.stdout, "npm run --silent admin -- ");
  const team = await shell(`${create}`, environment);
  const [, teamId = ""] = /^teamId: (.+)$/m.exec(team) ?? [];
  const [, key = ""] =
    /^key: (.+)$/m.exec(await shell(`${mint}`.replace("TEAM_ID", teamId), environment)) ?? [];
  assert.equal((await postTool(server, key, "tags_list", {})).status, 200);
  const again = await serve(environment, "new.db\n\n");
  assert.ok(!again.process.stdout.includes("There is no team yet"));

  /** The commands as they are, but for npm, which has nothing to do here. */
  async function shell(command: string, env: Record<string, string>): Promise<string> {
    const line = `"$NODE" --disable-warning=ExperimentalWarning src/main.ts admin ${command}`;
    return bash(line, { ...env, NODE: globalThis.process.execPath });
  }
});

test("the demo's curl line works as printed", { skip: noCurl }, async () => {
  const [line = ""] = linesAfter(demo.process.stdout, "curl ");
  const answer = JSON.parse(await bash(`curl ${line}`));
  assert.equal(answer.result.structuredContent.items.length, 3);
});

test("the demo's client configuration is JSON, and its address and header open the endpoint", async () => {
  const { stdout } = demo.process;
  const text = stdout.slice(stdout.indexOf("{", stdout.indexOf("configuration:")));
  const { type, url, headers } = JSON.parse(text).mcpServers.ledgerport;
  assert.deepEqual([type, headers], ["http", { Authorization: `Bearer ${demoKey}` }]);
  const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const types = {
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
  };
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, ...types },
    body: ping,
  });
  assert.deepEqual(await response.json(), { jsonrpc: "2.0", id: 1, result: {} });
});

test("/healthz and /readyz say that it lives and that the database answers", async () => {
  for (const [path, status] of [
    ["healthz", "ok"],
    ["readyz", "ready"],
  ]) {
    const response = await fetch(`${demo.url}/${path}`);
    assert.deepEqual([response.status, await response.json()], [200, { status }]);
  }
});

test("a wrong setting stops the start with one line, before anything is made", async () => {
  const wrong: readonly (readonly [name: string, value: string, says: RegExp])[] = [
    ["PORT", "abc", /^PORT must be a whole number from 1 to 65535$/],
    ["PORT", "0", /^PORT must be/],
    ["BASE_URL", "https://books.example/mcp", /^BASE_URL must be .+: no path, no final slash$/],
    ["DATABASE_URL", "mysql://root@db/books", /^DATABASE_URL must be sqlite:.+ or postgres:/],
    ["DATABASE_URL", "postgres://me:hunter2@127.0.0.1:1/books", /ECONNREFUSED 127\.0\.0\.1:1$/],
    ["LOG_LEVEL", "loud", /^LOG_LEVEL must be one of fatal, /],
  ];
  await Promise.all(
    wrong.map(async ([name, value, says]) => {
      const environment = { DATABASE_URL: url("never"), [name]: value };
      const outcome = await run(["serve"], environment);
      assert.match(reasonOf(outcome), says);
      assert.ok(!outcome.stderr.includes("hunter2"));
    }),
  );
  assert.ok(!existsSync(join(folder, "never.db")));
});

test("a port that is taken is named in one line", async () => {
  const environment = { DATABASE_URL: url("port"), PORT: demo.port };
  const reason = reasonOf(await run(["serve"], environment));
  assert.equal(
    reason,
    `listen EADDRINUSE: address already in use 127.0.0.1:${demo.port}; stop what listens there, or set another PORT`,
  );
});

test("a database of a newer version is refused in one line, and left as it is", async () => {
  const environment = { DATABASE_URL: url("newer") };
  assert.equal((await run(["admin", "migrate"], environment)).code, 0);
  change("newer", "insert into migrations values ('9999-future', '2099-01-01')");
  for (const words of [["serve"], ["admin", "team:list", "--json"]]) {
    const reason = reasonOf(await run(words, environment));
    assert.match(
      reason,
      /^The database is from a newer version of Ledgerport \(it has 9999-future\): /,
    );
  }
});

test(
  "the password of the database is not shown",
  { skip: !POSTGRES && "TEST_DATABASE_URL is not set" },
  async (t) => {
    const { url: address, drop } = await createDatabase("postgres");
    t.after(drop);
    const withPassword = new URL(address);
    withPassword.password ||= "hunter2";
    const { process } = await serve({ DATABASE_URL: withPassword.href }, END_OF_STEPS);
    assert.ok(process.stdout.includes(`Database      postgres`));
    assert.ok(!process.stdout.includes(withPassword.password));
    process.kill("SIGTERM");
    assert.equal(await process.ended(), 0);
  },
);

test("no key and no password is ever logged, also when a call fails", async () => {
  const password = "correct horse battery";
  const line = "team:create --name T --owner-email o@o.example --owner-password-stdin".split(" ");
  const environment = { DATABASE_URL: url("demo"), LOG_LEVEL: "trace" };
  assert.equal((await run(["admin", ...line], environment, password)).code, 0);
  const foreign = `svc_${"7".repeat(49)}`;
  assert.equal((await postTool(demo, foreign, "tags_list", {})).status, 401);
  change("demo", "alter table customers rename to gone");
  const response = await postTool(demo, demoKey, "customers_list", {});
  const { result } = (await response.json()) as any;
  const [, reference] = /the reference is (\w+)/.exec(result.content[0].text) ?? [];
  await demo.process.says(`"reference":"${reference}"`);
  const greeting = demo.process.stdout;
  assert.equal(greeting.split(demoKey).length - 1, 3);
  assert.ok(greeting.endsWith(`${END_OF_CONFIGURATION}\n`));
  for (const { stdout, stderr } of started) {
    const output = stdout.replaceAll(greeting, "") + stderr;
    for (const secret of [demoKey, foreign, password, "hunter2"])
      assert.ok(!output.includes(secret));
  }
});

function url(name: string): string {
  return `sqlite:${join(folder, `${name}.db`)}`;
}

function change(name: string, statement: string): void {
  const database = new DatabaseSync(join(folder, `${name}.db`));
  database.exec(statement);
  database.close();
}

function linesAfter(text: string, start: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
}

/** Why a process did not start: one line, and nothing else. */
function reasonOf(outcome: { code: number | null; stdout: string; stderr: string }): string {
  assert.deepEqual([outcome.code, outcome.stdout], [1, ""]);
  const [, reason, ...more] = /^Ledgerport does not start: (.+)\n$/.exec(outcome.stderr) ?? [];
  assert.deepEqual(more, []);
  return reason ?? assert.fail(outcome.stderr);
}

async function bash(line: string, env: Record<string, string> = {}): Promise<string> {
  const environment = { PATH: process.env["PATH"], ...env };
  const { stdout } = await promisify(execFile)("bash", ["-c", line], {
    cwd: ROOT,
    env: environment,
  });
  return stdout;
}
