import assert from "node:assert/strict";
import { test } from "node:test";
import { onOneDatabase } from "./app.ts";
import { withMade } from "./own-things.ts";

onOneDatabase("the calls are tested on both", (world) => {
  test("a record that an example names is made by the call that creates it, and what that needs before", async () => {
    const team = await world.team();
    const made = await withMade(team, (idOf) => [idOf("customer"), idOf("transaction")], {});
    assert.deepEqual(Object.keys(made), ["tag", "customer", "bank_account", "transaction"]);
    const { transactions: [transaction] = [] } = await team.state();
    assert.partialDeepStrictEqual(transaction, {
      id: made["transaction"],
      bank_account_id: made["bank_account"],
    });
  });

  test("a record that is there already, or that no call creates, is not made", async () => {
    const team = await world.team();
    assert.deepEqual(await withMade(team, (idOf) => [idOf("tag"), idOf("weather")], { tag: "1" }), {
      tag: "1",
    });
    assert.deepEqual((await team.state())["tags"], []);
  });
});
