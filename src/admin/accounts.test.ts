import assert from "node:assert/strict";
import { test } from "node:test";
import { Admin } from "../../test/admin.ts";
import { onAnyDatabase } from "../../test/app.ts";
import { addAccount, IBAN } from "../../test/bank-accounts.ts";
import { WebApp } from "../../test/web.ts";

const NUMBER = "POST /api/teams/:team/bank-accounts/:id/number";

type Found = { name: string; ok: boolean; problem: string | null; fix: string | null };

onAnyDatabase((world) => {
  const admin = new Admin(world);

  test("account:create makes a bank account, whose number the server opens", async () => {
    const team = await world.team();
    const line = `account:create --team ${team.id} --name "Main account" --type current`;
    const full = `${line} --currency EUR --bank Sparkasse --opening-balance=-12.5 --opening-date 2026-01-01 --number-stdin`;
    const { accountId: id } = await admin.done(full, `${IBAN}\n`);
    const [account, ...more] = (await team.call("bank_accounts_list")).items;
    assert.deepEqual(more, []);
    assert.partialDeepStrictEqual(account, {
      id,
      name: "Main account",
      institution: "Sparkasse",
      balance: -12.5,
      account_number: "DE•• 3000",
    });
    const app = await WebApp.of(team);
    assert.deepEqual(await app.ask(NUMBER, { team: team.id, id }), { number: IBAN });
    const [event] = await team.journalOf("account:create");
    assert.equal(event?.changes.length, 1);
  });

  test("account:create refuses decimals that the currency does not have, and wrong numbers", async () => {
    const team = await world.team();
    const line = `account:create --team ${team.id} --name Cash --type cash`;
    const before = await team.state();
    const decimals = await admin.refused(`${line} --currency JPY --opening-balance 1.5`);
    assert.deepEqual([decimals.code, decimals.path], ["invalid_argument", "opening-balance"]);
    assert.equal((await admin.refused(`${line} --currency EURO`)).path, "currency");
    const { stderr } = await admin.run(`${line} --currency EUR --number-stdin --json`, {
      input: "DE00 3704 0044 0532 0130 00\n",
    });
    assert.match(stderr.join(), /check digits/);
    assert.deepEqual(await team.state(), before);
  });

  test("doctor says that the secret lies beside the numbers, or that it has changed", async () => {
    await world.database.begin((db) => db.deleteFrom("bank_accounts").execute());
    assert.equal((await examined(null))?.problem, null);
    await addAccount(await world.team());
    assert.equal((await examined())?.problem, null);
    const changed = await examined("another secret, as long as the first");
    assert.match(changed?.problem ?? "", /^1 account number of 1 cannot be opened/);
    assert.equal(changed?.ok, true);
    const before = await admin.everything();
    await examined(null);
    assert.deepEqual(await admin.everything(), before);
    const kept = { name: "main", secret: "a secret that lies in the database" };
    await world.database.begin((db) => db.insertInto("server_secrets").values(kept).execute());
    assert.match((await examined(null))?.problem ?? "", /cannot be opened/);
    const sealing = { secret: kept.secret, isInDatabase: true };
    await world.database.begin((db) => db.deleteFrom("bank_accounts").execute());
    await addAccount(await world.team(), {}, sealing);
    assert.match((await examined(null))?.problem ?? "", /in the same database/);
  });

  async function examined(secret?: string | null): Promise<Found | undefined> {
    const fetch = () => Promise.reject(new TypeError("fetch failed"));
    const given = secret === undefined ? {} : { secret };
    const { stdout } = await admin.run("doctor --json", {
      fetch,
      ...given,
    });
    const { checks } = JSON.parse(stdout.join()) as { checks: Found[] };
    return checks.find(({ name }) => name === "bank-numbers");
  }
});
