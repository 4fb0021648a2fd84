import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { chooseItem, hasFocus, press, tabTo } from "./focus.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

const MANY = 73;

/** A file of another program, in German and in Windows-1252. */
const FILE = Buffer.from(
  [
    "Firma;E-Mail;Ort;Webseite;Kategorie;Kundennr",
    "Müller GmbH;eva@mueller.example;Köln;mueller.example;Neu;1",
    "Customer 1;c1@acme.example;Bonn;;;2",
    "Customer 2;other@acme.example;Kiel;;;3",
    "Ohne Adresse;;;;;4",
    "Schmidt KG;info@schmidt.example;Ulm;no address;;5",
  ].join("\r\n"),
  "latin1",
);

describe("a person works on many customers at once", { skip }, () => {
  let acme: Acme;
  let page: Page;

  before(async () => {
    acme = await Acme.open("/customers/import");
    page = acme.olga.page;
    for (let number = 1; number <= MANY; number += 1)
      await acme.team.call("customers_create", {
        name: `Customer ${number}`,
        email: `c${number}@acme.example`,
      });
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  async function names(): Promise<string[]> {
    const rows = await acme.team.rows("customers_list", { is_archived: false, limit: 100 });
    return rows.map(({ name }) => name);
  }

  async function undo(): Promise<void> {
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText("Undone.").first().waitFor();
  }

  test("a file is previewed, chosen from, imported, and undone", async () => {
    await inspect(page, "customers-import");
    await page.getByLabel("File of customers").setInputFiles({
      name: "kunden.csv",
      mimeType: "text/csv",
      buffer: FILE,
    });
    await page.getByText("Read as Windows-1252, separated by semicolons.").waitFor();
    await page.getByText("Not imported: Kundennr.").waitFor();
    await page.getByText("2 customers to add. 2 rows left out.").waitFor();
    await page.getByText("E-mail is required.").waitFor();
    await page.getByText("Website must be a web address").waitFor();
    assert.equal((await names()).length, MANY, "nothing is written yet");
    await inspect(page, "customers-preview");
    await page.getByRole("button", { name: "Choose another file" }).focus();
    await tabTo(page, "Same e-mail address (1)");
    await page.keyboard.press("ArrowDown");
    await page.getByText("2 customers to add and 1 to update. 1 row left out.").waitFor();
    await tabTo(page, "Line 4, Customer 2");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.getByText("3 customers to add and 1 to update.").waitFor();
    await tabTo(page, "Import the customers");
    await press(page, "Enter");
    await page.waitForURL(/\/customers$/);
    await page.getByText("3 customers added and 1 updated.").first().waitFor();
    assert.equal((await names()).length, MANY + 3);
    const { items } = await acme.team.call("customers_list", { name: "Müller" });
    assert.equal(items[0].tags[0].name, "Neu");
    await undo();
    assert.equal((await names()).length, MANY);
  });

  test("a search narrows the list, and a customer that was looked at is come back to", async () => {
    await page.goto(`${acme.served.origin}/customers`);
    await page.getByRole("link", { name: "Customer 1", exact: true }).waitFor();
    await inspect(page, "customers");
    await page.keyboard.press("/");
    await page.keyboard.type("c73@");
    await page.getByRole("link", { name: "Customer 73" }).waitFor();
    await page.waitForURL(/q=c73/);
    await page.keyboard.type("x");
    await page.getByText("Clear").first().waitFor();
    await inspect(page, "customers-no-match");
    await page.keyboard.press("Backspace");
    await page.getByRole("link", { name: "Customer 73" }).focus();
    await press(page, "Enter");
    await page.getByRole("heading", { level: 1, name: "Customer 73" }).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "Customer 73" }).waitFor();
  });

  test("all that match are archived with one press, and come back with one undo", async () => {
    await page.goto(`${acme.served.origin}/customers`);
    await page.getByRole("link", { name: "Customer 1", exact: true }).focus();
    await page.keyboard.press("x");
    await page.getByRole("button", { name: "Archive" }).waitFor();
    await inspect(page, "customers-selected");
    await page.getByRole("checkbox").first().focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: `Select all ${MANY} matching` }).focus();
    await press(page, "Enter");
    await page.getByRole("button", { name: "Archive" }).focus();
    await press(page, "Enter");
    await page.getByText(`${MANY} customers archived.`).first().waitFor();
    assert.deepEqual(await names(), []);
    await undo();
    assert.equal((await names()).length, MANY);
  });

  test("some get a tag that is made meanwhile, and tags are renamed, merged and deleted", async () => {
    await page.goto(`${acme.served.origin}/customers`);
    for (const name of ["Customer 1", "Customer 10"]) {
      await page.getByRole("link", { name, exact: true }).focus();
      await page.keyboard.press("x");
    }
    await page.getByRole("button", { name: "Tag…" }).focus();
    await press(page, "Enter");
    await page.getByRole("dialog", { name: "Tag 2 customers" }).waitFor();
    await page.keyboard.type("Wholesale");
    await page.getByText("Create “Wholesale”").waitFor();
    await page.keyboard.press("Enter");
    await inspect(page, "customers-tag");
    await tabTo(page, "Add the tag");
    await press(page, "Enter");
    await page.getByText("2 customers tagged.").first().waitFor();
    const old = await acme.team.call("tags_create", { name: "Old" });
    await page.goto(`${acme.served.origin}/customers/tags`);
    await page.getByText("2 customers").waitFor();
    await inspect(page, "tags");
    await tabTo(page, "Actions for Wholesale");
    await chooseItem(page, "Rename…");
    await page.getByRole("dialog", { name: "Rename Wholesale" }).waitFor();
    await hasFocus(page, "Name");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Trade");
    await press(page, "Enter");
    await page.getByText("Wholesale is now Trade.").first().waitFor();
    await page.getByRole("button", { name: "Actions for Trade" }).focus();
    await chooseItem(page, "Merge into another…");
    await inspect(page, "tag-merge");
    await tabTo(page, "Merge the tags");
    await press(page, "Enter");
    await page.getByText("Trade is merged into Old.").first().waitFor();
    const { items } = await acme.team.call("customers_list", { tag_id: old.id });
    assert.equal(items.length, 2);
    await page.getByRole("button", { name: "Actions for Old" }).focus();
    await chooseItem(page, "Delete…");
    await page.getByText("It goes from 2 customers; they stay.").waitFor();
    await tabTo(page, "Delete the tag");
    await press(page, "Enter");
    await page.getByText("No tags yet").waitFor();
  });
});
