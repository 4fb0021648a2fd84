import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { csvOf, fileOf, importByVerb } from "../../../test/imports.ts";
import { ownerContext } from "../../../test/transactions.ts";
import { previewImport } from "./preview-import.ts";

onAnyDatabase((world) => {
  test("a preview tells the days that no file covers, and those that another one covers too", async () => {
    world.at("2026-06-01T12:00:00Z");
    const team = await world.team();
    const account = await addAccount(team, { number: null });
    const other = await addAccount(team, { name: "Other", number: null });
    const of = (first: string, last: string) =>
      csvOf([first, last].map((date) => ({ date, minor: -350, text: `Coffee ${date}` })));
    const told = async (first: string, last: string) => {
      const file = await fileOf(team, of(first, last));
      const { accounts } = await previewImport(ownerContext(team), file, account);
      const { gap, overlap, jump } = accounts[0] ?? assert.fail("no account");
      assert.equal(jump, null);
      return [gap, overlap].map((days) => (days === null ? null : `${days.from} ${days.to}`));
    };
    assert.deepEqual(await told("2026-03-10", "2026-03-20"), [null, null]);
    await importByVerb(team, of("2026-03-01", "2026-05-31"), { account: other });
    assert.deepEqual(await told("2026-03-10", "2026-03-20"), [null, null]);
    await importByVerb(team, of("2026-03-10", "2026-03-20"), { account });
    assert.deepEqual(await told("2026-03-21", "2026-03-25"), [null, null]);
    assert.deepEqual(await told("2026-03-22", "2026-03-25"), ["2026-03-21 2026-03-21", null]);
    assert.deepEqual(await told("2026-03-31", "2026-04-01"), ["2026-03-21 2026-03-30", null]);
    assert.deepEqual(await told("2026-03-20", "2026-03-25"), [null, "2026-03-20 2026-03-20"]);
    assert.deepEqual(await told("2026-03-01", "2026-03-10"), [null, "2026-03-10 2026-03-10"]);
    assert.deepEqual(await told("2026-03-01", "2026-03-31"), [null, "2026-03-10 2026-03-20"]);
    assert.deepEqual(await told("2026-03-12", "2026-03-13"), [null, "2026-03-12 2026-03-13"]);
    // An earlier file leaves no gap before later ones that it knows nothing of.
    assert.deepEqual(await told("2026-03-01", "2026-03-05"), [null, null]);
    await importByVerb(team, of("2026-04-10", "2026-04-20"), { account });
    assert.deepEqual(await told("2026-03-21", "2026-03-22"), [null, null]);
    assert.deepEqual(await told("2026-03-23", "2026-03-24"), ["2026-03-21 2026-03-22", null]);
  });
});
