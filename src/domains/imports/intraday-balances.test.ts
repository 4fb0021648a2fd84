import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { addAccount } from "../../../test/bank-accounts.ts";
import { importByVerb, importWhatIsNew } from "../../../test/imports.ts";
import { ownerContext } from "../../../test/transactions.ts";
import { WebApp } from "../../../test/web.ts";
import { balancesOn } from "../bank-accounts/balances.ts";

/** Enough rows for the running balance to prove them. */
function statedFrom(opening: number): string {
  const lines = [
    `2026-03-02;Anna;-1.00;${opening - 1}.00`,
    `2026-03-02;Cleo;-4.00;${opening - 5}.00`,
    `2026-03-02;Cleo;4.00;${opening - 1}.00`,
    `2026-03-03;Bert;-2.00;${opening - 3}.00`,
  ];
  return ["date;payee;amount;balance", ...lines, ""].join("\n");
}

const STATED = statedFrom(100);

const plain = (day: string, amount: string, status = "booked") =>
  `date;payee;amount;status\n2026-03-${day};Claire ${amount};${amount};${status}\n`;

onAnyDatabase((world) => {
  async function opened() {
    world.at("2026-04-20T12:00:00Z");
    const team = await world.team();
    const account = await addAccount(team, { number: null });
    const other = await addAccount(team, { name: "Other", number: null });
    await importByVerb(team, STATED, { account });
    await importByVerb(team, STATED, { account: other });
    const balance = async (id = account) =>
      (await balancesOn(ownerContext(team), "2026-03-31")).get(id);
    const stated = async () => {
      const rows = await world.database.reader
        .selectFrom("statement_balances")
        .select(["date", "minor"])
        .where("team_id", "=", team.id)
        .where("bank_account_id", "=", account)
        .orderBy("date")
        .execute();
      return rows.map(({ date, minor }) => `${date} ${minor}`);
    };
    return { team, account, other, balance, stated };
  }

  test("the balance of a day that was not over goes once a file has more of that day, which counts", async () => {
    const { team, account, other, balance, stated } = await opened();
    assert.deepEqual(await stated(), ["2026-03-03 9700"]);
    assert.equal((await balance())?.minor, 9700);
    await importByVerb(team, plain("03", "-5.00"), { account });
    assert.deepEqual(await stated(), []);
    assert.equal((await balance())?.minor, -800);
    assert.equal((await balance(other))?.minor, 9700);
  });

  test("an account tells the balance check of its last file that states one", async () => {
    const { team, account, other } = await opened();
    const app = await WebApp.of(team);
    const told = async () => {
      const { items } = await app.ask("GET /api/teams/:team/bank-accounts", { team: team.id });
      return items.map(({ id, check, file_check }) => [id, check, file_check]);
    };
    world.pass(1000);
    await importByVerb(team, plain("05", "-5.00"), { account });
    world.pass(1000);
    await importByVerb(team, STATED.replaceAll("2026-03", "2026-04"), { account: other });
    assert.deepEqual(
      new Set(await told()),
      new Set([
        [account, null, { to: "2026-03-03", difference_minor: 0 }],
        [other, null, { to: "2026-04-03", difference_minor: 0 }],
      ]),
    );
  });

  test("it stays for what is older or pending, and for what is not taken", async () => {
    const { team, account, balance, stated } = await opened();
    await importByVerb(team, plain("02", "-5.00"), { account });
    assert.deepEqual(await stated(), ["2026-03-03 9700"]);
    await importByVerb(team, plain("05", "-6.00", "pending"), { account });
    const options = { chosen: [{ at: 0, take: false }] };
    await importWhatIsNew(team, plain("06", "-7.00"), { account, options });
    assert.deepEqual(await stated(), ["2026-03-03 9700"]);
    assert.deepEqual(await balance(), { minor: 9700, date: "2026-03-03", basis: "statement" });
  });

  test("it does not come back by the same file once an earlier import has more of that day", async () => {
    const { team, account, balance, stated } = await opened();
    await importByVerb(team, plain("03", "-5.00"), { account });
    const before = await balance();
    const again = await importWhatIsNew(team, STATED, { account });
    assert.equal(again.event, null);
    assert.deepEqual([await stated(), await balance()], [[], before]);
  });

  test("a file that states it again changes nothing, and one with another balance has the last word", async () => {
    const { team, account, stated } = await opened();
    const again = await importWhatIsNew(team, STATED, { account });
    assert.equal(again.event, null);
    assert.deepEqual(await stated(), ["2026-03-03 9700"]);
    const rows = async () =>
      world.database.reader
        .selectFrom("statement_balances")
        .select("import_id")
        .where("team_id", "=", team.id)
        .where("bank_account_id", "=", account)
        .execute();
    const corrected = statedFrom(90);
    const { imports } = await importByVerb(team, corrected, { account });
    assert.deepEqual(await stated(), ["2026-03-03 8700"]);
    assert.equal((await rows())[0]?.import_id, imports[0]);
  });
});
