import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { before, test } from "node:test";
import { promisify } from "node:util";
import { pino } from "pino";
import { createDatabase } from "../test/database.ts";
import { POSTGRES } from "../test/postgres.ts";
import {
  COMPILE_CACHE,
  folderForTests,
  freePort,
  GREETED,
  postTool,
  processes,
  ROOT,
  type Server,
} from "../test/server.ts";
import { parseConfig } from "./config.ts";
import { connect } from "./db/connect.ts";
import { SERVER_INFO } from "./mcp/server-info.ts";
import { serve as serveHere, type Stop } from "./serve.ts";

const noCurl = spawnSync("curl", ["--version"]).error !== undefined && "curl is not on the PATH";

const { launch, run, runIn, serve, started } = processes();
const folder = await folderForTests();
let demo: Server;
let demoKey = "";

before(async () => {
  demo = await serve({ DATABASE_URL: url("demo") }, "--demo");
  demoKey = /^ {2}(svc_\w+)$/m.exec(demo.process.stdout)?.[1] ?? "";
});

test("a server stops in good order when the launcher that started it is killed", async () => {
  const { process, url: address } = await launch({ DATABASE_URL: url("launched") });
  assert.equal((await fetch(`${address}/healthz`)).status, 200);
  process.kill("SIGKILL");
  // The launcher's pipes close when the server, which inherited them, has ended.
  await process.ended();
  assert.match(process.stderr, /"msg":"stopped"/);
  await assert.rejects(fetch(`${address}/healthz`));
});

test("the greeting of an empty database shows the first steps, and they work as printed", async () => {
  const environment = { DATABASE_URL: url("new") };
  const { process, ...server } = await serve(environment);
  assert.ok(process.stdout.includes(`MCP endpoint  http://localhost:${server.port}/mcp\n`));
  assert.ok(process.stdout.includes(`Database      ${join(folder, "new.db")}\n`));
  const [create, mint] = linesAfter(process.stdout, "npm run --silent admin -- ");
  await shell(`${create}`, environment);
  const [, key = ""] = /^ {2}(svc_\w+)$/m.exec(await shell(`${mint}`, environment)) ?? [];
  assert.equal((await postTool(server, key, "tags_list", {})).status, 200);
  const again = await serve(environment);
  assert.ok(!again.process.stdout.includes("There is no team yet"));

  /** Runs the documented command without npm. */
  async function shell(command: string, env: Record<string, string>): Promise<string> {
    const line = `"$NODE" --disable-warning=ExperimentalWarning src/main.ts admin ${command}`;
    return bash(line, { ...env, NODE: globalThis.process.execPath });
  }
});

test("the demo's curl line works as printed", { skip: noCurl }, async () => {
  const [line = ""] = linesAfter(demo.process.stdout, "curl ");
  const answer = JSON.parse(await bash(`curl ${line}`));
  assert.equal(answer.result.structuredContent.items.length, 1);
});

test("the demo's client configuration is JSON, and its address and header open the endpoint", async () => {
  const { stdout } = demo.process;
  const [text = ""] = /^ {2}\{\n.+\n {2}\}$/ms.exec(stdout) ?? [];
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
    // Longer than the 60 s after which common load balancers let an idle connection go.
    assert.equal(response.headers.get("Keep-Alive"), "timeout=70");
  }
});

test("npm's way to hand on --demo is understood, and a demo team is kept", async () => {
  const environment = { DATABASE_URL: url("npm"), npm_config_demo: "true" };
  const first = await serve(environment);
  assert.match(first.process.stdout, /^The demo team is Kestrel Lane Studio\.$/m);
  const second = await serve(environment);
  assert.match(
    second.process.stdout,
    /^The demo team .+ exists already and was left unchanged\.$/m,
  );
});

test("a new database can be read by its owner only", async () => {
  for (const name of ["demo.db", "demo.db-wal", "demo.db-shm"])
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name);
});

test("a relative path of a database begins in the project's folder, wherever it is started", async () => {
  const environment = { DATABASE_URL: `sqlite:${relative(ROOT, join(folder, "relative.db"))}` };
  const { code } = await runIn(folder, ["admin", "migrate"], environment);
  assert.equal(code, 0);
  assert.ok(existsSync(join(folder, "relative.db")));
});

test("the log has a line at the start, one a request at debug, and one at the end", async () => {
  const server = await serve({ DATABASE_URL: url("log"), LOG_LEVEL: "debug" }, "--demo");
  const key = /^ {2}(svc_\w+)$/m.exec(server.process.stdout)?.[1] ?? "";
  assert.equal((await postTool(server, key, "tags_list", {})).status, 200);
  assert.equal((await postTool(server, "svc_none", "tags_list", {})).status, 401);
  server.process.kill("SIGTERM");
  assert.equal(await server.process.ended(), 0);
  const lines = server.process.stderr
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    lines.map(({ msg, status }) => [msg, status]).filter(([msg]) => !msg.startsWith("stopping")),
    [
      ["started", undefined],
      ["request", 200],
      ["request", 401],
      ["stopped", undefined],
    ],
  );
  const [started, call, stranger] = lines;
  assert.partialDeepStrictEqual(started, {
    host: "127.0.0.1",
    port: Number(server.port),
    version: SERVER_INFO.version,
    database: "sqlite",
  });
  assert.ok(started.migrated.length > 0);
  assert.partialDeepStrictEqual(call, { method: "POST", route: "/mcp", tool: "tags_list" });
  assert.match(call.credential, /^[0-9a-f-]{36}$/);
  assert.equal(typeof call.ms, "number");
  assert.deepEqual([stranger.credential, stranger.tool], [null, null]);
});

test("who watches on a terminal reads sentences, not the log", async (t) => {
  const { url: databaseUrl, drop } = await createDatabase("sqlite");
  t.after(drop);
  const logged: string[] = [];
  const printed: string[] = [];
  const environment = {
    DATABASE_URL: databaseUrl,
    PORT: String(await freePort()),
    DRAIN_SECONDS: "0",
  };
  const database = await connect(databaseUrl, { onIdleError: (error) => assert.fail(error) });
  const up = Promise.withResolvers<Stop>();
  await serveHere({
    config: parseConfig(environment, folder),
    log: pino({}, { write: (line: string) => void logged.push(line) }),
    print: (line) => void printed.push(line),
    isTerminal: true,
    demo: false,
    database,
    clock: Date.now,
    randomBytes,
    onceUp: up.resolve,
  });
  await (
    await up.promise
  )("drain");
  assert.deepEqual([printed.slice(-2), logged], [["Stopping…", "Stopped."], []]);
});

test(
  "the password of the database is not shown",
  { skip: !POSTGRES && "TEST_DATABASE_URL is not set" },
  async (t) => {
    const { url: address, drop } = await createDatabase("postgres");
    t.after(drop);
    const withPassword = new URL(address);
    withPassword.password ||= "hunter2";
    const { process } = await serve({ DATABASE_URL: withPassword.href });
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
  assert.equal(greeting.split(demoKey).length - 1, 4);
  assert.ok(greeting.endsWith(GREETED));
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

async function bash(line: string, env: Record<string, string> = {}): Promise<string> {
  const environment = { PATH: process.env["PATH"], ...COMPILE_CACHE, ...env };
  const { stdout } = await promisify(execFile)("bash", ["-c", line], {
    cwd: ROOT,
    env: environment,
  });
  return stdout;
}
