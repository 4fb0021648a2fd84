import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { folderForTests, postTool, processes } from "../test/server.ts";

const { serve } = processes();
const folder = await folderForTests();

for (const [what, environment, logged] of [
  ["a server that stops writes the calls that it has in memory", {}, ["tags_list"]],
  ["CALL_LOG=off logs no calls", { CALL_LOG: "off" }, []],
] as const)
  test(what, async () => {
    const file = `${folder}/${logged.length}.db`;
    const started = new Date().toISOString();
    const server = await serve({ DATABASE_URL: `sqlite:${file}`, ...environment }, "--demo");
    const key = /^ {2}(svc_\w+)$/m.exec(server.process.stdout)?.[1] ?? "";
    assert.equal((await postTool(server, key, "tags_list", {})).status, 200);
    server.process.kill("SIGTERM");
    assert.equal(await server.process.ended(), 0);
    const database = new DatabaseSync(file, { readOnly: true });
    const rows = database.prepare("select tool, created_at from call_log").all();
    database.close();
    assert.deepEqual(
      rows.filter(({ created_at }) => String(created_at) >= started).map(({ tool }) => tool),
      logged,
    );
    // Beside it are those of the demo's assistant, or none at all.
    assert.equal(rows.length > logged.length, logged.length > 0);
  });
