import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { getDocumentProxy } from "unpdf";
import { createPaymentAccount } from "../../src/domains/payment-accounts/save-payment-account.ts";
import { addBuyer, addDraft, addTaxRate, sent, setInvoices } from "../invoices.ts";
import { ownerContext } from "../transactions.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus, press, tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect, type Visit, visit } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

describe("a customer opens an invoice by its link", { skip }, () => {
  let acme: Acme;
  let page: Page;
  let customer: Visit;
  let invoice: string;

  before(async () => {
    acme = await Acme.open("/invoices");
    page = acme.olga.page;
    const { team } = acme;
    await setInvoices(team, { legal_name: "Kontor & Feder GmbH", language: "de" });
    await createPaymentAccount(ownerContext(team), {
      label: "House bank",
      holder: "Kontor & Feder GmbH",
      iban: "DE89370400440532013000",
      bic: "COBADEFFXXX",
    });
    const [full, low] = [
      await addTaxRate(team, { name: "19 %", bp: 1900 }),
      await addTaxRate(team, { name: "7 %", bp: 700 }),
    ];
    invoice = await addDraft(team, {
      customer_id: await addBuyer(team, { name: "Möbelwerk Nord GmbH" }),
      language: "de",
      reference: "PO 7781",
      note: "Vielen Dank für den Auftrag.",
      lines: [
        {
          name: "Beratung zur Einführung der neuen Buchhaltung",
          description: "Oktober, mit Übergabe\nund Schulung",
          quantity: "12.5",
          price: "95",
          tax_rate_id: full,
        },
        { name: "Handbuch", quantity: "3", unit: "Stück", price: "19.99", tax_rate_id: low },
      ],
    });
    await sent(team, invoice);
    // As a phone that runs no script.
    customer = await visit(acme.served.origin, {
      javaScriptEnabled: false,
      viewport: { width: 320, height: 640 },
    });
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    assert.deepEqual(customer.offences, []);
    await customer.close();
    await acme.close();
  });

  /** The link as the page of the invoice has it. */
  async function link(): Promise<string> {
    const href = await page.getByRole("link", { name: "Open", exact: true }).getAttribute("href");
    return href ?? assert.fail("there is no link");
  }

  async function openInvoice(): Promise<void> {
    await page.goto(`${acme.served.origin}/invoices/${invoice}`);
    await page.getByRole("heading", { name: "Public page" }).waitFor();
  }

  test("what is due and how to pay stand on the first screen of a phone, without a script", async () => {
    await openInvoice();
    await page.getByText("Not opened by the customer yet").waitFor();
    acme.world.pass(61_000);
    const { page: phone } = customer;
    await phone.goto(await link());
    for (const text of ["Offener Betrag", "DE89 3704 0044 0532 0130 00", "INV-2026-0001"]) {
      const box = await phone.getByText(text).last().boundingBox();
      assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 320, text);
    }
    const figure = await phone.getByText("1.477,30", { exact: false }).first().boundingBox();
    const iban = await phone.getByText("DE89").first().boundingBox();
    assert.ok((figure?.y ?? 640) < 300 && (iban?.y ?? 640) < 560, `${figure?.y} ${iban?.y}`);
    assert.equal(await phone.evaluate("document.documentElement.scrollWidth"), 320);
    assert.ok(await phone.getByRole("img", { name: "Mit der Banking-App scannen" }).isVisible());
    assert.equal(await phone.evaluate("document.documentElement.lang"), "de");
  });

  test("the PDF is downloaded from it", async () => {
    const { page: phone } = customer;
    const [file] = await Promise.all([
      phone.waitForEvent("download"),
      phone.getByRole("link", { name: /^PDF herunterladen/ }).click(),
    ]);
    assert.equal(file.suggestedFilename(), "INV-2026-0001.pdf");
  });

  test("it is one printed page, black on white in a dark browser too", async () => {
    const { page: phone } = customer;
    await phone.emulateMedia({ colorScheme: "dark" });
    const printed = await phone.pdf({ format: "A4", preferCSSPageSize: true });
    const document = await getDocumentProxy(new Uint8Array(printed));
    assert.equal(document.numPages, 1);
    await document.loadingTask.destroy();
    await phone.emulateMedia({ colorScheme: "dark", media: "print" });
    const ground = await phone.evaluate("getComputedStyle(document.body).backgroundColor");
    assert.equal(ground, "rgb(255, 255, 255)");
    assert.ok(!(await phone.getByRole("link", { name: /^PDF/ }).isVisible()));
  });

  test("it reads well in both themes and at each width, and so does the page of a dead link", async () => {
    const other = await acme.elsewhere();
    await other.goto(await link());
    await other.getByRole("heading", { name: "Rechnung INV-2026-0001" }).waitFor();
    await inspect(other, "public-page");
    await inspectReflow(other, "public-page");
    await other.goto(`${acme.served.origin}/i/unknown`);
    await inspect(other, "public-page-dead");
    await inspectReflow(other, "public-page-dead");
    await other.context().close();
  });

  test("the seller learns that it was probably opened, and revokes and renews the link by keyboard", async () => {
    const first = await link();
    await openInvoice();
    await page.getByText("Probably opened by the customer").waitFor();
    await page.getByText("Public page probably opened").waitFor();
    await page.getByRole("button", { name: "Copy link" }).focus();
    await tabTo(page, "Revoke…");
    await press(page, "Enter");
    await page.getByText("It stops working at once").waitFor();
    await hasFocus(page, "Cancel");
    await inspect(page, "invoice-revoke-link");
    await tabTo(page, "Revoke the link");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByText("Nobody can open it: it has no link.").waitFor();
    await hasFocus(page, "Make a link…");
    const { page: phone } = customer;
    assert.equal((await phone.goto(first))?.status(), 404);
    await press(page, "Enter");
    await page.getByText("Whoever has it can open the document").waitFor();
    await tabTo(page, "Make the link");
    acme.world.pass(1000);
    await press(page, "Enter");
    await hasFocus(page, "New link…");
    assert.equal((await phone.goto(await link()))?.status(), 200);
    assert.equal((await phone.goto(first))?.status(), 404);
    await inspect(page, "invoice-public-page");
  });
});
