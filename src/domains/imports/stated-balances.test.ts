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
  async function opened(given: object = {}) {
    world.at("2026-04-01T12:00:00Z");
    const team = await world.team();
    const books = await Books.of(team, given);
    const bank = new Importing(books);
    const shown = async (file: string) => {
      const [account] = (await bank.preview(file)).accounts;
      const { balance_check, differences, opening, closing } = account ?? {};
      const minors = differences?.first.map(({ minor }: { minor: number }) => minor);
      return { balance_check, minors, opening: opening?.minor, closing: closing?.minor };
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
        minors: [],
        opening: 10_000,
        closing: 9150,
      });
      const file = camt(statementOf(["02", "100.00", "03", "90.00"], OUT("8.50", "03")));
      assert.deepEqual(await shown(file), {
        balance_check: "differs",
        minors: [-150],
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
        const { balance_check, minors } = await shown(camt(balance + OUT("8.50", "03")));
        assert.deepEqual([balance_check, minors], ["not stated", []]);
      }
    });

    test("of several statements are those of the first and the last, and their differences are told one by one", async () => {
      const { shown } = await opened();
      const first = (closing: string) =>
        statementOf(["02", "100.00", "03", closing], OUT("8.50", "03"));
      const second = (opening: string, closing: string) =>
        statementOf(["04", opening, "05", closing], OUT("1.50", "05"));
      assert.deepEqual(await shown(fileOf(first("91.50"), second("91.50", "90.00"))), {
        balance_check: "agrees",
        minors: [],
        opening: 10_000,
        closing: 9000,
      });
      const both = await shown(fileOf(first("91.00"), second("91.00", "89.00")));
      assert.deepEqual([both.balance_check, both.minors], ["differs", [-50, -50]]);
    });

    test("differ where one statement has too much and another too little", async () => {
      const { shown } = await opened();
      const file = fileOf(
        statementOf(["02", "100.00", "03", "91.00"], OUT("8.50", "03")),
        statementOf(["04", "91.00", "05", "90.00"], OUT("1.50", "05")),
      );
      const { balance_check, minors } = await shown(file);
      assert.deepEqual([balance_check, minors], ["differs", [-50, 50]]);
    });

    test("differ where a statement between two of them is missing, and agree for files that overlap", async () => {
      const { shown } = await opened();
      const [first, third] = [
        statementOf(["02", "100.00", "03", "91.50"], OUT("8.50", "03")),
        statementOf(["06", "71.50", "07", "70.00"], OUT("1.50", "07")),
      ];
      for (const file of [fileOf(first, third), fileOf(third, first)]) {
        const { balance_check, minors } = await shown(file);
        assert.deepEqual([balance_check, minors], ["differs", [-2000]]);
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
        const { balance_check, minors } = await shown(file);
        assert.deepEqual([balance_check, minors], ["differs", [-2000]]);
      }
      // As much as was booked on the day, of which the next statement has nothing.
      const { minors } = await shown(fileOf(first, next("100.00", "98.50")));
      assert.deepEqual(minors, [850]);
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
      assert.deepEqual((await shown(fileOf(first, third))).minors, [-500]);
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
      const of = (to: string, minor: number) => ({
        from: "2026-03-03",
        basis: "stated",
        to,
        minor,
      });
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
      const jumps = [];
      for (const opening of openings) jumps.push(await jumpOf(next("05", opening, "0.00")));
      assert.deepEqual(
        jumps.map((jump) => jump?.minor ?? null),
        [2000, null, null, -501],
      );
    });

    test("of the first file of an account are compared with an opening balance that has a day, and with nothing else", async () => {
      const file = camt(statementOf(["02", "1500.00", "03", "1491.50"], OUT("8.50", "03")));
      const told = async (given: object) => {
        const { team, books, bank } = await opened(given);
        const [planned] = (await bank.preview(file)).accounts;
        await bank.run(file);
        const shown = await books.app.ask("GET /api/teams/:team/bank-accounts/:id", {
          team: team.id,
          id: books.account,
        });
        const { notices: named = [] } = await team.call("bank_accounts_list", {});
        const { check, gaps, file_check } = shown;
        assert.equal(file_check?.difference_minor, 0);
        return [planned?.jump ?? null, check?.difference_minor ?? null, gaps.count, named.length];
      };
      assert.deepEqual(await told({}), [null, null, 0, 0]);
      for (const opening_date of ["2026-03-01", "2026-03-02", "2026-03-03"])
        assert.deepEqual(await told({ opening_minor: 150_000, opening_date }), [null, 0, 0, 0]);
      const jump = { from: "2026-01-01", basis: "opening", to: "2026-03-02", minor: 100 };
      const given = { opening_minor: 149_900, opening_date: "2026-01-01" };
      assert.deepEqual(await told(given), [jump, 100, 1, 1]);
      // Of a later day than the statement.
      const later = { opening_minor: 1, opening_date: "2026-03-20" };
      assert.deepEqual(await told(later), [null, null, 0, 0]);
    });

    test("of two tables are compared where the second begins on a later day", async () => {
      const { bank } = await opened();
      const table = (month: string, opening: number) => {
        const rows = [1, 2, 3, 4].map(
          (day) => `2026-0${month}-1${day};Shop ${day};-1.00;${(opening - day).toFixed(2)}`,
        );
        return ["date;payee;amount;balance", ...rows, ""].join("\n");
      };
      const jumpOf = async (file: string) => (await bank.preview(file)).accounts[0]?.jump;
      await bank.run(table("2", 100));
      assert.equal(await jumpOf(table("2", 100)), null);
      assert.equal(await jumpOf(table("3", 96)), null);
      const jump = { from: "2026-02-14", basis: "stated", to: "2026-03-11", minor: -600 };
      assert.deepEqual(await jumpOf(table("3", 90)), jump);
    });

    test("that the rows of a table do not give is told before the import, and on the account after it", async () => {
      const { team, books, bank } = await opened();
      let balance = 100;
      const rows = Array.from({ length: 24 }, (_, index) => {
        balance -= index === 6 || index === 17 ? 4 : 1;
        return `2026-03-${String(index + 1).padStart(2, "0")};Shop ${index};-1.00;${balance}.00`;
      });
      const file = ["date;payee;amount;balance", ...rows, ""].join("\n");
      const [account] = (await bank.preview(file)).accounts;
      const between = (from: string, to: string) => ({
        kind: "between",
        from: `2026-03-${from}`,
        to: `2026-03-${to}`,
        minor: -300,
      });
      assert.equal(account?.balance_check, "differs");
      assert.deepEqual(account?.differences.first, [between("06", "07"), between("17", "18")]);
      await bank.run(file);
      const { items } = await books.app.ask("GET /api/teams/:team/bank-accounts", {
        team: team.id,
      });
      const shown = items.find(({ id }) => id === books.account);
      assert.deepEqual(shown?.file_check, { to: "2026-03-24", difference_minor: -300 });
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
