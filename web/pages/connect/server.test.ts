import assert from "node:assert/strict";
import { test } from "node:test";
import { serverName } from "./server.ts";

test("the connections of a person in several teams are told apart by their names", () => {
  const named = (name: string) => serverName({ name }, 2);
  assert.equal(named("Kestrel Lane Studio"), "ledgerport-kestrel-lane-studio");
  assert.equal(named("Café & Söhne"), "ledgerport-cafe-sohne");
  assert.equal(named("A team with a name that is very long"), "ledgerport-a-team-with-a-name-th");
  assert.equal(named("東京"), "ledgerport");
  assert.equal(serverName({ name: "Acme" }, 1), "ledgerport");
});
