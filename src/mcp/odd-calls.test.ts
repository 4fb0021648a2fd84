import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { World } from "../../test/app.ts";
import { bearer, listen, read } from "../../test/mcp.ts";

const world = new World("sqlite");
before(() => world.open());
after(() => world.close());

test("an id that would come back changed is refused", async () => {
  const team = await world.team();
  const body = '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}';
  const response = await world.post(body, bearer(team.key));
  assert.equal(response.status, 400);
  const { id, error } = await read(response);
  assert.deepEqual({ id, code: error.code }, { id: null, code: -32600 });
});

test("an empty x-api-key beside a bearer counts as none", async () => {
  const team = await world.team();
  const response = await team.rpc("ping", {}, { "x-api-key": "" });
  assert.equal(response.status, 200);
});

test("tools/list takes a cursor of null for none", async () => {
  const { result } = await read((await world.team()).rpc("tools/list", { cursor: null }));
  assert.ok(result.tools.length > 0);
});

test("a client that sends far too much reads 413, not a broken connection", async () => {
  const team = await world.team();
  const server = await listen(world.app);
  try {
    for (let round = 0; round < 5; round += 1) {
      const response = await fetch(server.url, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...bearer(team.key) },
        body: "x".repeat(5 * 1024 * 1024),
      });
      assert.equal(response.status, 413);
      await response.text();
    }
  } finally {
    await server.close();
  }
});
