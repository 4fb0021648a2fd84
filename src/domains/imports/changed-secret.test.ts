import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { camtOf, fileOf, importByVerb } from "../../../test/imports.ts";
import { ownerContext } from "../../../test/transactions.ts";
import { planImport } from "./plan-import.ts";

const FILE = camtOf("053", [
  { date: "2026-11-02", minor: -350, text: "Coffee", id: "A1" },
  { date: "2026-11-02", minor: -350, text: "Coffee", id: "A2" },
]);
const NUMBER = "1111222233";

onAnyDatabase((world) => {
  test("under another secret a file's account is asked for, and its rows are known all the same", async () => {
    const team = await world.team();
    const account = await addAccount(team, { name: "Main", number: NUMBER });
    await importByVerb(team, FILE, { account });
    const before = await team.state();
    const sealing = { secret: "another secret, as long as the first", isInDatabase: false };
    const context = { ...ownerContext(team), sealing };
    const asked = await planImport(context, await fileOf(team, FILE), account);
    assert.equal(asked.hash, null);
    const [question, ...others] = asked.questions;
    assert.ok(question !== undefined && others.length === 0);
    assert.match(question.text, /as "Main" looks too, .* since the server's secret changed\./);
    assert.deepEqual(question.choices, [{ value: account, label: "Main" }]);
    const options = { answers: { [question.id]: account } };
    const told = await planImport(context, await fileOf(team, FILE, { options }), account);
    assert.deepEqual([told.questions, told.hash], [[], null]);
    const actions = told.accounts.flatMap(({ rows }) => rows.map(({ action }) => action));
    assert.deepEqual(actions, ["duplicate", "duplicate"]);
    assert.deepEqual(await team.state(), before);
  });
});
