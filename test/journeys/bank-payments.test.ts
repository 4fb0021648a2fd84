import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { addBuyer, addDraft, sent } from "../invoices.ts";
import { Books } from "../transactions.ts";
import { WebApp } from "../web.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus, press, tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

const INVOICE = "GET /api/teams/:team/invoices/:id";

describe("a person books payments from the bank by keyboard alone", { skip }, () => {
  let acme: Acme;
  let page: Page;
  let app: WebApp;
  let books: Books;
  const ids: string[] = [];

  before(async () => {
    acme = await Acme.open("/transactions");
    page = acme.olga.page;
    app = await WebApp.of(acme.team);
    books = await Books.of(acme.team);
    const customer_id = await addBuyer(acme.team, { name: "Northwind" });
    for (let at = 0; at < 2; at += 1) {
      const id = await addDraft(acme.team, { customer_id });
      await sent(acme.team, id);
      ids.push(id);
    }
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  async function statusOf(at: number): Promise<string> {
    const { status } = await app.ask(INVOICE, { team: acme.team.id, id: ids[at] ?? "" });
    return status;
  }

  test("books a suggestion of the transaction by one press, and takes it back by another", async () => {
    const { id } = await books.add({
      name: "Northwind",
      amount_minor: 10_000,
      description: "INV-2026-0001",
    });
    await page.goto(`${acme.served.origin}/transactions?transaction=${id}`);
    await page.getByText("Its number is in the text").waitFor();
    await inspect(page, "transaction-suggested-invoice");
    await inspectReflow(page, "transaction-suggested-invoice");
    await tabTo(page, "Book €100.00 to INV-2026-0001");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByRole("list", { name: "Booked" }).waitFor();
    await hasFocus(page, "Invoices");
    assert.equal(await statusOf(0), "paid");
    await inspect(page, "transaction-paid-invoice");
    await tabTo(page, "Not this: INV-2026-0001");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByText("Its number is in the text").waitFor();
    await hasFocus(page, "Invoices");
    assert.equal(await statusOf(0), "unpaid");
  });

  test("chooses another invoice, with the amount", async () => {
    const { id } = await books.add({ name: "Somebody", amount_minor: 4000 });
    await page.goto(`${acme.served.origin}/transactions?transaction=${id}`);
    await page.getByRole("button", { name: "Choose an invoice…" }).focus();
    await press(page, "Enter");
    await hasFocus(page, "Invoice");
    await page.keyboard.type("0002");
    await page
      .getByRole("option", { name: "INV-2026-0002" })
      .and(page.locator("[data-highlighted]"))
      .waitFor();
    await page.keyboard.press("Enter");
    await page.getByLabel("Amount", { exact: true }).last().waitFor();
    await inspect(page, "book-invoice");
    await tabTo(page, "Book the payment");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByRole("list", { name: "Booked" }).waitFor();
    const { due_minor } = await app.ask(INVOICE, { team: acme.team.id, id: ids[1] ?? "" });
    assert.equal(due_minor, 6000);
  });

  test("finds the payment of an invoice among the bank's transactions", async () => {
    await page.goto(`${acme.served.origin}/invoices/${ids[0]}`);
    await page.getByRole("button", { name: "Record payment" }).focus();
    await press(page, "Enter");
    await page.getByRole("heading", { name: "From the bank" }).waitFor();
    await tabTo(page, "Use this: Northwind, €100.00");
    await inspect(page, "payment-from-bank");
    await press(page, "Enter");
    await page.getByText("The bank has €100.00").waitFor();
    await tabTo(page, "Book the payment");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByRole("link", { name: "Bank transaction" }).waitFor();
    assert.equal(await statusOf(0), "paid");
    await inspect(page, "invoice-paid-from-bank");
  });
});
