import assert from "node:assert/strict";
import { test } from "node:test";
import { BASE_URL, onEachDatabase } from "../test/app.ts";
import { createDatabase } from "../test/database.ts";
import { loggedApp, read } from "../test/mcp.ts";
import { connect } from "./db/connect.ts";

onEachDatabase((world) => {
  test("/healthz says that the process lives, without a credential", async () => {
    const response = await world.app.request("/healthz");
    assert.equal(response.status, 200);
    assert.deepEqual(await read(response), { status: "ok" });
  });

  test("/readyz says that the database answers", async () => {
    const response = await world.app.request("/readyz");
    assert.equal(response.status, 200);
    assert.deepEqual(await read(response), { status: "ready" });
  });

  test("503 from /readyz while the server stops, and /healthz goes on", async () => {
    const { app, log } = loggedApp(world, { isStopping: () => true });
    const response = await app.request("/readyz");
    assert.equal(response.status, 503);
    assert.deepEqual(await read(response), { status: "not ready" });
    assert.equal((await app.request("/healthz")).status, 200);
    assert.deepEqual(log, []);
  });

  test("503 from /readyz when the database does not answer; only the log says why", async () => {
    const { url, drop } = await createDatabase(world.dialect);
    const database = await connect(url, { onIdleError: (error) => assert.fail(error) });
    const { app, log } = loggedApp(world, { database });
    await database.close();
    await drop();
    const response = await app.request("/readyz");
    assert.equal(response.status, 503);
    assert.deepEqual(await read(response), { status: "not ready" });
    assert.equal(log.length, 1);
  });

  test("404 says where MCP clients connect to", async () => {
    for (const [path, method] of [
      ["/", "POST"],
      ["/mcp/tools", "POST"],
      ["/MCP", "POST"],
      ["/sse", "GET"],
      ["/healthz", "POST"],
      ["/%2e%2e/etc/passwd", "GET"],
    ] as const) {
      const response = await world.app.request(path, { method });
      assert.equal(response.status, 404, path);
      const { error, error_description } = await read(response);
      assert.equal(error, "not_found");
      assert.equal(error_description, `Nothing is here; MCP clients connect to ${BASE_URL}/mcp.`);
    }
  });
});
