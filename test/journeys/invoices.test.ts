import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { unzipped } from "../../src/core/unzip.ts";
import { Mailbox } from "../mailbox.ts";
import { WebApp } from "../web.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { chooseItem, focused, hasFocus, press, tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";
import { inspectNames } from "./widths.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

const LIST = "GET /api/teams/:team/invoices";
const ONE = "GET /api/teams/:team/invoices/:id";

describe("a person writes, sends and voids invoices by keyboard alone", { skip }, () => {
  const mailbox = new Mailbox();
  let acme: Acme;
  let page: Page;
  let app: WebApp;

  before(async () => {
    acme = await Acme.open("/invoices", mailbox);
    page = acme.olga.page;
    app = await WebApp.of(acme.team);
    await acme.team.call("customers_create", {
      name: "Northwind",
      email: "anna@northwind.example",
    });
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  async function newest() {
    const { items } = await app.ask(LIST, { team: acme.team.id });
    const [row] = items;
    assert.ok(row !== undefined);
    return app.ask(ONE, { team: acme.team.id, id: row.id });
  }

  /** Types over what the focused field has. */
  async function write(text: string): Promise<void> {
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type(text);
  }

  async function save(): Promise<void> {
    acme.world.pass(1000);
    await page.keyboard.press("ControlOrMeta+S");
    await page.locator("header output", { hasText: /^Saved$/ }).waitFor();
  }

  /** Opens the dialog of a new invoice, and chooses the customer in it. */
  async function begin(): Promise<void> {
    await page.goto(`${acme.served.origin}/invoices`);
    await page.getByRole("button", { name: "New invoice" }).first().focus();
    await page.keyboard.press("Enter");
    await hasFocus(page, "Customer");
    await page.keyboard.type("north");
    await page
      .getByRole("option", { name: "Northwind" })
      .and(page.locator("[data-highlighted]"))
      .waitFor();
    await page.keyboard.press("Enter");
    await tabTo(page, "Write the invoice");
    acme.world.pass(1000);
    await press(page, "Enter");
  }

  test("the empty list says how to begin, and the first invoice asks who sends it", async () => {
    await page.getByText("No invoices yet").waitFor();
    await inspect(page, "invoices-empty");
    await begin();
    await page.getByRole("heading", { name: "Who sends your invoices?" }).waitFor();
    await inspect(page, "invoice-seller");
    await page.getByLabel("Legal name").focus();
    await page.keyboard.type("Acme Studio GmbH");
    await page.getByLabel("Address").focus();
    await page.keyboard.type("Torstraße 12");
    await page.getByLabel("City").focus();
    await page.keyboard.type("Berlin");
    await page.getByRole("button", { name: "Go on to the invoice" }).focus();
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByRole("heading", { name: "Draft for Northwind" }).waitFor();
  });

  test("what is missing leads to its field, and Tab adds the lines", async () => {
    await page.getByRole("link", { name: "The invoice has no line." }).focus();
    await press(page, "Enter");
    await hasFocus(page, "Name of line 1");
    await page.keyboard.type("Design");
    await tabTo(page, "Quantity of line 1");
    await write("12,5");
    await tabTo(page, "Price of line 1");
    await page.keyboard.type("95");
    await press(page, "Tab");
    await hasFocus(page, "Name of line 2");
    await page.keyboard.type("Licence");
    await tabTo(page, "Price of line 2");
    await page.keyboard.type("12.345");
    await page.getByText("Which number is meant?").waitFor();
    await inspect(page, "invoice-question");
    await page.getByRole("button", { name: "12.345", exact: true }).focus();
    await press(page, "Enter");
    await hasFocus(page, "Price of line 2");
    await press(page, "Tab");
    await hasFocus(page, "Name of line 3");
    await page.keyboard.type("Photos");
    await tabTo(page, "Price of line 3");
    await page.keyboard.type("49.90");
    await save();
    const { lines, total_minor } = await newest();
    assert.deepEqual(
      lines.map(({ name, quantity, price }) => [name, quantity, price]),
      [
        ["Design", "12.5", "95"],
        ["Licence", "1", "12.345"],
        ["Photos", "1", "49.9"],
      ],
    );
    assert.equal(total_minor, 118_750 + 1235 + 4990);
    await page.getByText("€1,249.75").first().waitFor();
  });

  test("Shift+Tab takes a blank line away, and lines move with the focus on them", async () => {
    await page.getByLabel("Price of line 3").focus();
    await press(page, "Tab");
    await hasFocus(page, "Name of line 4");
    await press(page, "Shift+Tab");
    await hasFocus(page, "Actions for line 3");
    assert.equal(await page.getByLabel("Name of line 4").count(), 0);
    await page.getByLabel("Name of line 3").focus();
    await press(page, "Alt+ArrowUp");
    await hasFocus(page, "Name of line 2");
    await press(page, "Alt+ArrowUp");
    await hasFocus(page, "Name of line 1");
    const before = await newest();
    await save();
    const { lines } = await newest();
    const byName = new Map(before.lines.map(({ id, name }) => [name, id]));
    assert.deepEqual(
      lines.map(({ id }) => id),
      ["Photos", "Design", "Licence"].map((name) => byName.get(name)),
    );
    await page.getByLabel("Actions for line 1").focus();
    await chooseItem(page, "Give a discount");
    await hasFocus(page, "Discount of line 1");
    await page.keyboard.type("10 %");
    await save();
    assert.equal((await newest()).lines[0]?.discount_bp, 1000);
    await inspect(page, "invoice-edit");
    await inspectReflow(page, "invoice-edit");
  });

  test("it is sent to the customer's address, and stays as it was sent", async () => {
    await page.getByRole("button", { name: "Send…" }).first().focus();
    await press(page, "Enter");
    await page.getByRole("dialog", { name: /^Send INV-\d{4}-0001$/ }).waitFor();
    await hasFocus(page, /^To/);
    await inspect(page, "invoice-send");
    await tabTo(page, "Send to anna@northwind.example");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByRole("heading", { name: /^Invoice INV-\d{4}-0001/ }).waitFor();
    const { status, number, total_minor } = await newest();
    assert.deepEqual([status, total_minor], ["unpaid", 118_750 + 1235 + 4491]);
    assert.match(number ?? "", /-0001$/);
    await inspect(page, "invoice");
    await inspectReflow(page, "invoice");
    assert.equal(await page.getByLabel(/of line/).count(), 0);
  });

  test("a payment is recorded with what is due, and removed and put back", async () => {
    await page.getByRole("button", { name: "Record payment" }).focus();
    await press(page, "Enter");
    await hasFocus(page, /^Amount/);
    await inspect(page, "invoice-payment");
    await tabTo(page, "Record the payment");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByText("The payment is recorded.").first().waitFor();
    assert.equal((await newest()).status, "paid");
    await page.getByRole("button", { name: /^Remove the payment/ }).focus();
    acme.world.pass(1000);
    await press(page, "Enter");
    await page
      .getByText(/^The payment of .* is removed\.$/)
      .first()
      .waitFor();
    assert.notEqual(await focused(page), "nothing");
    assert.equal((await newest()).status, "unpaid");
    acme.world.pass(1000);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText("Undone.").first().waitFor();
    assert.equal((await newest()).status, "paid");
  });

  test("another is voided, which says first what happens", async () => {
    await begin();
    await hasFocus(page, /^Draft for Northwind/);
    await page.getByLabel("Name of line 1").focus();
    // A line of the customer's last invoice is offered, and fills the whole line.
    await page.keyboard.type("lic");
    await page.getByRole("option", { name: "Licence" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await hasFocus(page, "Quantity of line 1");
    await save();
    assert.equal((await newest()).lines[0]?.price, "12.345");
    await page.getByRole("button", { name: "Send…" }).first().focus();
    await press(page, "Enter");
    await hasFocus(page, /^To/);
    await tabTo(page, "Send to anna@northwind.example");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByRole("heading", { name: /^Invoice INV-\d{4}-0002/ }).waitFor();
    await page.getByLabel(/^Actions for Invoice/).focus();
    await chooseItem(page, "Void…");
    await page.getByText("Number, document and PDF stay.").waitFor();
    await hasFocus(page, "Cancel");
    await inspect(page, "invoice-void");
    await tabTo(page, "Void the invoice");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page
      .getByText(/ is canceled\.$/)
      .first()
      .waitFor();
    assert.equal((await newest()).status, "canceled");
    await page.goto(`${acme.served.origin}/invoices`);
    await page.getByRole("row", { name: /Canceled/ }).waitFor();
    await inspect(page, "invoices");
    await inspectNames(page, "invoices");
    await inspectReflow(page, "invoices");
  });

  test("the PDFs of all are one file, beside their list", async () => {
    await page.getByRole("button", { name: "Export" }).focus();
    await press(page, "Enter");
    await page.getByText("2 invoices, with the filters of the list.").waitFor();
    await inspect(page, "invoices-export");
    await inspectReflow(page, "invoices-export");
    await tabTo(page, "Export 2 PDFs");
    const [file] = await Promise.all([page.waitForEvent("download"), press(page, "Enter")]);
    assert.equal(file.suggestedFilename(), "Invoices.zip");
    const bytes = await buffer(await file.createReadStream());
    const files = await unzipped(bytes, { largest: 2 ** 20, mostFiles: 10 });
    if (typeof files === "string") throw new Error(files);
    const names = files.map(({ name }) => name.replace(/\d{4}/, "2026"));
    assert.deepEqual(names, ["INV-2026-0001.pdf", "INV-2026-0002.pdf", "index.csv"]);
    await page.keyboard.press("Escape");
    await hasFocus(page, "Export");
  });

  test("the customer's page has the invoices, and what is owed", async () => {
    const { items } = await acme.team.call("customers_list", {});
    await page.goto(`${acme.served.origin}/customers/${items[0].id}?tab=invoices`);
    await page.getByRole("row", { name: /-0002/ }).waitFor();
    await page.getByText("Owed").first().waitFor();
    await inspect(page, "customer-invoices");
  });

  test("the first line of a draft has the usual tax rate, and its long name is one line of text", async () => {
    const team = acme.team.id;
    const given = { team, name: "19 % VAT", category: "S", bp: 1900 } as const;
    const { id } = await app.ask("POST /api/teams/:team/tax-rates", given);
    await app.ask("PATCH /api/teams/:team/invoice-settings", { team, tax_rate_id: id });
    await begin();
    await hasFocus(page, /^Draft for Northwind/);
    // Nothing is known yet of a page that is loaded anew.
    await page.reload();
    const name = page.getByLabel("Name of line 1");
    await name.focus();
    await page.keyboard.type("Supervision of the printer in Krems,");
    await press(page, "Enter");
    await page.keyboard.type(" two days with travel and a night");
    const box = await name.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
      scrollWidth - clientWidth,
      scrollHeight - clientHeight,
    ]);
    assert.deepEqual(box, [0, 0]);
    await tabTo(page, "Price of line 1");
    await page.keyboard.type("480");
    await save();
    const { lines } = await newest();
    assert.deepEqual(
      lines.map(({ name, tax_rate_id }) => [name, tax_rate_id]),
      [["Supervision of the printer in Krems, two days with travel and a night", id]],
    );
  });
});
