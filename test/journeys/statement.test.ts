import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { recordPayment } from "../../src/domains/invoices/payments.ts";
import { addBuyer, addDraft, sent } from "../invoices.ts";
import { ownerContext } from "../transactions.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { chooseItem, hasFocus, press, tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";
import { inspectNames } from "./widths.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

describe("a person looks at what a customer owes, by keyboard alone", { skip }, () => {
  let acme: Acme;
  let page: Page;
  let id = "";

  before(async () => {
    acme = await Acme.open("/customers");
    page = acme.olga.page;
    const { team } = acme;
    id = await addBuyer(team, { name: "Zenith" });
    const today = acme.world.now.slice(0, 10);
    for (const [price, currency] of [
      ["1200", "EUR"],
      ["300", "USD"],
    ] as const) {
      acme.world.pass(1000);
      const draft = await addDraft(team, { customer_id: id, currency, lines: [{ price }] });
      await sent(team, draft);
      if (currency === "EUR")
        await recordPayment(ownerContext(team), {
          id: draft,
          paid_on: today,
          amount_minor: 40_000,
          method: "transfer",
          note: null,
        });
    }
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  test("the list has what is owed, in each currency", async () => {
    await page.reload();
    await page.getByText("€800.00 + 1 more: US$300.00").waitFor();
    await inspect(page, "customers-owing");
    await inspectNames(page, "customers-owing");
  });

  test("the statement has a table for each currency with the balance behind each line", async () => {
    await page.goto(`${acme.served.origin}/customers/${id}`);
    await page.getByRole("link", { name: "€800.00 · US$300.00" }).press("Enter");
    await page.waitForURL(/\?tab=statement$/);
    const euros = page.getByRole("table", { name: "Statement in EUR" });
    await euros.getByText("€800.00").first().waitFor();
    const rows = await euros.getByRole("row").allTextContents();
    assert.deepEqual(
      rows.map((row) => /INV-[\d-]+|Balance$|Balance/.exec(row)?.[0] ?? ""),
      ["Balance", "INV-2026-0001", "INV-2026-0001", "Balance"],
    );
    await page.getByText("€1,200.00 invoiced, €400.00 paid.").waitFor();
    await inspect(page, "customer-statement");
    await inspectReflow(page, "customer-statement");
    await page.getByLabel("Range").selectOption("last-year");
    await page.getByText("Nothing up to that day").waitFor();
    await page.goBack();
    await euros.waitFor();
  });

  test("the language of invoices is chosen in its place, and says what holds for all", async () => {
    await page.getByRole("tab", { name: "Overview" }).focus();
    await press(page, "Enter");
    await page
      .getByRole("button", { name: "Edit language of invoices, As for all: English" })
      .focus();
    await press(page, "Enter");
    await hasFocus(page, "Language of invoices");
    await page.keyboard.type("Fr");
    await press(page, "Enter");
    await page.getByRole("button", { name: "Edit language of invoices, French" }).waitFor();
    const row = await acme.world.database.reader
      .selectFrom("customers")
      .select("invoice_language")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    assert.equal(row.invoice_language, "fr");
  });

  test("before a deletion, archiving is offered, and keeps all", async () => {
    await page.getByRole("heading", { level: 1 }).focus();
    await tabTo(page, "Actions for Zenith");
    await chooseItem(page, "Delete…");
    await hasFocus(page, "Cancel");
    await page.getByText("These stay, without a customer: 2 invoices.").waitFor();
    await tabTo(page, "Archive instead");
    await press(page, "Enter");
    await page.getByText("Zenith is archived.").first().waitFor();
    const { items } = await acme.team.call("customers_list");
    assert.equal(items[0].is_archived, true);
  });
});
