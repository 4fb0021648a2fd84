import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { Books } from "../transactions.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { chooseItem, hasFocus, press, tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

describe("a person manages rules and rates by keyboard alone", { skip }, () => {
  let acme: Acme;
  let page: Page;
  let books: Books;

  before(async () => {
    acme = await Acme.open("/settings/rules");
    page = acme.olga.page;
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  async function undo(told = "Undone."): Promise<void> {
    acme.world.pass(1000);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText(told).first().waitFor();
  }

  async function rules(): Promise<readonly string[]> {
    const { items } = await books.app.ask("GET /api/teams/:team/rules", { team: acme.team.id });
    return items.map(({ name }) => name);
  }

  test("a rule is written while its matches are counted", async () => {
    books = await Books.of(acme.team);
    for (const day of ["05", "06", "07"])
      await books.add({ name: "Hetzner Online", date: `2026-10-${day}`, amount_minor: -900 });
    await page.goto(`${acme.served.origin}/settings/rules`);
    await page.getByText("No rules yet").waitFor();
    await inspect(page, "rules-empty");
    await page.getByRole("button", { name: "Add a rule" }).focus();
    await page.keyboard.press("Enter");
    await hasFocus(page, "Name");
    await page.keyboard.type("Hetzner");
    await tabTo(page, "Words");
    await page.keyboard.type("hetzner");
    await tabTo(page, "Category");
    await page.keyboard.type("hosting");
    await page.getByRole("option", { name: "Hosting" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Applied to the past: 3 transactions match, 3 would change.").waitFor();
    await page.getByRole("list", { name: "Examples" }).waitFor();
    await inspect(page, "rule-new");
    await page.getByLabel("Words").fill("nowhere");
    await page.getByText("0 transactions match, 0 would change.").waitFor();
    await page.getByRole("region", { name: "Matches" }).getByText("None yet.").waitFor();
    await page.getByLabel("Words").fill("hetzner");
    await page.getByText("3 transactions match, 3 would change.").waitFor();
    await page.getByLabel("Amount from").focus();
    await page.keyboard.type("1.000 or so");
    await tabTo(page, "Amount to");
    await page.keyboard.type("50x");
    await tabTo(page, "Account");
    const unread = "Write an amount without a sign, such as 1,250.00.";
    assert.equal(await page.getByText(unread).count(), 2);
    await page.getByLabel("Amount from").fill("");
    await page.getByLabel("Direction").selectOption("Money out");
    await page.getByRole("button", { name: "Add the rule" }).focus();
    await press(page, "Enter");
    await page.getByText("Some of what was entered cannot be used.").waitFor();
    await page.getByText(`Amount to: ${unread}`).waitFor();
    assert.equal(await page.getByLabel("Amount to").inputValue(), "50x");
    assert.deepEqual(await rules(), []);
    await inspect(page, "rule-unread");
    await page.getByLabel("Amount to").fill("€ 1,050.50");
    await page.getByText("= 1,050.50").waitFor();
    await page.getByLabel("Amount to").fill("50");
    await page.getByLabel("Amount to").press("Escape");
    await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
    await hasFocus(page, "Stay here");
    await press(page, "Enter");
    assert.equal(await page.getByLabel("Amount to").inputValue(), "50.00");
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Add the rule" }).focus();
    await press(page, "Enter");
    await page
      .getByText(/The rule Hetzner is added\./)
      .first()
      .waitFor();
    await page.getByText("any text contains hetzner").waitFor();
  });

  test("it is applied to the past with the number first, and undone", async () => {
    await page.route("**/rules/preview", async (route) => route.abort());
    await page.getByRole("button", { name: "Actions for Hetzner" }).focus();
    await chooseItem(page, "Apply to the past…");
    await page.getByText("The matches could not be loaded").waitFor();
    assert.equal(await page.getByText("Counting…").count(), 0);
    await inspect(page, "rule-apply-failed");
    await page.unroute("**/rules/preview");
    acme.world.pass(1000);
    await tabTo(page, "Try again");
    await press(page, "Enter");
    await page.getByRole("button", { name: "Change 3 transactions" }).waitFor();
    await inspect(page, "rule-apply");
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Change 3 transactions" }).focus();
    await press(page, "Enter");
    await page.getByText("Hetzner changed 3 transactions.").first().waitFor();
    await page.getByRole("link", { name: "3 transactions so far" }).click();
    await page.getByText("All 3 transactions that match").waitFor();
    await page.getByRole("button", { name: /Category set by the rule: Hetzner/ }).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "3 transactions so far" }).waitFor();
    await undo();
    await page.getByText("No transaction so far").waitFor();
  });

  test("a second rule moves up with the focus on its button, is turned off, deleted and back", async () => {
    await books.app.ask("POST /api/teams/:team/rules", {
      team: acme.team.id,
      name: "All of it",
      conditions: { direction: "out" },
      actions: { tag_ids: [], note: "Checked" },
    });
    await page.goto(`${acme.served.origin}/settings/rules`);
    // One Tab leads to the first rule, arrows to the others, and Enter opens one.
    await page.getByRole("button", { name: "Add a rule" }).focus();
    await press(page, "Tab");
    await hasFocus(page, "Hetzner");
    await press(page, "ArrowDown");
    await hasFocus(page, "All of it");
    await press(page, "Enter");
    await page.getByRole("dialog", { name: "Change All of it" }).waitFor();
    await page.keyboard.press("Escape");
    await hasFocus(page, "All of it");
    await tabTo(page, "Move All of it up");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByText("All of it is number 1 of 2.").first().waitFor();
    await hasFocus(page, "Move All of it up");
    assert.deepEqual(await rules(), ["All of it", "Hetzner"]);
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Actions for Hetzner" }).focus();
    await chooseItem(page, "Move to the top");
    await page.getByText("Hetzner is number 1 of 2.").first().waitFor();
    await hasFocus(page, "Actions for Hetzner");
    assert.deepEqual(await rules(), ["Hetzner", "All of it"]);
    await undo("Hetzner is back in its place.");
    assert.deepEqual(await rules(), ["All of it", "Hetzner"]);
    await page.getByRole("button", { name: "Actions for All of it" }).focus();
    acme.world.pass(1000);
    await chooseItem(page, "Turn off");
    await page.getByText("Off", { exact: true }).waitFor();
    await inspect(page, "rules");
    await inspectReflow(page, "rules");
    await undo("All of it is on again.");
    await page.getByText("Off", { exact: true }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Actions for All of it" }).focus();
    acme.world.pass(1000);
    await chooseItem(page, "Delete");
    await page
      .getByText(/The rule All of it is deleted\./)
      .first()
      .waitFor();
    assert.deepEqual(await rules(), ["Hetzner"]);
    await undo();
    assert.deepEqual(await rules(), ["All of it", "Hetzner"]);
  });

  test("a transaction leads to a rule with its words", async () => {
    await page.goto(`${acme.served.origin}/transactions?q=hetzner`);
    await page.getByRole("row", { name: "Hetzner" }).first().waitFor();
    await page.keyboard.press("j");
    await hasFocus(page, "Hetzner Online");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Make a rule" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "New rule" }).waitFor();
    assert.equal(await page.getByLabel("Words", { exact: true }).inputValue(), "Hetzner Online");
    await page.keyboard.press("Escape");
  });

  test("an own rate gives an amount its rate, and is deleted and back", async () => {
    const dollars = await Books.of(acme.team, { name: "Dollars", currency: "USD", number: null });
    await dollars.add({ date: "2026-10-15", amount_minor: -10_000 });
    await page.goto(`${acme.served.origin}/settings/rates`);
    const waiting = page.getByText("1 transaction waits for a rate of USD, from 15 Oct 2026");
    await waiting.waitFor();
    await page.getByText("No rates of your own").waitFor();
    await page.getByText(/in USD, 15 Oct 2026$/).waitFor();
    await inspect(page, "rates-missing");
    await page.getByRole("button", { name: "Add a rate" }).focus();
    await page.keyboard.press("Enter");
    await hasFocus(page, "Currency");
    await page.getByLabel("Currency").selectOption("USD");
    await page.getByRole("dialog").getByLabel("Day").fill("2026-10-15");
    await page.getByLabel("Units for 1 EUR").focus();
    await page.keyboard.type("1,25");
    await page.getByText("1 EUR is 1.25 USD.").waitFor();
    await inspect(page, "rate-add");
    acme.world.pass(1000);
    await page.keyboard.press("Enter");
    await page.getByText("The rate of USD on 15 Oct 2026 is saved.").first().waitFor();
    await page.getByText("Every transaction has the rate that it needs.").waitFor();
    await inspect(page, "rates");
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Add a rate" }).focus();
    await page.keyboard.press("Enter");
    await page.getByLabel("Currency", { exact: true }).selectOption("USD");
    await page.getByRole("dialog").getByLabel("Day").fill("2026-10-15");
    await page.getByText("Your rate of 15 Oct 2026 is replaced").waitFor();
    await page.getByText("It is 1.25 USD for 1 EUR now.").waitFor();
    await page.getByLabel("Units for 1 EUR").fill("1.3");
    await inspect(page, "rate-replaced");
    await page.keyboard.press("Enter");
    await page
      .getByText("The rate of USD on 15 Oct 2026 is saved: 1.3 instead of 1.25.")
      .first()
      .waitFor();
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Actions for USD on 15 Oct 2026" }).focus();
    await chooseItem(page, "Delete");
    await waiting.waitFor();
    await undo();
    await page.getByText("Every transaction has the rate that it needs.").waitFor();
  });

  test("the dialog of a rate has an address: Back closes it, and a link opens it", async () => {
    const dialog = page.getByRole("dialog", { name: "USD on 15 Oct 2026", exact: true });
    const menu = "Actions for USD on 15 Oct 2026";
    await page.getByRole("button", { name: menu }).focus();
    await chooseItem(page, "Change…");
    await dialog.waitFor();
    const link = page.url();
    assert.equal(new URL(link).search, "?open=rate&id=USD-2026-10-15");
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    await hasFocus(page, menu);
    await page.goto(link);
    await dialog.waitFor();
    assert.equal(await page.getByLabel("Units for 1 EUR").inputValue(), "1.3");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await hasFocus(page, menu);
    // Filters leave it out of the list.
    await page.goto(link.replace("?", "?currency=AED&"));
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await hasFocus(page, "Add a rate");
    await page.goto(`${acme.served.origin}/settings/rates?open=rate&id=USD-2026-10-16`);
    await page.getByRole("button", { name: menu }).waitFor();
    assert.equal(await page.getByRole("dialog").count(), 0);
    await page.goto(`${acme.served.origin}/settings/rates?open=rate`);
    await page.getByRole("dialog", { name: "Add a rate" }).waitFor();
    await page.keyboard.press("Escape");
    await hasFocus(page, "Add a rate");
  });

  test("own rates are filtered by currency and year once there are many", async () => {
    for (const year of [2024, 2025])
      for (const day of ["02", "03", "04", "05", "06"])
        await books.app.ask("PUT /api/teams/:team/rates/own", {
          team: acme.team.id,
          currency: "AED",
          day: `${year}-03-${day}`,
          rate: "4.2",
        });
    await page.reload();
    await page.getByLabel("Year", { exact: true }).selectOption("2024");
    const rows = page.getByRole("grid", { name: "your own rates" }).locator("tbody tr");
    await rows.first().waitFor();
    await page.getByText("5 Mar 2025").waitFor({ state: "detached" });
    assert.equal(await rows.count(), 5);
    await inspect(page, "rates-filtered");
    await page.getByLabel("Currency", { exact: true }).selectOption("USD");
    await page.getByText("No rates match these filters").waitFor();
    await page.reload();
    await page.getByText("No rates match these filters").waitFor();
    await inspect(page, "rates-none");
    await tabTo(page, "Clear all filters");
    await press(page, "Enter");
    await rows.filter({ hasText: "15 Oct 2026" }).waitFor();
    assert.equal(await rows.count(), 11);
  });

  test("a file of the ECB is loaded, and another one refused", async () => {
    const file = (text: string) => ({
      name: "eurofxref.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });
    await page.getByText("Source, currencies and loading a file").click();
    const input = page.getByLabel("File of the European Central Bank");
    await input.setInputFiles(file("Name,Amount\n1,2\n"));
    await page.getByText(/does not begin with the title/).waitFor();
    await input.setInputFiles(file("Date,USD,JPY,\n2026-10-14,1.10,160,\n"));
    await page.getByText("2 rates added. The newest day is 14 Oct 2026.").waitFor();
    await page.getByText("2 currencies with their days").waitFor();
    await input.setInputFiles(file("Date,USD,JPY,\n2026-10-14,1.11,160,\n"));
    await page
      .getByText("1 rate of an earlier file replaced. The newest day is 14 Oct 2026.")
      .waitFor();
    await page
      .getByText(/^Your team has loaded 2 rates, .* The last file was eurofxref\.csv/)
      .waitFor();
    await inspect(page, "rates-loaded");
    await inspectReflow(page, "rates");
    await page.getByRole("button", { name: "Remove these rates" }).click();
    await page.getByRole("dialog", { name: "Remove 2 rates of your team’s files?" }).waitFor();
    await inspect(page, "rates-remove");
    await page.getByRole("button", { name: "Remove the rates" }).click();
    await page.getByText("The rates of your team’s files are removed.").first().waitFor();
    await page.getByText(/^Your team has loaded/).waitFor({ state: "detached" });
  });
});
