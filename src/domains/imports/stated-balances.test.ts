import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import { camt, camtBalance, camtEntry } from "../../../test/bank-files.ts";
import { Importing } from "../../../test/imports.ts";
import { Books } from "../../../test/transactions.ts";

const OUT = (amount: string, day: string, status?: string) =>
  camtEntry({
    amount,
    sign: "DBIT",
    dates: `<BookgDt><Dt>2026-03-${day}</Dt></BookgDt>`,
    ...(status === undefined ? {} : { status }),
  });

type Stated = readonly [from: string, opening: string, to: string, closing: string];

/** A statement with its balances and entries. */
function statementOf([from, opening, to, closing]: Stated, ...entries: readonly string[]): string {
  const on = (balance: string, day: string) =>
    balance.replace(/<Dt><Dt>[^<]*<\/Dt><\/Dt>/, `<Dt><Dt>2026-03-${day}</Dt></Dt>`);
  return (
    on(camtBalance("OPBD", opening), from) + on(camtBalance("CLBD", closing), to) + entries.join("")
  );
}

/** A file of several statements of one account. */
function fileOf(...statements: readonly string[]): string {
  return statements
    .map((one) => camt(one))
    .reduce((file, one) => {
      const [, statement = ""] = /(<Stmt>.*<\/Stmt>)/s.exec(one) ?? [];
      return file.replace("</BkToCstmrStmt>", `${statement}</BkToCstmrStmt>`);
    });
}

onAnyDatabase((world) => {
  async function opened() {
    world.at("2026-04-01T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team);
    const bank = new Importing(books);
    const shown = async (file: string) => {
      const [account] = (await bank.preview(file)).accounts;
      const { balance_check, difference, opening, closing } = account ?? {};
      return { balance_check, difference, opening: opening?.minor, closing: closing?.minor };
    };
    return { team, books, bank, shown };
  }

  describe("the balances that a file states", () => {
    test("agree with its booked rows, or differ by what is told before and after the import", async () => {
      const { team, books, bank, shown } = await opened();
      const right = statementOf(
        ["02", "100.00", "03", "91.50"],
        OUT("8.50", "03"),
        OUT("7.00", "03", "PDNG"),
      );
      assert.deepEqual(await shown(camt(right)), {
        balance_check: "agrees",
        difference: 0,
        opening: 10_000,
        closing: 9150,
      });
      const file = camt(statementOf(["02", "100.00", "03", "90.00"], OUT("8.50", "03")));
      assert.deepEqual(await shown(file), {
        balance_check: "differs",
        difference: -150,
        opening: 10_000,
        closing: 9000,
      });
      await bank.run(file);
      const { items } = await books.app.ask("GET /api/teams/:team/imports", { team: team.id });
      assert.equal(items[0]?.difference_minor, -150);
    });

    test("prove nothing where one of them is missing", async () => {
      const { shown } = await opened();
      for (const balance of [camtBalance("OPBD", "100.00"), camtBalance("CLBD", "90.00")]) {
        const { balance_check, difference } = await shown(camt(balance + OUT("8.50", "03")));
        assert.deepEqual([balance_check, difference], ["not stated", null]);
      }
    });

    test("of several statements are those of the first and the last, and their differences are summed", async () => {
      const { shown } = await opened();
      const first = (closing: string) =>
        statementOf(["02", "100.00", "03", closing], OUT("8.50", "03"));
      const second = (opening: string, closing: string) =>
        statementOf(["04", opening, "05", closing], OUT("1.50", "05"));
      assert.deepEqual(await shown(fileOf(first("91.50"), second("91.50", "90.00"))), {
        balance_check: "agrees",
        difference: 0,
        opening: 10_000,
        closing: 9000,
      });
      const both = await shown(fileOf(first("91.00"), second("91.00", "89.00")));
      assert.deepEqual([both.balance_check, both.difference], ["differs", -100]);
    });

    test("differ where one statement has too much and another too little", async () => {
      const { shown } = await opened();
      const file = fileOf(
        statementOf(["02", "100.00", "03", "91.00"], OUT("8.50", "03")),
        statementOf(["04", "91.00", "05", "90.00"], OUT("1.50", "05")),
      );
      const { balance_check, difference } = await shown(file);
      assert.deepEqual([balance_check, difference], ["differs", -50]);
    });

    test("differ where a statement between two of them is missing, and agree for files that overlap", async () => {
      const { shown } = await opened();
      const [first, third] = [
        statementOf(["02", "100.00", "03", "91.50"], OUT("8.50", "03")),
        statementOf(["06", "71.50", "07", "70.00"], OUT("1.50", "07")),
      ];
      for (const file of [fileOf(first, third), fileOf(third, first)]) {
        const { balance_check, difference } = await shown(file);
        assert.deepEqual([balance_check, difference], ["differs", -2000]);
      }
      const whole = statementOf(
        ["02", "100.00", "07", "90.00"],
        OUT("8.50", "03"),
        OUT("1.50", "06"),
      );
      const part = statementOf(["06", "91.50", "07", "90.00"], OUT("1.50", "06"));
      assert.equal((await shown(fileOf(whole, part))).balance_check, "agrees");
      assert.equal((await shown(fileOf(first, first))).balance_check, "agrees");
    });

    test("differ where the next statement opens otherwise on the day on which the last one closed", async () => {
      const { shown } = await opened();
      const first = statementOf(["02", "100.00", "03", "91.50"], OUT("8.50", "03"));
      const next = (opening: string, closing: string) =>
        statementOf(["03", opening, "05", closing], OUT("1.50", "05"));
      assert.equal((await shown(fileOf(first, next("91.50", "90.00")))).balance_check, "agrees");
      for (const file of [
        fileOf(first, next("71.50", "70.00")),
        fileOf(next("71.50", "70.00"), first),
      ]) {
        const { balance_check, difference } = await shown(file);
        assert.deepEqual([balance_check, difference], ["differs", -2000]);
      }
      // As much as was booked on the day, of which the next statement has nothing.
      const { difference } = await shown(fileOf(first, next("100.00", "98.50")));
      assert.equal(difference, 850);
    });

    test("agree where the next file has the last day of the one before again", async () => {
      const { shown } = await opened();
      const first = statementOf(
        ["02", "100.00", "03", "88.50"],
        OUT("3.00", "02"),
        OUT("8.50", "03"),
      );
      const again = statementOf(
        ["03", "97.00", "04", "81.50"],
        OUT("8.50", "03"),
        OUT("5.00", "03"),
        OUT("2.00", "04"),
      );
      assert.equal((await shown(fileOf(first, again))).balance_check, "agrees");
      assert.equal((await shown(fileOf(first, first, again))).balance_check, "agrees");
    });

    test("agree for several statements of one day, in the order of the bank or the other way round", async () => {
      const { shown } = await opened();
      const statements = [
        statementOf(["02", "100.00", "02", "97.00"], OUT("3.00", "02")),
        statementOf(["02", "97.00", "02", "92.00"], OUT("5.00", "02")),
        statementOf(["02", "92.00", "02", "90.00"], OUT("2.00", "02")),
      ];
      for (const some of [statements, statements.toReversed()])
        assert.equal((await shown(fileOf(...some))).balance_check, "agrees");
      const [first = "", , third = ""] = statements;
      assert.equal((await shown(fileOf(first, third))).difference, -500);
    });
  });

  describe("the first balance of a file and the last one that is known", () => {
    const FIRST = camt(statementOf(["02", "100.00", "03", "91.50"], OUT("8.50", "03")));
    const next = (day: string, opening: string, closing: string) =>
      camt(statementOf([day, opening, "06", closing], OUT("1.50", "06")));

    test("differ by what moved in a statement that is missing, which the preview and the accounts name", async () => {
      const { team, bank } = await opened();
      const jumpOf = async (file: string) => (await bank.preview(file)).accounts[0]?.jump;
      assert.equal(await jumpOf(FIRST), null);
      await bank.run(FIRST);
      const of = (to: string, minor: number) => ({ from: "2026-03-03", to, minor });
      assert.deepEqual(await jumpOf(next("03", "71.50", "70.00")), of("2026-03-03", -2000));
      assert.deepEqual(await jumpOf(next("04", "111.50", "110.00")), of("2026-03-04", 2000));
      assert.deepEqual(await jumpOf(next("06", "91.51", "90.01")), of("2026-03-06", 1));
      assert.deepEqual(
        [await jumpOf(next("03", "91.50", "90.00")), await jumpOf(next("06", "91.50", "90.00"))],
        [null, null],
      );
      await bank.run(next("03", "71.50", "70.00"));
      const { notices } = await team.call("bank_accounts_list", {});
      assert.match(notices.join(), /-20 EUR are missing between 2026-03-03 and 2026-03-06/);
    });

    test("fit with what was booked between, and with a last day that both have", async () => {
      const { books, bank } = await opened();
      const jumpOf = async (file: string) => (await bank.preview(file)).accounts[0]?.jump;
      await bank.run(FIRST);
      assert.equal(await jumpOf(FIRST), null);
      const again = statementOf(
        ["03", "100.00", "04", "90.00"],
        OUT("8.50", "03"),
        OUT("1.50", "04"),
      );
      assert.equal(await jumpOf(camt(again)), null);
      await books.add({ date: "2026-03-04", amount_minor: -2000 });
      await books.add({ date: "2026-03-04", amount_minor: -1, status: "pending" });
      await books.add({ date: "2026-03-05", amount_minor: -500 });
      const openings = ["91.50", "71.50", "66.50", "66.49"];
      const jumps = openings.map(async (opening) => jumpOf(next("05", opening, "0.00")));
      assert.deepEqual(
        (await Promise.all(jumps)).map((jump) => jump?.minor ?? null),
        [2000, null, null, -501],
      );
    });

    test("fit where a person noted the balance of a day that the file is about", async () => {
      const { team, books, bank } = await opened();
      const path = "PUT /api/teams/:team/bank-accounts/:id/balance";
      const noted = { team: team.id, id: books.account, day: "2026-03-06", minor: 9000 };
      await books.app.ask(path, noted);
      const [account] = (await bank.preview(next("06", "91.50", "90.00"))).accounts;
      assert.equal(account?.jump, null);
    });
  });
});
