import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { addAccount } from "../bank-accounts.ts";
import { importByVerb } from "../imports.ts";
import { Books } from "../transactions.ts";
import { WebApp } from "../web.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { chooseItem, focused, hasFocus, press, tabTo } from "./focus.ts";
import { resize } from "./redrawn.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

describe("a person sets up accounts and categories by keyboard alone", { skip }, () => {
  let acme: Acme;
  let page: Page;

  before(async () => {
    acme = await Acme.open("/settings/accounts");
    page = acme.olga.page;
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  test("an account is added with its number, which is shown by its end", async () => {
    await page.getByText("No accounts yet").waitFor();
    await inspect(page, "accounts-empty");
    await page.getByRole("button", { name: "Add an account" }).focus();
    await page.keyboard.press("Enter");
    await hasFocus(page, "Name");
    await page.keyboard.type("Giro");
    await tabTo(page, "Account number (optional)");
    await page.keyboard.type("DE89 3704 0044 0532 0130 00");
    await tabTo(page, "Opening balance");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("1500");
    await inspect(page, "account-add");
    await page.keyboard.press("Enter");
    await page.getByText("Giro is added.").first().waitFor();
    await page.getByText("€1,500.00").waitFor();
    await page.getByText("3000").first().waitFor();
    assert.equal(await page.getByText("DE89").count(), 0);
    await inspect(page, "accounts");
    await inspectReflow(page, "accounts");
  });

  test("its balance is noted, told with what is missing, removed, and brought back with undo", async () => {
    const menu = page.getByRole("button", { name: "Actions for Giro" });
    acme.world.pass(1000);
    await menu.focus();
    await chooseItem(page, "Note its balance…");
    await hasFocus(page, "Balance");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("1512.30");
    await inspect(page, "account-balance");
    await page.keyboard.press("Enter");
    const words =
      "Giro: the balance noted for 21 Nov 2026 is €12.30 more than the opening balance and the transactions since then.";
    await page.getByText(words).waitFor();
    await page
      .getByText("The balance of Giro is noted. Its transactions differ by €12.30.")
      .first()
      .waitFor();
    const differs = page.getByText("differs by €12.30", { exact: true });
    await differs.waitFor();
    const shown = page.getByRole("link", { name: "Show these transactions of Giro" });
    assert.match(
      (await shown.getAttribute("href")) ?? "",
      /^\/transactions\?account=[-0-9a-f]+&to=2026-11-21$/,
    );
    await inspect(page, "accounts-differ");
    acme.world.pass(1000);
    await menu.focus();
    await chooseItem(page, "Remove the balance of 21 Nov 2026");
    await differs.waitFor({ state: "detached" });
    acme.world.pass(1000);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await differs.waitFor();
    acme.world.pass(1000);
    await menu.focus();
    await chooseItem(page, "Remove the balance of 21 Nov 2026");
    await differs.waitFor({ state: "detached" });
  });

  test("a message about an account takes the place of the one before, and on a phone hides no new value", async () => {
    const toasts = page.locator(".toasts > [role=dialog]");
    const isFree = async (status: string) => {
      const shown = page.getByText(status, { exact: true });
      await Promise.all([toasts.last().waitFor(), shown.waitFor()]);
      // The page scrolls in the next frame.
      await page.evaluate(
        "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
      );
      const [toast, value] = await Promise.all([toasts.last().boundingBox(), shown.boundingBox()]);
      assert.ok(toast !== null && value !== null);
      const isBelow = value.y + value.height > toast.y && value.y < toast.y + toast.height;
      assert.ok(!isBelow, `${status} at ${value.y} is under the toast at ${toast.y}`);
    };
    await resize(page, { width: 360, height: 640 });
    const menu = page.getByRole("button", { name: "Actions for Giro" });
    // The row stands where the toast will be.
    await menu.focus();
    await page.evaluate("scrollBy(0, document.activeElement.getBoundingClientRect().top - 440)");
    acme.world.pass(1000);
    await chooseItem(page, "Disable");
    await page.getByText("Giro is disabled.").first().waitFor();
    await hasFocus(page, "Actions for Giro");
    await isFree("Disabled");
    acme.world.pass(1000);
    await chooseItem(page, "Enable");
    await page.getByText("Giro is enabled.").first().waitFor();
    await page.getByText("Giro is disabled.").first().waitFor({ state: "detached" });
    assert.equal(await toasts.count(), 1);
    await resize(page, { width: 1280, height: 800 });
  });

  test("it is disabled, enabled with undo, renamed and deleted from its menu", async () => {
    const menu = page.getByRole("button", { name: "Actions for Giro" });
    acme.world.pass(1000);
    await menu.focus();
    await chooseItem(page, "Disable");
    await page.getByText("Giro is disabled.").first().waitFor();
    await page.getByText("Disabled", { exact: true }).waitFor();
    acme.world.pass(1000);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText("Disabled", { exact: true }).waitFor({ state: "detached" });
    acme.world.pass(1000);
    await menu.focus();
    await chooseItem(page, "Change…");
    await hasFocus(page, "Name");
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("House bank");
    await page.keyboard.press("Enter");
    await page.getByText("House bank is saved.").first().waitFor();
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Actions for House bank" }).focus();
    await chooseItem(page, "Delete…");
    await hasFocus(page, "Cancel");
    await inspect(page, "account-delete");
    await tabTo(page, "Delete the account");
    await press(page, "Enter");
    await page.getByText("House bank is deleted.").first().waitFor();
    await page.getByText("No accounts yet").waitFor();
    acme.world.pass(1000);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByRole("link", { name: "House bank" }).waitFor();
  });

  test("balances are summed by currency over the double rule, and an imported file says the same as in Imports", async () => {
    const { account } = await Books.of(acme.team, { name: "Reserve", number: null });
    await Books.of(acme.team, { name: "Dollars", currency: "USD", number: null });
    const csv =
      "Date;Payee;Amount;Balance\n2026-10-05;Rent;-800.00;200.00\n2026-10-05;Shop;-50.00;150.00\n2026-10-05;Shop;50.00;200.00\n2026-10-06;Fee;-20.00;180.00\n";
    await importByVerb(acme.team, csv, { account });
    await page.reload();
    const row = page.getByRole("row").filter({ hasText: "Reserve" });
    await row.getByText("The file’s balance of 6 Oct 2026 agrees").waitFor();
    assert.equal(await row.getByText("6 Oct 2026").count(), 1, "a day is told once");
    const total = page.getByRole("row").filter({ hasText: "Total" });
    assert.match(await total.innerText(), /€1,680\.00\s+US?\$/);
    await inspect(page, "accounts-total");
    await inspectReflow(page, "accounts");
    const right = async (text: string) => {
      const box = await page.getByText(text, { exact: true }).last().boundingBox();
      return Math.round((box?.x ?? 0) + (box?.width ?? 0));
    };
    await resize(page, { width: 360, height: 640 });
    assert.equal(await right("€1,500.00"), await right("€1,680.00"));
    await resize(page, { width: 1280, height: 800 });
  });

  test("an account with transactions is not offered to be deleted, but to be disabled", async () => {
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Actions for Reserve" }).focus();
    await chooseItem(page, "Delete…");
    const dialog = page.getByRole("dialog", { name: "Reserve has 4 transactions" });
    await dialog.getByRole("link", { name: "Show 4 transactions" }).waitFor();
    assert.equal(await dialog.getByRole("button", { name: "Delete the account" }).count(), 0);
    await hasFocus(page, "Close");
    await inspect(page, "account-kept");
    await tabTo(page, "Disable the account");
    await press(page, "Enter");
    await page.getByText("Reserve is disabled.").first().waitFor();
    await dialog.waitFor({ state: "detached" });
    acme.world.pass(1000);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText("Disabled", { exact: true }).waitFor({ state: "detached" });
  });

  test("a category is added below a group, and a system one is hidden", async () => {
    await page.goto(`${acme.served.origin}/settings/categories`);
    await page.getByText("No categories of your own").waitFor();
    await inspect(page, "categories");
    await inspectReflow(page, "categories");
    await tabTo(page, "Find a category");
    await page.keyboard.type("insur");
    await page.getByText("1 category found").waitFor();
    assert.equal(await page.getByRole("button", { name: /^Change / }).count(), 1);
    await page.keyboard.type("zz");
    await page.getByText("No category is called “insurzz”.").waitFor();
    await inspect(page, "categories-none");
    await page.getByLabel("Find a category").fill("");
    await page.getByRole("button", { name: "Change Vehicle" }).waitFor();
    // One Tab leads to the first category, and arrows to the others.
    await page.getByRole("button", { name: "Add a category" }).focus();
    await press(page, "Tab");
    const first = await focused(page);
    await press(page, "ArrowDown");
    assert.notEqual(await focused(page), first);
    await press(page, "Tab");
    assert.match(await focused(page), /^Change /);
    await press(page, "Home");
    await hasFocus(page, `Change ${first}`);
    await page.getByRole("button", { name: "Add a category" }).focus();
    await page.keyboard.press("Enter");
    await hasFocus(page, "Name");
    await page.keyboard.type("Trade fairs");
    await page.getByLabel("Kind").selectOption({ label: "Income" });
    await page.getByLabel("Below").selectOption({ label: "Sales and marketing" });
    await page.getByLabel("Below").selectOption({ label: "None: at the top level" });
    assert.equal(await page.getByLabel("Kind").inputValue(), "income", "the chosen kind is kept");
    await page.getByLabel("Below").selectOption({ label: "Sales and marketing" });
    await inspect(page, "category-add");
    await page.getByRole("button", { name: "Add the category" }).focus();
    await press(page, "Enter");
    await page.getByText("Trade fairs is added.").first().waitFor();
    await page.getByText("below Sales and marketing · expense").waitFor();
    await hideVehicle();
    await page.getByText("Hidden", { exact: true }).waitFor();
    const { items } = await acme.team.call("categories_list", {});
    assert.ok(!items.some((category: any) => category.slug === "vehicle"));
    assert.ok(items.some((category: any) => category.slug === "trade_fairs"));
    acme.world.pass(1000);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText("Vehicle is as it was.").first().waitFor();
    await page.getByText("Hidden", { exact: true }).waitFor({ state: "detached" });
  });

  async function hideVehicle(): Promise<void> {
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Change Vehicle" }).focus();
    await page.keyboard.press("Enter");
    await hasFocus(page, "In lists of categories");
    await page.getByLabel("In lists of categories").selectOption({ label: "Hidden" });
    await page.getByRole("button", { name: "Save the category" }).focus();
    await press(page, "Enter");
    await page.getByText("Vehicle is saved.").first().waitFor();
  }

  test("an undo of a category's settings leaves what somebody else set since", async () => {
    const app = await WebApp.of(acme.team);
    const of = { team: acme.team.id, slug: "vehicle" } as const;
    const set = "PATCH /api/teams/:team/category-settings/:slug";
    await hideVehicle();
    await page.getByRole("dialog", { name: "Vehicle", exact: true }).waitFor({ state: "detached" });
    await app.ask(set, { ...of, tax_rate: 7, tax_type: "vat" });
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page
      .getByText(/changed meanwhile/)
      .first()
      .waitFor();
    const { items } = await app.ask("GET /api/teams/:team/categories", { team: acme.team.id });
    const vehicle = items.find(({ slug }) => slug === "vehicle");
    assert.deepEqual([vehicle?.is_hidden, vehicle?.tax_rate], [true, 7]);
    await app.ask(set, { ...of, is_hidden: false, tax_rate: null, tax_type: null });
  });

  test("a category tells its transactions with the list's total, and asks what two people changed", async () => {
    const { items: accounts } = await acme.team.call("bank_accounts_list", {});
    const books = new Books(acme.team, await WebApp.of(acme.team), accounts[0].id);
    await books.add({ category_slug: "software" });
    await books.add({ category_slug: "trade_fairs" });
    await books.add({ category_slug: "trade_fairs" });
    await page.reload();
    const link = page.getByRole("link", { name: "2 transactions of Sales and marketing" });
    await page.getByRole("link", { name: "2 transactions of Trade fairs" }).waitFor();
    await page.getByRole("link", { name: "1 transaction of Software" }).waitFor();
    await inspect(page, "categories-used");
    // Categories without a transaction are folded, and found all the same.
    const vehicle = page.getByRole("button", { name: "Change Vehicle" });
    assert.equal(await vehicle.count(), 0);
    await page.getByLabel("Find a category").fill("trade");
    await page.getByText("1 category found").waitFor();
    await page.getByLabel("Find a category").fill("vehi");
    await vehicle.waitFor();
    await page.getByLabel("Find a category").fill("");
    await vehicle.waitFor({ state: "detached" });
    await tabTo(page, /^Show \d+ unused categories$/);
    await press(page, "Enter");
    await vehicle.waitFor();
    await page.getByRole("button", { name: "Actions for Trade fairs" }).focus();
    acme.world.pass(1000);
    await chooseItem(page, "Delete…");
    const kept = page.getByRole("dialog", { name: "2 transactions have Trade fairs" });
    await kept.getByRole("link", { name: "Show 2 transactions" }).waitFor();
    assert.equal(await kept.getByRole("button", { name: "Delete the category" }).count(), 0);
    await inspect(page, "category-kept");
    await page.keyboard.press("Escape");
    await hasFocus(page, "Actions for Trade fairs");
    await link.click();
    await page.getByText("All 2 transactions that match").waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Actions for Trade fairs" }).focus();
    await chooseItem(page, "Change…");
    await hasFocus(page, "Name");
    const { items } = await books.app.ask("GET /api/teams/:team/categories", {
      team: acme.team.id,
    });
    const { id } = items.find(({ slug }) => slug === "trade_fairs") ?? assert.fail();
    await page.getByLabel("Name", { exact: true }).fill("Shows");
    acme.world.pass(1000);
    await books.app.ask("PATCH /api/teams/:team/categories/:id", {
      team: acme.team.id,
      id,
      name: "Fairs",
    });
    await page.keyboard.press("Enter");
    await page.getByText("Changed by somebody else meanwhile").waitFor();
    await inspect(page, "category-overtaken");
    await page.getByRole("button", { name: "Keep mine" }).press("Enter");
    await page.getByText("Shows is saved.").first().waitFor();
  });

  test("linked transfers are counted with their category, and lead to the list with that number", async () => {
    const { items: accounts } = await acme.team.call("bank_accounts_list", {});
    const books = new Books(acme.team, await WebApp.of(acme.team), accounts[0].id);
    const card = await addAccount(acme.team, { name: "Card of the team", number: null });
    const { id } = await books.add({ name: "To the card", amount_minor: -20_000 });
    const into = { name: "From the bank", amount_minor: 20_000, bank_account_id: card };
    const { id: other_id } = await books.add(into);
    const pair = { team: acme.team.id, id, other_id };
    await books.app.ask("POST /api/teams/:team/transfers", pair);
    await page.goto(`${acme.served.origin}/settings/categories`);
    const link = page.getByRole("link", { name: "2 linked transactions, of transfers" });
    await link.waitFor();
    await inspect(page, "categories-linked");
    await link.click();
    await page.waitForURL(/\/transactions\?linked=yes$/);
    await page.getByText("All 2 transactions that match").waitFor();
    await page.getByRole("row", { name: /To the card/ }).waitFor();
    await page.getByRole("row", { name: /From the bank/ }).waitFor();
  });

  test("country, fiscal year and time zone of the books are saved", async () => {
    await page.goto(`${acme.served.origin}/settings/team`);
    await page.getByRole("combobox", { name: "Country" }).selectOption({ label: "Germany" });
    await page
      .getByRole("combobox", { name: "The fiscal year begins with" })
      .selectOption({ label: "1 April" });
    await page.getByRole("button", { name: "Save the team" }).focus();
    await press(page, "Enter");
    await page.getByText("Saved", { exact: true }).waitFor();
    const team = await acme.team.call("team_get", {});
    assert.deepEqual([team.country_code, team.fiscal_year_start], ["DE", "04-01"]);
  });
});
