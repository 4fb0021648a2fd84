import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { pngOf } from "../invoice-settings.ts";
import { PASSWORD } from "../oauth.ts";
import { WebApp } from "../web.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { chooseItem, hasFocus, press, tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

const SETTINGS = "GET /api/teams/:team/invoice-settings";

describe("a person sets up invoices by keyboard alone", { skip }, () => {
  let acme: Acme;
  let page: Page;
  let app: WebApp;

  before(async () => {
    acme = await Acme.open("/settings/invoices/seller");
    page = acme.olga.page;
    app = await WebApp.of(acme.team);
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  async function settings() {
    return app.ask(SETTINGS, { team: acme.team.id });
  }

  async function open(name: string): Promise<void> {
    acme.world.pass(1000);
    await page.goto(`${acme.served.origin}/settings/invoices/${name}`);
  }

  async function undo(): Promise<void> {
    acme.world.pass(1000);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText("Undone.").first().waitFor();
  }

  test("the seller is entered, the country's text is offered, and what was typed stays when it is refused", async () => {
    await page.getByLabel("Legal name").focus();
    await page.keyboard.type("Acme SARL");
    await tabTo(page, "Address");
    await page.keyboard.type("1 rue de la Paix");
    await tabTo(page, "Post code (optional)");
    await page.keyboard.type("75002");
    await tabTo(page, "City");
    await page.keyboard.type("Paris");
    await page.getByLabel("Country").selectOption("France");
    await page.getByLabel("SIREN").focus();
    await page.keyboard.type("123 456 789");
    await tabTo(page, "E-mail (optional)");
    await page.keyboard.type("anna");
    await tabTo(page, "Use this text");
    await press(page, "Enter");
    await hasFocus(page, /^Legal text/);
    await inspect(page, "invoices-seller");
    await inspectReflow(page, "invoices-seller");
    await tabTo(page, "Save the seller");
    await press(page, "Enter");
    await page.getByText("Must be an e-mail address").first().waitFor();
    assert.equal(await page.getByLabel("Legal name").inputValue(), "Acme SARL");
    assert.equal((await settings()).legal_name, null);
    await page.getByLabel("E-mail").fill("anna@acme.example");
    await page.getByRole("button", { name: "Save the seller" }).focus();
    await press(page, "Enter");
    await page.getByText("Saved", { exact: true }).waitFor();
    const { legal_name, country_code, registration, legal_text } = await settings();
    assert.deepEqual([legal_name, country_code, registration], ["Acme SARL", "FR", "123 456 789"]);
    assert.match(legal_text ?? "", /40 €/);
  });

  test("rates of the country are added with one press, another is written, and one is archived and undone", async () => {
    await open("tax");
    await page.getByText("No tax rates yet").waitFor();
    await inspect(page, "invoices-tax-empty");
    await page.getByRole("button", { name: "Add 20 % TVA" }).focus();
    await press(page, "Enter");
    await page.getByText("20 % TVA is added.").first().waitFor();
    await hasFocus(page, "Add 10 % TVA");
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Add a rate" }).focus();
    await press(page, "Enter");
    await hasFocus(page, "Name");
    await page.keyboard.type("Autoliquidation");
    await page.getByLabel("Kind").selectOption("Reverse charge");
    await tabTo(page, "Reason");
    await inspect(page, "invoices-tax-new");
    await page.keyboard.press("Enter");
    await page
      .getByText(/needs a reason/)
      .first()
      .waitFor();
    await page.getByLabel("Reason").fill("Autoliquidation");
    await page.getByLabel("Reason").press("Enter");
    await page.getByText("Autoliquidation is added.").first().waitFor();
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Actions for Autoliquidation" }).focus();
    await chooseItem(page, "Archive");
    await page.getByText("Archived", { exact: true }).waitFor();
    await undo();
    await page.getByText("Archived", { exact: true }).waitFor({ state: "detached" });
    await page.getByLabel("Rate of new lines").selectOption("20 % TVA");
    await page.getByRole("button", { name: "Save the usual tax" }).focus();
    await press(page, "Enter");
    await page.getByText("Usual rate", { exact: true }).waitFor();
    await inspect(page, "invoices-tax");
    await inspectReflow(page, "invoices-tax");
  });

  test("bank details need the password, and a mistyped IBAN is told beside it", async () => {
    acme.world.pass(11 * 60_000);
    await open("bank-details");
    await page.getByText("No bank details yet").waitFor();
    await page.getByRole("button", { name: "Add bank details" }).focus();
    await press(page, "Enter");
    await hasFocus(page, "Name");
    await page.keyboard.type("House bank");
    await tabTo(page, "Account holder");
    await page.keyboard.type("Acme SARL");
    await tabTo(page, "IBAN (optional)");
    await page.keyboard.type("FR76 3000 6000 0112 3456 7890 180");
    await inspect(page, "invoices-bank-new");
    await page.getByLabel("Your password").focus();
    await page.keyboard.type(PASSWORD);
    await press(page, "Enter");
    await page
      .getByText(/IBAN.*Is not an IBAN/)
      .first()
      .waitFor();
    await page.getByLabel("IBAN (optional)").fill("FR76 3000 6000 0112 3456 7890 189");
    await page.getByLabel("IBAN (optional)").press("Enter");
    await page.getByText("House bank is added.").first().waitFor();
    await page.getByText("FR76 3000 6000 0112 3456 7890 189").waitFor();
    await page.getByText("Usual", { exact: true }).waitFor();
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Actions for House bank" }).focus();
    await chooseItem(page, "Archive…");
    await tabTo(page, "Archive");
    await press(page, "Enter");
    await page.getByText("Archived", { exact: true }).waitFor();
    await inspect(page, "invoices-bank");
    await inspectReflow(page, "invoices-bank");
  });

  test("a logo is drawn on white and taken, and a color that is too light is told and refused", async () => {
    await open("look");
    const file = {
      name: "logo.png",
      mimeType: "image/png",
      buffer: Buffer.from(pngOf(1600, 300, [20, 90, 160])),
    };
    await page.getByLabel("Picture of the logo").setInputFiles(file);
    await page.getByText("The logo is saved.").first().waitFor();
    const { logo_sha256 } = await settings();
    assert.match(logo_sha256 ?? "", /^[0-9a-f]{64}$/);
    await page.getByRole("img", { name: /^Logo of/ }).waitFor();
    await undo();
    await page.getByRole("img", { name: /^Logo of/ }).waitFor({ state: "detached" });
    const text = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from("no picture") };
    await page.getByLabel("Picture of the logo").setInputFiles(text);
    await page.getByText("The file is no picture that the browser can show").waitFor();
    assert.equal((await settings()).logo_sha256, null);
    const color = page.getByLabel("Color of the title and the lines");
    await color.fill("#ffd02b");
    await page
      .getByText("Too light for white paper: contrast 1.4 to 1, and 3 is needed.")
      .waitFor();
    await color.press("Enter");
    await page
      .getByText(/Is too light to be read on white paper/)
      .first()
      .waitFor();
    await inspect(page, "invoices-look-refused");
    await color.fill("#7a1f5c");
    await color.press("Enter");
    await page.getByText("Saved", { exact: true }).waitFor();
    assert.equal((await settings()).accent, "#7a1f5c");
    await inspectReflow(page, "invoices-look");
  });

  test("a mail's text is written with names, an unknown one is refused, and the usual text comes back", async () => {
    await open("mails?tab=fr");
    const section = page.getByRole("region", { name: "With an invoice" });
    const subject = section.getByLabel("Subject");
    await subject.fill("Facture {numero}");
    await subject.press("Enter");
    await section
      .getByText(/is no name that is filled in/)
      .first()
      .waitFor();
    await inspect(page, "invoices-mails-refused");
    await subject.fill("Facture ");
    await section.getByLabel("Text", { exact: true }).focus();
    await page.keyboard.press("ControlOrMeta+A");
    await page.keyboard.type("Bonjour ");
    await section.getByText("Names that are filled in").focus();
    await press(page, "Enter");
    await section.getByRole("button", { name: "{customer}" }).focus();
    await press(page, "Enter");
    await page.keyboard.type(", merci.");
    await section.getByRole("button", { name: "Save this text" }).focus();
    await press(page, "Enter");
    await section.getByText("Saved", { exact: true }).waitFor();
    const own = (await settingsTexts()).find(({ is_own }) => is_own);
    assert.deepEqual(
      [own?.kind, own?.language, own?.text],
      ["invoice", "fr", "Bonjour {customer}, merci."],
    );
    await inspect(page, "invoices-mails");
    await inspectReflow(page, "invoices-mails");
    acme.world.pass(1000);
    await section.getByRole("button", { name: "Use the usual text" }).focus();
    await press(page, "Enter");
    await page.getByText("The text is the usual one again.").first().waitFor();
    await hasFocus(page, "With an invoice");
    assert.ok((await settingsTexts()).every(({ is_own }) => !is_own));
  });

  test("the next number is told while its pattern is typed, and a start at another leaves a reason in the proof", async () => {
    await open("numbers");
    await page.getByText("No number was given yet.").waitFor();
    const pattern = page.getByLabel("Invoices: pattern");
    await pattern.fill("R-{####}");
    await page.getByText("A count that starts again each year needs {YYYY} or {YY}.").waitFor();
    await pattern.press("Enter");
    await page
      .getByText(/correct it and save again/i)
      .first()
      .waitFor();
    await inspect(page, "invoices-numbers-refused");
    await pattern.fill("R{YY}-{###}");
    await page.getByText("The next number is R26-001.").waitFor();
    await pattern.press("Enter");
    await page.getByText("Saved", { exact: true }).waitFor();
    acme.world.pass(1000);
    await page.getByRole("button", { name: "Start at another number" }).focus();
    await press(page, "Enter");
    await page.getByLabel("Next count").fill("42");
    await tabTo(page, "Reason");
    await page.keyboard.type("Another program");
    await inspect(page, "invoices-numbers-start");
    await page.keyboard.press("Enter");
    await page.getByText("The next number is R26-042.").first().waitFor();
    await page.getByText("Invoices of 2026: 1 to 41").waitFor();
    await inspect(page, "invoices-numbers");
    await inspectReflow(page, "invoices-numbers");
  });

  async function settingsTexts() {
    const path = "GET /api/teams/:team/invoice-settings/mail-texts";
    return (await app.ask(path, { team: acme.team.id })).items;
  }
});
