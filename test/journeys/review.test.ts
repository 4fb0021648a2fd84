import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { addAccount } from "../bank-accounts.ts";
import { addTeamRate } from "../rates.ts";
import { Books, importTransaction } from "../transactions.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus } from "./focus.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

describe("a person does the whole review by keys", { skip }, () => {
  let acme: Acme;
  let page: Page;
  let books: Books;

  before(async () => {
    acme = await Acme.open("/transactions/review");
    page = acme.olga.page;
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  async function open(): Promise<void> {
    await page.goto(`${acme.served.origin}/transactions/review`);
    await page.getByRole("region", { name: "What waits" }).waitFor();
  }

  async function keys(...pressed: readonly string[]): Promise<void> {
    for (const key of pressed) {
      acme.world.pass(1000);
      await page.keyboard.press(key);
    }
  }

  async function waiting(): Promise<number> {
    const { total } = await books.app.ask("GET /api/teams/:team/review/counts", {
      team: acme.team.id,
    });
    return total;
  }

  async function openId(): Promise<string> {
    const { items } = await acme.team.call("transactions_list", { category_slug: "uncategorized" });
    assert.equal(items.length, 1);
    return items[0].id;
  }

  test("nothing waits in new books", async () => {
    await page.getByText("All done").waitFor();
    await inspect(page, "review-done");
  });

  test("five are categorised with six keys, each with the focus on the next, and one is undone", async () => {
    books = await Books.of(acme.team);
    const names = ["Hetzner", "Figma", "Hiscox", "Telekom", "Deutsche Bahn"];
    for (const [at, name] of names.entries()) {
      for (const day of ["01", "02"])
        await books.add({ name, date: `2026-09-${day}`, category_slug: "software" });
      await books.add({ name, date: `2026-11-0${9 - at}`, amount_minor: -1000 - at });
    }
    await open();
    await page.getByRole("heading", { name: "Without a category (5)" }).waitFor();
    await inspect(page, "review");
    await keys("j");
    await hasFocus(page, /^Hetzner, .*suggested Software, The last 2 with this party have it/);
    for (const next of ["Figma", "Hiscox", "Telekom", "Deutsche Bahn"]) {
      await keys("Enter");
      await hasFocus(page, new RegExp(`^${next},`));
    }
    await keys("Enter");
    await page.getByText("Deutsche Bahn is now Software.").first().waitFor();
    await page.getByText("All done").waitFor();
    assert.equal(await waiting(), 0);
    await keys("u");
    await page.getByText("Undone.").first().waitFor();
    await hasFocus(page, /^Deutsche Bahn,/);
    assert.equal(await waiting(), 1);
    await keys("a");
    await page.getByText("All done").waitFor();
  });

  test("a correction offers a rule with its number of rows, made by one key and undone as one", async () => {
    for (const day of ["05", "06", "07"])
      await books.add({ name: "Netcup 4711", date: `2026-10-${day}`, amount_minor: -900 });
    await open();
    await keys("j");
    await hasFocus(page, /^Netcup 4711, .*no suggestion/);
    await keys("c");
    await hasFocus(page, "Category of Netcup 4711");
    await page.keyboard.type("hosting");
    await page
      .getByRole("option", { name: "Hosting" })
      .and(page.locator("[data-highlighted]"))
      .waitFor();
    await keys("Enter");
    await page.getByText("2 similar transactions of Netcup 4711 have no category.").waitFor();
    await page.getByRole("button", { name: "Apply to 2" }).waitFor();
    await page.getByRole("button", { name: /Rule for 2 rows: / }).waitFor();
    await hasFocus(page, /^Netcup 4711,/);
    await inspect(page, "review-offer");
    await keys("g");
    await page
      .getByText(/The rule .* is made: 2 rows changed\./)
      .first()
      .waitFor();
    await page.getByText("All done").waitFor();
    const rules = async () => (await acme.team.state())["rules"]?.length ?? 0;
    assert.equal(await rules(), 1);
    await keys("u");
    await page.getByText("Undone.").first().waitFor();
    await page.getByRole("heading", { name: "Without a category (2)" }).waitFor();
    assert.equal(await rules(), 0);
  });

  test("several are selected, told with their sum, and get one category", async () => {
    await open();
    await keys("j", "x", "j", "x");
    await page.getByText("2 transactions selected").waitFor();
    await page.getByText("−€18.00").first().waitFor();
    await inspect(page, "review-selected");
    await keys("c");
    await hasFocus(page, "Category of Netcup 4711");
    await page.keyboard.type("hosting");
    await page
      .getByRole("option", { name: "Hosting" })
      .and(page.locator("[data-highlighted]"))
      .waitFor();
    await keys("Enter");
    await page.getByText("2 transactions categorized.").first().waitFor();
    await page.getByText("All done").waitFor();
  });

  test("a transfer is linked and a duplicate is merged with the one that stays named", async () => {
    const card = await addAccount(acme.team, { name: "Card", number: null });
    await books.add({
      name: "To the card",
      amount_minor: -25_000,
      category_slug: "travel",
      date: "2026-11-03",
    });
    await books.add({
      name: "From Giro",
      amount_minor: 25_000,
      category_slug: "travel",
      date: "2026-11-04",
      bank_account_id: card,
    });
    await books.add({
      name: "Lunch",
      amount_minor: -1990,
      category_slug: "meals",
      date: "2026-11-02",
    });
    await importTransaction(acme.team, books.account, {
      name: "Cafe",
      date: "2026-11-03",
      amount_minor: -1990,
      category_slug: "meals",
      category_by: "person",
    });
    await open();
    await page.getByRole("heading", { name: "Suggested transfers (1)" }).waitFor();
    await page.getByRole("heading", { name: "May be the same (1)" }).waitFor();
    await inspect(page, "review-pairs");
    await keys("j");
    await hasFocus(page, /^Receives: From Giro, .*; Pays: To the card/);
    await keys("m");
    await page.getByText("From Giro and To the card are a transfer.").first().waitFor();
    await hasFocus(page, /^Stays: Cafe, .*; Goes: Lunch/);
    await keys("o");
    await hasFocus(page, /^Stays: Lunch, .*; Goes: Cafe/);
    await keys("o", "m");
    await page.getByText("Lunch is merged into Cafe.").first().waitFor();
    await page.getByText("All done").waitFor();
    await keys("u");
    await hasFocus(page, /^Stays: Cafe, .*; Goes: Lunch/);
    await keys("r");
    await page.getByText("Lunch and Cafe are both kept.").first().waitFor();
    await page.getByText("All done").waitFor();
    assert.equal(await waiting(), 0);
    const linked = await acme.team.state();
    assert.equal(
      linked["transactions"]?.filter(({ transfer_id }: any) => transfer_id !== null).length,
      2,
    );
  });

  test("a transfer between two currencies tells both amounts and their rate, and is linked by hand too", async () => {
    const dollars = await addAccount(acme.team, { name: "Dollars", currency: "USD", number: null });
    await addTeamRate(acme.team, { currency: "USD", day: "2026-11-02", rate: "1.25" });
    const pair = async (paid: number, received: number, names: readonly [string, string]) => {
      const date = "2026-11-03";
      const out = await books.add({ name: names[0], amount_minor: -paid, date });
      const into = { name: names[1], amount_minor: received, bank_account_id: dollars, date };
      await books.add(into);
      return out.id;
    };
    await pair(80_000, 98_000, ["To dollars", "From euros"]);
    await open();
    const rate = "1 EUR = 1.225 USD, 2.0 % less than at the rates of the day";
    await page.getByText(rate).waitFor();
    await inspect(page, "review-exchange");
    await page.getByRole("button", { name: "Link the transfer" }).click();
    await page.getByText("From euros and To dollars are a transfer.").first().waitFor();
    const out = await pair(40_000, 44_000, ["Exchange", "Exchanged"]);
    await page.goto(`${acme.served.origin}/transactions?transaction=${out}`);
    await page.getByRole("button", { name: "Link a transfer…" }).click();
    await page.getByText("1 EUR = 1.1 USD, 12.0 % less than at the rates of the day").waitFor();
    await inspect(page, "transfer-candidates");
    await page.getByRole("button", { name: "Link Exchanged" }).click();
    await page.getByText("Exchange and Exchanged are a transfer.").first().waitFor();
    await page.getByRole("button", { name: "Unlink" }).waitFor();
    await inspect(page, "transfer-linked");
    await page.getByRole("button", { name: "Unlink" }).click();
    await page.getByText("Exchange and Exchanged are unlinked.").first().waitFor();
    await page.getByRole("button", { name: "Link a transfer…" }).waitFor();
    await page.getByRole("link", { name: "Transactions 2 to review" }).waitFor();
    await books.change(out, { category_slug: "software" });
    await page.getByRole("link", { name: "Transactions 1 to review" }).waitFor();
    await page.setViewportSize({ width: 360, height: 640 });
    await page.getByRole("button", { name: "Close" }).first().click();
    await page.getByRole("button", { name: "More" }).last().click();
    await page.getByRole("link", { name: "Transactions 1 to review" }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    await books.change(await openId(), { category_slug: "software" });
  });

  test("an old pending payment is posted or deleted", async () => {
    for (const name of ["Hotel", "Deposit"])
      await books.add({ name, status: "pending", date: "2026-10-01", category_slug: "travel" });
    await open();
    await inspect(page, "review-stale");
    await keys("j", "a");
    await page
      .getByText(/(Hotel|Deposit) is posted\./)
      .first()
      .waitFor();
    await keys("r");
    await page
      .getByText(/(Hotel|Deposit) is deleted\./)
      .first()
      .waitFor();
    await page.getByText("All done").waitFor();
  });
});
