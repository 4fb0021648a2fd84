import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase } from "../../test/app.ts";
import { App } from "../../test/oauth.ts";

onEachDatabase((world) => {
  const forgotten = () => new App(world, `svc_client_${"0".repeat(49)}`, "http://127.0.0.1/back");

  test("a program that asks for JSON is told that no client has its id, and registers again", async () => {
    const path = forgotten().authorizePath();
    const response = await world.app.request(path, { headers: { Accept: "application/json" } });
    assert.deepEqual([response.status, response.headers.get("location")], [401, null]);
    const { error } = (await response.json()) as { error: string };
    assert.equal(error, "invalid_client");
  });

  test("a person is shown a page about it, and sent nowhere", async () => {
    for (const accept of ["text/html,application/json", "*/*", ""]) {
      const path = forgotten().authorizePath();
      const response = await world.app.request(path, { headers: { Accept: accept } });
      assert.deepEqual([response.status, response.headers.get("location")], [400, null]);
      assert.match(await response.text(), /No app is registered here/);
    }
  });
});
