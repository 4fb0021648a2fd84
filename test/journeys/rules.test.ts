import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { Books } from "../transactions.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { chooseItem, hasFocus, press, tabTo } from "./focus.ts";
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

  async function undo(): Promise<void> {
    acme.world.pass(1000);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText("Undone.").first().waitFor();
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
    await page.getByText("3 transactions match, 3 would change.").waitFor();
    await page.getByRole("list", { name: "Examples" }).waitFor();
    await inspect(page, "rule-new");
    await page.getByLabel("Amount from").focus();
    await page.keyboard.type("1.000 or so");
    await tabTo(page, "Amount to");
    await page.keyboard.type("50x");
    await tabTo(page, "Account");
    assert.equal(await page.getByText("Write a number, without marks of thousands.").count(), 2);
    await page.getByLabel("Amount from").fill("");
    await page.getByLabel("Direction").selectOption("Money out");
    await page.getByRole("button", { name: "Add the rule" }).focus();
    await press(page, "Enter");
    await page.getByText("Some of what was entered cannot be used.").waitFor();
    await page.getByText("Amount to: Write a number, without marks of thousands.").waitFor();
    assert.equal(await page.getByLabel("Amount to").inputValue(), "50x");
    assert.deepEqual(await rules(), []);
    await inspect(page, "rule-unread");
    await page.getByLabel("Amount to").fill("50");
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Add the rule" }).focus();
    await press(page, "Enter");
    await page
      .getByText(/The rule Hetzner is added\./)
      .first()
      .waitFor();
    await page.getByText("name or any text contains hetzner").waitFor();
  });

  test("it is applied to the past with the number first, and undone", async () => {
    await page.getByRole("button", { name: "Actions for Hetzner" }).focus();
    await chooseItem(page, "Apply to the past…");
    await page.getByRole("button", { name: "Change 3 transactions" }).waitFor();
    await inspect(page, "rule-apply");
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Change 3 transactions" }).focus();
    await press(page, "Enter");
    await page.getByText("Hetzner changed 3 transactions.").first().waitFor();
    await page.getByText("It set the category of 3 transactions.").waitFor();
    await undo();
    await page.getByText("It set no category yet.").waitFor();
  });

  test("a second rule moves up with the focus on its button, is turned off, deleted and back", async () => {
    await books.app.ask("POST /api/teams/:team/rules", {
      team: acme.team.id,
      name: "All of it",
      conditions: { direction: "out" },
      actions: { tag_ids: [], note: "Checked" },
    });
    await page.goto(`${acme.served.origin}/settings/rules`);
    await page.getByRole("button", { name: "Move All of it up" }).focus();
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByText("All of it is number 1 of 2.").first().waitFor();
    await hasFocus(page, "Move All of it up");
    assert.deepEqual(await rules(), ["All of it", "Hetzner"]);
    await page.getByRole("button", { name: "Actions for All of it" }).focus();
    acme.world.pass(1000);
    await chooseItem(page, "Turn off");
    await page.getByText("Off", { exact: true }).waitFor();
    await inspect(page, "rules");
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
    await page.getByText("1 transaction without a rate, left out of reports").waitFor();
    await page.getByText("No rates of your own").waitFor();
    await inspect(page, "rates-missing");
    await page.getByRole("button", { name: "Add a rate" }).focus();
    await page.keyboard.press("Enter");
    await hasFocus(page, "Currency");
    await page.getByLabel("Currency").selectOption("USD");
    await page.getByRole("dialog").getByLabel("Day").fill("2026-10-15");
    await page.getByLabel("Units for 1 EUR").focus();
    await page.keyboard.type("1.25");
    await inspect(page, "rate-add");
    acme.world.pass(1000);
    await page.keyboard.press("Enter");
    await page.getByText("The rate of USD on 15 Oct 2026 is saved.").first().waitFor();
    await page.getByText("Every transaction has the rate that it needs.").waitFor();
    await inspect(page, "rates");
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Delete USD on 15 Oct 2026" }).focus();
    await press(page, "Enter");
    await page.getByText("1 transaction without a rate, left out of reports").waitFor();
    await undo();
    await page.getByText("Every transaction has the rate that it needs.").waitFor();
  });

  test("a file of the ECB is loaded, and another one refused", async () => {
    const file = (text: string) => ({
      name: "eurofxref.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });
    const input = page.getByLabel("File of the European Central Bank");
    await input.setInputFiles(file("Name,Amount\n1,2\n"));
    await page.getByText(/does not begin with the title/).waitFor();
    await input.setInputFiles(file("Date,USD,JPY,\n2026-10-14,1.10,160,\n"));
    await page.getByText("2 rates added. The newest day is 14 Oct 2026.").waitFor();
    await page.getByText("2 currencies with their days").waitFor();
    await inspect(page, "rates-loaded");
  });
});
