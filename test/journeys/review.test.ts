import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { addAccount } from "../bank-accounts.ts";
import { addTeamRate } from "../rates.ts";
import { Books, importTransaction } from "../transactions.ts";
import { Acme } from "./acme.ts";
import { BUG } from "./bug.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus } from "./focus.ts";
import { resize } from "./redrawn.ts";
import { inspectReflow } from "./reflow.ts";
import { refuse } from "./refused.ts";
import { inspect } from "./visit.ts";
import { inspectNames } from "./widths.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

/** Lets answers be drawn a moment after they came, as on a busy computer. */
const LATE_ANSWERS = `{
  const { setTimeout } = window;
  window.setTimeout = (act, ms, ...given) => setTimeout(act, ms || 50, ...given);
}`;

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
    await page.getByText("−€50.10", { exact: true }).waitFor();
    const accounts = page.getByText("Giro", { exact: true }).filter({ visible: true });
    await accounts.nth(4).waitFor();
    assert.equal(await accounts.count(), 5);
    await inspect(page, "review");
    await inspectReflow(page, "review");
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
    await page
      .getByRole("button", { name: /^Netcup 4711, .*no suggestion/ })
      .first()
      .waitFor();
    // The current item takes its letters before any item has the focus.
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
    await page.getByRole("button", { name: /Rule for 2 rows: .* → Hosting$/ }).waitFor();
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
    await page.getByText("2 transactions categorized as Hosting.").first().waitFor();
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
    for (const name of ["To the card", "From Giro", "Lunch", "Cafe"])
      assert.match(
        (await page.getByRole("link", { name, exact: true }).getAttribute("href")) ?? "",
        /^\/transactions\/review\?transaction=/,
      );
    await inspect(page, "review-pairs");
    await inspectReflow(page, "review-pairs");
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
    assert.equal(await page.getByText("May be a transfer: see below").count(), 2);
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
    await resize(page, { width: 360, height: 640 });
    await page.getByRole("button", { name: "Close" }).first().click();
    await page.getByRole("button", { name: "More" }).last().click();
    await page.getByRole("link", { name: "Transactions 1 to review" }).waitFor();
    await resize(page, { width: 1280, height: 800 });
    await books.change(await openId(), { category_slug: "software" });
  });

  test("suggestions of several categories are one change: all or none, and an undo that failed is tried again", async () => {
    for (const [name, category_slug] of [
      ["Aral", "travel"],
      ["Bosch", "software"],
    ] as const) {
      for (const day of ["11", "12"])
        await books.add({ name, date: `2026-09-${day}`, category_slug });
      await books.add({ name, date: "2026-11-10", amount_minor: -4000 });
    }
    await open();
    const heading = (count: number) =>
      page.getByRole("heading", { name: `Without a category (${count})` });
    await heading(2).waitFor();
    await page.route("**/review/suggestions", async (route) =>
      route.fulfill({ status: 500, json: BUG }),
    );
    await keys("j", "x", "j", "x");
    await page.getByRole("button", { name: "Accept 2 suggestions" }).click();
    await page.getByText("The server failed.").first().waitFor();
    await heading(2).waitFor();
    assert.equal(await waiting(), 2);
    await page.unroute("**/review/suggestions");
    await page.getByRole("checkbox", { name: "Select all 2" }).click();
    await page.getByRole("button", { name: "Accept 2 suggestions" }).click();
    await page.getByText("2 suggestions accepted.").first().waitFor();
    await page.getByText("All done").waitFor();
    assert.equal(await waiting(), 0);
    await page.route("**/undo", async (route) => route.fulfill({ status: 500, json: BUG }));
    const refused = page.waitForResponse(/\/undo$/);
    await keys("u");
    await refused;
    await page.getByText("All done").waitFor();
    await page.unroute("**/undo");
    await keys("u");
    await heading(2).waitFor();
    assert.equal(await waiting(), 2);
    await keys("a");
    await heading(1).waitFor();
    await keys("a");
    await page.getByText("All done").waitFor();
  });

  test("of all that are shown the suggestions are accepted, and the others stay, selected, with the focus on the next", async () => {
    for (const [at, name] of ["Aral", "Nobody", "Bosch", "Stranger"].entries())
      await books.add({ name, date: `2026-11-${19 - at}`, amount_minor: -4000 });
    await open();
    const all = page.getByRole("checkbox", { name: "Select all 4" });
    await all.click();
    const bar = page.getByRole("region", { name: "Selected transactions" });
    await bar.getByText("4 transactions selected · −€160.00").waitFor();
    assert.equal(await bar.getByRole("button", { name: /^Select all/ }).count(), 0);
    await inspect(page, "review-all-selected");
    await inspectReflow(page, "review-all-selected");
    acme.world.pass(1000);
    await bar.getByRole("button", { name: "Accept 2 suggestions" }).click();
    await page
      .getByText("2 suggestions accepted; 2 transactions of the selection stay.")
      .first()
      .waitFor();
    await hasFocus(page, /^Nobody, .*selected$/);
    await bar.getByText("2 transactions selected").waitFor();
    await page.getByRole("heading", { name: "Without a category (2)" }).waitFor();
    await keys("u");
    await page.getByRole("heading", { name: "Without a category (4)" }).waitFor();
    assert.equal(await waiting(), 4);
    await keys("Escape");
    await bar.waitFor({ state: "detached" });
  });

  test("the bar of the selected ones stays in view while the page scrolls", async () => {
    const added: string[] = [];
    for (let day = 10; day < 30; day += 1)
      added.push((await books.add({ name: "Far", date: `2026-09-${day}` })).id);
    await open();
    await page.getByRole("heading", { name: "Without a category (24)" }).waitFor();
    const bar = page.getByRole("region", { name: "Selected transactions" });
    for (const size of [
      { width: 1280, height: 800 },
      { width: 360, height: 640 },
    ]) {
      await resize(page, size);
      await page.getByRole("checkbox", { name: "Select all 24" }).click();
      await bar.getByText("24 transactions selected").waitFor();
      await page.evaluate("scrollTo(0, document.body.scrollHeight)");
      await page.getByRole("button", { name: /^Far, .*10 Sep/ }).waitFor();
      await page.waitForFunction("scrollY > 200");
      const { y = -1000 } = (await bar.boundingBox()) ?? {};
      assert.ok(y >= -1 && y < 60, `the bar is at ${y} of ${size.width} px`);
      await inspect(page, `review-bar-${size.width}`);
      await page.keyboard.press("Escape");
      await bar.waitFor({ state: "detached" });
    }
    await resize(page, { width: 1280, height: 800 });
    const chosen = { ids: added };
    const path = "POST /api/teams/:team/transactions/delete";
    await books.app.ask(path, { team: acme.team.id, chosen });
  });

  test("a row's own button means that row, whatever others are selected", async () => {
    await open();
    await keys("j", "j", "x");
    const bar = page.getByRole("region", { name: "Selected transactions" });
    await bar.getByText("1 transaction selected").waitFor();
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Accept Travel" }).click();
    await page.getByText("Aral is now Travel.").first().waitFor();
    await bar.getByText("1 transaction selected").waitFor();
    await keys("u");
    await page.getByRole("heading", { name: "Without a category (4)" }).waitFor();
    await keys("Escape");
    await bar.waitFor({ state: "detached" });
  });

  test("letters do nothing to the items behind the sheet of a transaction that waits for nothing", async () => {
    const { id } = await books.add({ name: "Settled", category_slug: "meals", date: "2026-11-12" });
    await page.goto(`${acme.served.origin}/transactions/review?transaction=${id}`);
    await page.getByRole("dialog").getByRole("heading", { name: "Settled" }).waitFor();
    await page.getByRole("heading", { name: "Without a category (4)" }).waitFor();
    await keys("a");
    await page.getByRole("heading", { name: "Without a category (4)" }).waitFor();
    assert.equal(new URL(page.url()).searchParams.get("transaction"), id);
    assert.equal(await waiting(), 4);
  });

  test("one opens in its sheet beside the others, which are gone through there, and Back leads to its row", async () => {
    await open();
    await keys("j", "j");
    await hasFocus(page, /^Nobody,/);
    await keys("v");
    // Toasts are dialogs too.
    const sheet = page
      .getByRole("dialog")
      .filter({ has: page.getByRole("button", { name: "Previous" }) });
    await sheet.getByRole("heading", { name: "Nobody" }).waitFor();
    assert.match(page.url(), /\/transactions\/review\?transaction=[\w-]{36}$/);
    await inspect(page, "review-sheet");
    await keys("j");
    await sheet.getByRole("heading", { name: "Bosch" }).waitFor();
    await sheet.getByRole("button", { name: "Use Software" }).waitFor();
    await page.goBack();
    await sheet.waitFor({ state: "detached" });
    await hasFocus(page, /^Bosch,/);
    await keys("v");
    await sheet.getByRole("heading", { name: "Bosch" }).waitFor();
    // The sheet goes on with the queue.
    await keys("a");
    await page.getByText("Bosch is now Software.").first().waitFor();
    await sheet.getByRole("heading", { name: "Stranger" }).waitFor();
    await keys("Escape");
    await sheet.waitFor({ state: "detached" });
    await hasFocus(page, /^Stranger,/);
    assert.match(page.url(), /\/transactions\/review$/);
    await keys("k", "k");
    await hasFocus(page, /^Aral,/);
    await page.getByRole("link", { name: "Aral" }).click();
    await sheet.getByRole("button", { name: "Use Travel" }).click();
    await page.getByText("Aral is now Travel.").first().waitFor();
    await page.getByRole("heading", { name: "Without a category (2)" }).waitFor();
    await sheet.getByRole("heading", { name: "Nobody" }).waitFor();
    await sheet.getByRole("button", { name: "Close" }).click();
    await hasFocus(page, /^Nobody,/);
    await page.evaluate(LATE_ANSWERS);
    await keys("u");
    await hasFocus(page, /^Aral,/);
    await page.getByRole("heading", { name: "Without a category (3)" }).waitFor();
  });

  test("where more wait than are shown all of them are selected by a second act, and one undo takes all back", async () => {
    const name = "Aral";
    for (let day = 1; day <= 52; day += 1)
      await books.add({ name, date: "2026-10-15", amount_minor: -100 - day });
    await open();
    await page.getByRole("heading", { name: "Without a category (55)" }).waitFor();
    // A row far below is left for its sheet, and found again where it was.
    const far = page.getByRole("link", { name, exact: true }).nth(40);
    await far.scrollIntoViewIfNeeded();
    const place = async () => [(await far.boundingBox())?.y, await page.evaluate("scrollY")];
    const before = await place();
    for (const leave of [async () => page.goBack(), async () => keys("Escape")]) {
      await far.click();
      const sheet = page.getByRole("dialog", { name });
      await sheet.getByRole("button", { name: "Use Travel" }).waitFor();
      await leave();
      await sheet.waitFor({ state: "detached" });
      await hasFocus(page, /^Aral, −€1\.\d\d,/);
      assert.deepEqual(await place(), before);
    }
    await page.getByRole("checkbox", { name: "Select all 50 shown" }).click();
    const bar = page.getByRole("region", { name: "Selected transactions" });
    await bar.getByText("50 transactions selected").waitFor();
    await bar.getByRole("button", { name: "Select all 55" }).click();
    await bar.getByText("All 55 transactions selected").waitFor();
    await bar.getByRole("button", { name: "Accept 53 suggestions" }).waitFor();
    await hasFocus(page, "Select only the 50 shown");
    await inspect(page, "review-all-waiting");
    acme.world.pass(1000);
    await bar.getByRole("button", { name: "Accept 53 suggestions" }).click();
    await page
      .getByText("53 suggestions accepted; 2 transactions of the selection stay.")
      .first()
      .waitFor();
    await page.getByRole("heading", { name: "Without a category (2)" }).waitFor();
    assert.equal(await waiting(), 2);
    await hasFocus(page, /^Nobody,/);
    await keys("u");
    await page.getByRole("heading", { name: "Without a category (55)" }).waitFor();
    assert.equal(await waiting(), 55);
    const { items } = await acme.team.call("transactions_list", {
      category_slug: "uncategorized",
      limit: 100,
    });
    for (const { id } of items) await books.change(id, { category_slug: "travel" });
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

  test("of several that are selected a split one stays, named, with the focus, while the others get a category", async () => {
    for (const name of ["Parking", "Toll"]) await books.add({ name, amount_minor: -500 });
    const mixed = await books.add({ name: "Mixed", amount_minor: -350 });
    await books.split(mixed.id, [{ amount_minor: -100 }, { amount_minor: -250 }]);
    await open();
    await page.getByRole("checkbox", { name: "Select all 3" }).click();
    await keys("c");
    await hasFocus(page, /^Category of /);
    await page.keyboard.type("hosting");
    await page
      .getByRole("option", { name: "Hosting" })
      .and(page.locator("[data-highlighted]"))
      .waitFor();
    await keys("Enter");
    await page
      .getByText("2 transactions categorized as Hosting; Mixed stays, which is split.")
      .first()
      .waitFor();
    await page.getByRole("heading", { name: "Without a category (1)" }).waitFor();
    await hasFocus(page, /^Mixed,/);
    await keys("u");
    await page.getByRole("heading", { name: "Without a category (3)" }).waitFor();
    const { items } = await acme.team.call("transactions_list", {
      category_slug: "uncategorized",
    });
    for (const { id } of items)
      if (id === mixed.id) await books.split(id, []);
      else await books.change(id, { category_slug: "travel" });
    await books.change(mixed.id, { category_slug: "travel" });
  });

  test("a row tells the bank's text, and a split one the part that lacks a category, which C opens", async () => {
    const id = await importTransaction(acme.team, books.account, {
      name: "Cafe",
      description: "Card 4711 Berlin Mitte",
      reference: "R-17",
    });
    const halves = await books.add({ name: "Halves", amount_minor: -350 });
    await books.split(halves.id, [
      { amount_minor: -100, category_slug: "meals" },
      { amount_minor: -250 },
    ]);
    await open();
    const said = page.getByText("Cafe 4711 · Card 4711 Berlin Mitte · R-17").first();
    for (const width of [360, 1024, 1280]) {
      await resize(page, { width, height: 800 });
      await said.waitFor();
    }
    await inspectNames(page, "review-said");
    await page.getByRole("button", { name: "Part 2 of 2 has no category", exact: true }).waitFor();
    await page.getByRole("button", { name: /^Halves, .*Part 2 of 2 has no category/ }).focus();
    await keys("c");
    await hasFocus(page, "Category of part 2");
    await books.split(halves.id, []);
    for (const one of [id, halves.id]) await books.change(one, { category_slug: "travel" });
  });

  test("a refused change leaves row and focus where they were", async () => {
    const ids: string[] = [];
    for (const name of ["First", "Second", "Third"])
      ids.push((await books.add({ name, amount_minor: -700 })).id);
    await open();
    const rows = page.getByRole("list", { name: "Without a category" }).getByRole("listitem");
    const tops = async () =>
      rows.evaluateAll((all: any[]) =>
        all.map((row) => Math.round(row.getBoundingClientRect().top)),
      );
    await rows.nth(2).waitFor();
    await page
      .getByRole("button", { name: /^Second,/ })
      .first()
      .focus();
    const before = await tops();
    await page.route("**/transactions/category", refuse);
    await keys("c");
    await hasFocus(page, "Category of Second");
    await page.keyboard.type("hosting");
    await page
      .getByRole("option", { name: "Hosting" })
      .and(page.locator("[data-highlighted]"))
      .waitFor();
    await keys("Enter");
    await page.getByText("Some of what was entered cannot be used.").first().waitFor();
    await page.unroute("**/transactions/category");
    await hasFocus(page, /^Second,/);
    assert.deepEqual(await tops(), before);
    for (const id of ids) await books.change(id, { category_slug: "travel" });
  });

  test("what is offered after an act moves no row", async () => {
    // Two stay in the end: "Select all" goes where one is left.
    for (const day of ["11", "12", "13", "14"])
      await books.add({ name: "Copyshop", date: `2026-10-${day}`, amount_minor: -300 });
    await open();
    for (const width of [1280, 768]) {
      await resize(page, { width, height: 800 });
      const first = page
        .getByRole("list", { name: "Without a category" })
        .getByRole("listitem")
        .first();
      await first.waitFor();
      const top = async () => Math.round((await first.boundingBox())?.y ?? 0);
      const before = await top();
      await first.locator("button[id$=category]").click();
      await hasFocus(page, "Category of Copyshop");
      await page.keyboard.type("hosting");
      await page
        .getByRole("option", { name: "Hosting" })
        .and(page.locator("[data-highlighted]"))
        .waitFor();
      await keys("Enter");
      await page.getByText(/similar transactions? of/).waitFor();
      assert.equal(await top(), before, `${width} px`);
      await inspect(page, `review-offer-${width}`);
      // The toast beside it has such a button too.
      const offer = page.locator("output", { hasText: "similar transaction" }).locator("..");
      await offer.getByRole("button", { name: "Dismiss" }).click();
    }
  });
});
