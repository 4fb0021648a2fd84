import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { onEachDatabase } from "../../../test/app.ts";
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

onEachDatabase((world) => {
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
  });
});
