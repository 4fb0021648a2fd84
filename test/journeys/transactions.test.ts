import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { addAccount } from "../bank-accounts.ts";
import { load } from "../rates.ts";
import { storedRows } from "../rows.ts";
import { Books } from "../transactions.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus, press, tabTo } from "./focus.ts";
import { resize } from "./redrawn.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

/** Five without a category, from the newest to the oldest. */
const OPEN = ["Figma", "Deutsche Bahn", "Hiscox", "Telekom", "Rent of the office"];

describe("a person works through transactions by keyboard alone", { skip }, () => {
  let acme: Acme;
  let page: Page;
  let books: Books;

  before(async () => {
    acme = await Acme.open("/transactions");
    page = acme.olga.page;
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  function row(name: string) {
    return page.getByRole("row", { name });
  }

  async function categoryOf(name: string): Promise<string | null> {
    const { items } = await acme.team.call("transactions_list", { q: name });
    return items[0].category_slug;
  }

  async function undo(): Promise<void> {
    acme.world.pass(1000);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText("Undone.").first().waitFor();
  }

  /** Opens the categories of the current row, and takes the first that has the text. */
  async function categorize(name: string, typed: string, category: string): Promise<void> {
    acme.world.pass(1000);
    await hasFocus(page, name);
    await page.keyboard.press("c");
    await hasFocus(page, `Category of ${name}`);
    await page.keyboard.type(typed);
    await page
      .getByRole("option", { name: category, exact: true })
      .and(page.locator("[data-highlighted]"))
      .waitFor();
    await page.keyboard.press("Enter");
    await page.getByText(`${name} is now ${category}.`).first().waitFor();
    await hasFocus(page, name);
  }

  test("without an account the empty list leads to the first one", async () => {
    await page.getByText("No transactions yet").waitFor();
    await inspect(page, "transactions-empty");
    await page.getByRole("link", { name: "Add an account" }).waitFor();
  });

  test("five are categorised by keys, each with one toast, and one is undone", async () => {
    books = await Books.of(acme.team);
    for (const name of OPEN.toReversed()) await books.add({ name, amount_minor: -5000 });
    await page.goto(`${acme.served.origin}/transactions`);
    await row("Figma").waitFor();
    await page.keyboard.press("j");
    await categorize("Figma", "soft", "Software");
    await page.keyboard.press("j");
    await categorize("Deutsche Bahn", "travel", "Travel");
    await page.keyboard.press("j");
    await categorize("Hiscox", "insur", "Insurance");
    await page.keyboard.press("j");
    await categorize("Telekom", "telephone", "Internet and telephone");
    await page.keyboard.press("j");
    await categorize("Rent of the office", "rent", "Rent");
    assert.deepEqual(
      [await categoryOf("Figma"), await categoryOf("Telekom"), await categoryOf("office")],
      ["software", "internet-and-telephone", "rent"],
    );
    await undo();
    assert.equal(await categoryOf("office"), null);
    await inspect(page, "transactions");
    await inspectReflow(page, "transactions");
  });

  test("a suggestion looks like one, is accepted with one key, and offers the similar ones", async () => {
    for (const day of ["01", "02"])
      await books.add({ name: "Hetzner", date: `2026-09-${day}`, category_slug: "hosting" });
    for (const day of ["05", "06", "07"])
      await books.add({ name: "Hetzner", date: `2026-10-${day}` });
    await page.goto(`${acme.served.origin}/transactions?q=hetzner&category=uncategorized`);
    await row("Hetzner").first().getByText("2 of 2").waitFor();
    await inspect(page, "transactions-suggested");
    await page.keyboard.press("j");
    await hasFocus(page, "Hetzner");
    acme.world.pass(1000);
    await page.keyboard.press("a");
    await page.getByText("2 similar transactions of Hetzner have no category.").first().waitFor();
    await page.getByRole("button", { name: "Apply to 2" }).waitFor();
    await inspect(page, "transactions-similar");
    acme.world.pass(1000);
    await page.keyboard.press("l");
    await page.getByText("2 transactions categorized as Hosting.").first().waitFor();
    const { totals } = await acme.team.call("transactions_list", {
      from: "2026-01-01",
      to: "2026-12-31",
      q: "hetzner",
      category_slug: "hosting",
    });
    assert.equal(totals.count, 5);
    await undo();
    await page.getByRole("row", { name: "Hetzner" }).nth(1).waitFor();
  });

  test("an exported one is told before a batch, left out of it and named afterwards, with one undo", async () => {
    const stays = "1 of them is exported, and stays as it is.";
    const ids: string[] = [];
    for (const date of ["2026-10-12", "2026-10-11", "2026-10-10", "2026-10-09"])
      ids.push((await books.add({ name: "Ionos", date })).id);
    await books.change(ids[3] ?? "", { status: "exported" });
    await page.goto(`${acme.served.origin}/transactions?q=ionos`);
    await row("Ionos").nth(3).waitFor();
    await page.keyboard.press("j");
    await categorize("Ionos", "hosting", "Hosting");
    await page.getByText(`3 similar transactions of Ionos have no category. ${stays}`).waitFor();
    await page.getByRole("button", { name: "Apply to 2" }).waitFor();
    acme.world.pass(1000);
    await page.keyboard.press("l");
    const said = "2 transactions categorized as Hosting; Ionos stays, which is exported.";
    await page.getByText(said).first().waitFor();
    await undo();
    await page.goto(`${acme.served.origin}/transactions?q=ionos&category=uncategorized`);
    await row("Ionos").nth(2).waitFor();
    await page.getByRole("checkbox", { name: "Select the loaded transactions" }).click();
    await page.getByText("3 transactions selected").waitFor();
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("dialog").getByText(stays).waitFor();
    await page.getByText("Together they are −€7.00.").waitFor();
    await page.getByRole("button", { name: "Delete 2 transactions" }).waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Category…" }).click();
    await page.getByRole("dialog").getByText(stays).waitFor();
    await inspect(page, "transactions-category-exported");
    await page.getByRole("dialog").getByRole("combobox").focus();
    await page.keyboard.type("software");
    await page
      .getByRole("option", { name: /^Software/ })
      .first()
      .click();
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Set the category" }).click();
    await page
      .getByText("2 transactions categorized; Ionos stays, which is exported.")
      .first()
      .waitFor();
    await undo();
    await row("Ionos").nth(2).waitFor();
    await books.change(ids[3] ?? "", { status: "posted" });
    const path = "POST /api/teams/:team/transactions/delete";
    await books.app.ask(path, { team: acme.team.id, chosen: { ids } });
  });

  test("an open transaction tells its suggestion with the reason, and takes it", async () => {
    await page.goto(`${acme.served.origin}/transactions?q=hetzner&category=uncategorized`);
    await row("Hetzner")
      .first()
      .getByText(/3 of 3/)
      .waitFor();
    await page.keyboard.press("j");
    await hasFocus(page, "Hetzner");
    await page.keyboard.press("Enter");
    await page.getByText("The last 3 with this party have it.").waitFor();
    await inspect(page, "transaction-suggested");
    await tabTo(page, "Use Hosting");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByText("Hetzner is now Hosting.").first().waitFor();
    await hasFocus(page, "Hetzner");
    await undo();
  });

  test("some are selected, told with their sum, get a status, and come back with one undo", async () => {
    await page.goto(`${acme.served.origin}/transactions?q=hetzner`);
    await row("Hetzner").first().waitFor();
    await page.keyboard.press("j");
    await hasFocus(page, "Hetzner");
    await page.keyboard.press("x");
    await page.keyboard.press("Shift+J");
    await page.getByText("2 transactions selected").waitFor();
    await page.getByText("−€7.00").first().waitFor();
    await inspect(page, "transactions-selected");
    await page.getByRole("button", { name: "Status…" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Set the status of 2 transactions" }).waitFor();
    await inspect(page, "transactions-status");
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Set the status" }).focus();
    await press(page, "Enter");
    await page.getByText("2 transactions changed.").first().waitFor();
    const completed = async () => {
      const { items } = await acme.team.call("transactions_list", { status: "completed" });
      return items.length;
    };
    assert.equal(await completed(), 2);
    await undo();
    assert.equal(await completed(), 0);
  });

  test("one is split in its sheet when nothing remains, and its parts are joined again", async () => {
    await page.goto(`${acme.served.origin}/transactions?q=telekom`);
    await row("Telekom").waitFor();
    await page.keyboard.press("j");
    await hasFocus(page, "Telekom");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Split…" }).waitFor();
    await inspect(page, "transaction");
    await inspectReflow(page, "transaction");
    await page.getByRole("button", { name: "Split…" }).focus();
    await page.keyboard.press("Enter");
    await hasFocus(page, "Amount of part 1");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("40");
    await page.getByText("−€10.00 remain").waitFor();
    const save = page.getByRole("button", { name: "Save the parts" });
    assert.equal(await save.getAttribute("aria-disabled"), "true");
    await page.getByLabel("Amount of part 2").focus();
    await page.keyboard.type("10");
    await page.getByText("Nothing remains").waitFor();
    await page.getByRole("combobox", { name: "Category of part 2" }).focus();
    await page.keyboard.type("meals");
    await page.getByRole("option", { name: "Meals" }).waitFor();
    await page.keyboard.press("Enter");
    await inspect(page, "transaction-split");
    acme.world.pass(1000);
    await save.focus();
    await press(page, "Enter");
    await page.getByRole("list", { name: "Parts" }).waitFor();
    await hasFocus(page, "Parts");
    const state = await acme.team.state();
    assert.deepEqual(
      state["transaction_parts"]?.map((part: any) => [part.amount_minor, part.category_slug]),
      [
        [-4000, "internet-and-telephone"],
        [-1000, "meals"],
      ],
    );
    await page.getByRole("button", { name: "Change the parts" }).focus();
    await page.keyboard.press("Enter");
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Join the parts" }).focus();
    await press(page, "Enter");
    await page.getByRole("button", { name: "Split…" }).waitFor();
    assert.equal(await categoryOf("Telekom"), "internet-and-telephone");
  });

  test("the sheet never shows an empty field for the category that is chosen", async () => {
    const { id } = await books.add({ name: "Netcup", category_slug: "software" });
    const fresh = await page.context().newPage();
    // Keeps each state of the field, before its own script is there too.
    await fresh.addInitScript(`
      globalThis.seen = [];
      const look = () => {
        for (const busy of document.querySelectorAll("[role=dialog] span[aria-busy]"))
          globalThis.seen.push(busy.parentElement.textContent + "|" + busy.textContent);
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    `);
    await fresh.goto(`${acme.served.origin}/transactions?transaction=${id}`);
    const field = fresh.getByRole("dialog").getByRole("combobox", { name: "Category" });
    await field.waitFor();
    assert.equal(await field.inputValue(), "Software");
    const seen: readonly string[] = await fresh.evaluate("globalThis.seen");
    const ofCategory = seen.filter((text) => text.startsWith("Category"));
    assert.deepEqual(
      ofCategory.filter((text) => text.endsWith("|")),
      [],
    );
    await fresh.close();
    await books.app.ask("POST /api/teams/:team/transactions/delete", {
      team: acme.team.id,
      chosen: { ids: [id] },
    });
  });

  test("what was typed into the sheet is kept until a person gives it up", async () => {
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    const stay = async () => {
      await question.waitFor();
      await hasFocus(page, "Stay here");
      await press(page, "Enter");
      await question.waitFor({ state: "detached" });
      assert.equal(await page.getByLabel("Note").inputValue(), "Ask for the receipt");
    };
    const id = async () => new URL(page.url()).searchParams.get("transaction");
    await page.goto(`${acme.served.origin}/transactions`);
    await row("Figma").waitFor();
    await row("Figma").getByRole("link").focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Note").focus();
    const opened = await id();
    await page.keyboard.type("Ask for the receipt");
    await page.keyboard.press("Escape");
    await question.waitFor();
    await inspect(page, "transaction-unsaved");
    await stay();
    await page.getByRole("button", { name: "Next" }).press("Enter");
    await stay();
    await page.getByRole("button", { name: "Close" }).press("Enter");
    await stay();
    await page.goBack();
    await stay();
    assert.equal(await id(), opened);
    await page.getByLabel("Note").focus();
    acme.world.pass(1000);
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Paid by card");
    await page.getByRole("button", { name: "Save" }).first().press("Enter");
    await page.getByText("Saved").first().waitFor();
    await page.getByRole("button", { name: "Split…" }).press("Enter");
    await hasFocus(page, "Amount of part 1");
    await page.keyboard.type("1");
    await page.keyboard.press("Escape");
    await question.waitFor();
    await hasFocus(page, "Stay here");
    await tabTo(page, "Leave");
    await press(page, "Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    const kept = storedRows(await acme.team.state(), "transactions");
    assert.equal(kept.find(({ name }) => name === "Figma")?.note, "Paid by card");
  });

  test("a new one is written by hand, and deleted with what follows named", async () => {
    await page.goto(`${acme.served.origin}/transactions`);
    await page.getByRole("button", { name: "New transaction" }).focus();
    await page.keyboard.press("Enter");
    await hasFocus(page, /^Name/);
    await page.keyboard.type("Stamps");
    await tabTo(page, "Amount");
    await page.keyboard.type("12.50");
    await inspect(page, "transaction-new");
    acme.world.pass(1000);
    await page.keyboard.press("Enter");
    await page.getByText("Stamps is added.").first().waitFor();
    await row("Stamps").getByText("−€12.50").waitFor();
    await row("Stamps").getByRole("link").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Delete…" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("The balance of Giro is then without it.").waitFor();
    await inspect(page, "transaction-delete");
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Delete the transaction" }).focus();
    await press(page, "Enter");
    await page.getByText("Stamps is deleted.").first().waitFor();
    await row("Stamps").waitFor({ state: "detached" });
  });

  test("what the filters show is exported, and marked for the accountant with one undo", async () => {
    await page.goto(`${acme.served.origin}/transactions?direction=out`);
    await page.getByRole("button", { name: "Export" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText("with the filters of the list").waitFor();
    await inspect(page, "transactions-export");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: /^Export \d+ transactions$/ }).press("Enter"),
    ]);
    assert.equal(file.suggestedFilename(), "Transactions.csv");
    const table = await text(await file.createReadStream());
    assert.match(table, /^Date,Name,/);
    await page.getByText("None of these transactions has a receipt.").waitFor();
    await page.getByLabel("With receipts (ZIP)").check();
    const [archive] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: /^Export \d+ transactions$/ }).press("Enter"),
    ]);
    assert.equal(archive.suggestedFilename(), "Transactions.zip");
    await page.getByLabel("Table only").check();
    await page.getByLabel("Your accountant, marked as exported").check();
    acme.world.pass(1000);
    const [marked] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: /^Export and mark/ }).press("Enter"),
    ]);
    assert.equal(marked.suggestedFilename(), "Transactions for the accountant.csv");
    assert.match(await text(await marked.createReadStream()), /,Exported,Yes,/);
    await undo();
    const { items } = await acme.team.call("transactions_list", { status: "exported" });
    assert.deepEqual(items, []);
  });

  test("one is found by name and amount from any page, and opens in its sheet", async () => {
    await page.goto(`${acme.served.origin}/connect`);
    await page.getByRole("button", { name: /^Search/ }).waitFor();
    await page.keyboard.press("ControlOrMeta+K");
    await page.getByRole("combobox").waitFor();
    await page.keyboard.type("hiscox 50");
    await page
      .getByRole("group", { name: "Transactions" })
      .getByRole("option", { name: /^Hiscox −€50\.00 21 Nov 2026/ })
      .and(page.locator("[data-highlighted]"))
      .waitFor();
    await inspect(page, "palette-transactions");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/transactions\?transaction=[\w-]{36}$/);
    await page.getByRole("dialog").getByText("Hiscox").first().waitFor();
  });

  test("what no sum has is one link away, and a phone tells a status that is not the usual one", async () => {
    const dollars = await addAccount(acme.team, { name: "Dollars", currency: "USD", number: null });
    await books.add({ name: "Figma", bank_account_id: dollars, amount_minor: -1500 });
    await books.add({ name: "Hotel", status: "pending", amount_minor: -9900 });
    await page.goto(`${acme.served.origin}/transactions`);
    await page.getByRole("row", { name: /Hotel/ }).waitFor();
    const total = page.locator("tfoot");
    assert.match(await total.innerText(), /€[^U]*−US\$15\.00/, "the team's currency comes first");
    await inspect(page, "transactions-left-out");
    await resize(page, { width: 360, height: 640 });
    await page.getByRole("row", { name: /Hotel/ }).getByText("Pending").waitFor();
    await resize(page, { width: 1280, height: 800 });
    await page
      .getByRole("link", { name: "1 left out: transfers, pending, excluded" })
      .press("Enter");
    await page.waitForURL(/counted=no/);
    await page.getByText("The transaction that matches").waitFor();
    await page.getByRole("row", { name: /Hotel/ }).waitFor();
    assert.equal(await page.getByRole("row", { name: /Figma/ }).count(), 0);
  });

  test("one in another currency tells its amount in the team's with rate, day and source, or that it waits", async () => {
    await load(acme.world, { "2025-01-10": { USD: "1.0870" } });
    const account = await addAccount(acme.team, { name: "Cloud", currency: "USD", number: null });
    const foreign = { bank_account_id: account, amount_minor: -10_000 };
    const { id } = await books.add({ ...foreign, name: "Servers", date: "2025-01-12" });
    await books.split(id, [
      { amount_minor: -6000, category_slug: "hosting" },
      { amount_minor: -4000, category_slug: "software" },
    ]);
    const { id: early } = await books.add({ ...foreign, name: "Domain", date: "2024-12-30" });
    await page.goto(`${acme.served.origin}/transactions?transaction=${id}`);
    const sheet = page.getByRole("dialog");
    await sheet.getByText("= −€92.00 at 1 EUR = 1.0870 USD of 10 Jan 2025").waitFor();
    await sheet.getByText("= −€55.20", { exact: true }).waitFor();
    await sheet.getByText("= −€36.80", { exact: true }).waitFor();
    await inspect(page, "transaction-exchanged");
    await sheet.getByRole("link", { name: "European Central Bank" }).click();
    await page.waitForURL(/\/settings\/rates$/);
    await page.goto(`${acme.served.origin}/transactions?transaction=${early}`);
    await sheet
      .getByText("It waits for a rate of USD for 30 Dec 2024, and reports leave it out until then.")
      .waitFor();
    await inspect(page, "transaction-without-rate");
    await sheet.getByRole("link", { name: "Exchange rates" }).click();
    await page.waitForURL(/\/settings\/rates$/);
  });
});
