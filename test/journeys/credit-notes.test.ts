import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { addDraft, addTaxRate, sent } from "../invoices.ts";
import { Mailbox } from "../mailbox.ts";
import { WebApp } from "../web.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { chooseItem, hasFocus, press, tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";
import { inspectNames } from "./widths.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

const ONE = "GET /api/teams/:team/invoices/:id";

describe("a person credits and refunds parts of an invoice by keyboard alone", { skip }, () => {
  const mailbox = new Mailbox();
  let acme: Acme;
  let page: Page;
  let app: WebApp;
  let id: string;

  before(async () => {
    acme = await Acme.open("/invoices", mailbox);
    page = acme.olga.page;
    app = await WebApp.of(acme.team);
    const rate = await addTaxRate(acme.team, { name: "19 % VAT", bp: 1900 });
    id = await addDraft(acme.team, {
      lines: [
        { name: "Design", quantity: "10", price: "95", tax_rate_id: rate },
        { name: "Photos", price: "49.90", tax_rate_id: rate },
      ],
    });
    await sent(acme.team, id);
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  const invoice = async () => app.ask(ONE, { team: acme.team.id, id });

  async function open(): Promise<void> {
    await page.goto(`${acme.served.origin}/invoices/${id}`);
    await page.getByRole("heading", { name: /^Invoice INV-/ }).waitFor();
  }

  test("lines are credited, with the sums before, and the credit note goes out to the customer", async () => {
    await open();
    await page.getByLabel(/^Actions for Invoice/).focus();
    await chooseItem(page, "Credit a part…");
    await hasFocus(page, "Design: 10 h left");
    await page.keyboard.type("2,5");
    await page.getByText("€282.63").waitFor();
    await tabTo(page, /^Reason/);
    await page.keyboard.type("Two days less");
    await inspect(page, "invoice-credit");
    await inspectReflow(page, "invoice-credit");
    await tabTo(page, "Issue the credit note");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByRole("heading", { name: /^Credit note CN-\d{4}-0001$/ }).waitFor();
    assert.equal((await invoice()).credited_minor, 28_263);
    await inspect(page, "credit-note");
    await page.getByRole("button", { name: "Send by mail…" }).first().focus();
    await press(page, "Enter");
    await hasFocus(page, /^To/);
    assert.equal(await page.getByLabel(/^To/).inputValue(), "anna@acme.example");
    await tabTo(page, "Send");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page
      .getByText(/^It goes out to anna@acme\.example/)
      .first()
      .waitFor();
  });

  test("a refund of more than is to refund issues its credit note with it", async () => {
    const { due_minor } = await invoice();
    const payment = { paid_on: "2026-11-20", amount_minor: due_minor, method: "transfer" } as const;
    await app.ask("POST /api/teams/:team/invoices/:id/payments", {
      team: acme.team.id,
      id,
      ...payment,
    });
    await open();
    await page.getByLabel(/^Actions for Invoice/).focus();
    await chooseItem(page, "Refund with credit note…");
    await hasFocus(page, /^Amount/);
    await page.keyboard.type("59.38");
    await page.getByText(/A credit note is issued with it, as CN-\d{4}-0002/).waitFor();
    await inspect(page, "invoice-refund");
    await tabTo(page, "Record the refund and issue the credit note");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page
      .getByText(/^The refund is recorded, and CN-\d{4}-0002 is issued\.$/)
      .first()
      .waitFor();
    const { status, refunded_minor, credited_minor, to_refund_minor } = await invoice();
    assert.deepEqual(
      [status, refunded_minor, credited_minor, to_refund_minor],
      ["paid", 5938, 28_263 + 5938, 0],
    );
  });

  test("the list has credit notes, and what is to refund with its button", async () => {
    await app.ask("POST /api/teams/:team/invoices/:id/credit-notes", {
      team: acme.team.id,
      id,
      amount_minor: 1000,
    });
    await page.goto(`${acme.served.origin}/invoices?status=to_refund`);
    await page
      .getByRole("row", { name: /€10\.00 to refund/ })
      .first()
      .waitFor();
    await page.goto(`${acme.served.origin}/invoices?status=issued`);
    await page
      .getByRole("row", { name: /CN-\d{4}-0003.*for INV-/ })
      .first()
      .waitFor();
    await inspect(page, "credit-notes");
    await inspectNames(page, "credit-notes");
    await open();
    await page.getByRole("button", { name: "Record refund" }).focus();
    await press(page, "Enter");
    await hasFocus(page, /^Amount/);
    await tabTo(page, "Record the refund");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByText("The refund is recorded.").first().waitFor();
    assert.equal((await invoice()).to_refund_minor, 0);
  });
});
