import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";
import { listenerOf } from "../../src/http/listener.ts";
import { assertUntouched, loggedApp, worldOfFile } from "../mcp.ts";
import { Connection } from "./connection.ts";
import { bearer, draftOf, requestOf } from "./requests.ts";

const world = worldOfFile();

/** Short for the test's sake, but long enough for a request that is sent at once. */
const LIMITS = { requestTimeout: 1000, headersTimeout: 500, connectionsCheckingInterval: 100 };

test("a request that is begun and never finished is answered or cut off in time, and does nothing", async (t) => {
  const team = await world.team();
  const { app, log } = loggedApp(world);
  const listener = listenerOf(app);
  const server = createServer(LIMITS, listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close().closeAllConnections());
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);

  const params = { name: "tags_create", arguments: { name: "Never" } };
  const value = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
  const whole = requestOf("half-sent", draftOf({ headers: [], value }, bearer(team.key)));
  const bytes = Buffer.concat(whole.pieces);
  await assertUntouched(team, async () => {
    const cuts = Array.from({ length: bytes.length - 1 }, (_, index) => index + 1);
    await Promise.all(
      cuts.map(async (cut) => {
        const connection = await Connection.open(address.port);
        const outcome = await connection.send({ ...whole, pieces: [bytes.subarray(0, cut)] });
        const said = typeof outcome === "string" ? outcome : outcome.status;
        assert.ok(said === "ended" || said === 408, `after ${cut} bytes: ${said}`);
      }),
    );
  });
  assert.deepEqual(log, []);
  const connection = await Connection.open(address.port);
  const outcome = await connection.send(whole);
  assert.equal(typeof outcome === "string" ? outcome : outcome.status, 200);
  connection.close();
});
