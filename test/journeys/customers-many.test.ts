import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { chooseItem, hasFocus, press, tabTo } from "./focus.ts";
import { resize } from "./redrawn.ts";
import { inspectReflow } from "./reflow.ts";
import { refuse } from "./refused.ts";
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
    const [sample] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download a sample CSV" }).press("Enter"),
    ]);
    await page.getByLabel("File of customers").setInputFiles({
      name: "sample.csv",
      mimeType: "text/csv",
      buffer: await buffer(await sample.createReadStream()),
    });
    await page.getByText(/Customers to add: 1.*Customers to import: 1/).waitFor();
    assert.equal(await page.getByText("Not imported:").count(), 0);
    await page.getByLabel("File of customers").setInputFiles({
      name: "kunden.csv",
      mimeType: "text/csv",
      buffer: FILE,
    });
    await page.getByText("Read as Windows-1252, separated by semicolons.").waitFor();
    await page.getByText("Not imported: Kundennr.").waitFor();
    await page.getByText(/Customers to add: 2.*Customers to import: 2.*2 rows left out/).waitFor();
    await page.getByText("E-mail is required.").waitFor();
    await page.getByText("Website must be a web address").waitFor();
    assert.equal((await names()).length, MANY, "nothing is written yet");
    await inspect(page, "customers-preview");
    await inspectReflow(page, "customers-preview");
    await resize(page, { width: 700, height: 500 });
    const { y = 500 } = (await page.getByRole("button", { name: /^Import 2/ }).boundingBox()) ?? {};
    assert.ok(y < 500, `the button stays in view, not at ${y} px`);
    await resize(page, { width: 1280, height: 800 });
    await page.getByRole("button", { name: "Choose another file" }).focus();
    await tabTo(page, "Kundennr becomes");
    await page.keyboard.type("Name");
    await page.getByText("“Firma” is left out now.").waitFor();
    await page.getByText("Not imported: Firma.").waitFor();
    assert.equal(await page.getByLabel("Firma becomes").inputValue(), "none");
    await page.getByLabel("Firma becomes").selectOption({ label: "Name (now Kundennr)" });
    await page.getByText("Not imported: Kundennr.").waitFor();
    await page.getByLabel("E-Mail becomes").selectOption("Leave out");
    await page.getByText("Choose the column of the e-mail address").waitFor();
    await inspect(page, "customers-no-email");
    await page.getByLabel("E-Mail becomes").selectOption("E-mail");
    await page.getByText(/Customers to add: 2.*Customers to import: 2/).waitFor();
    await page.getByRole("button", { name: "Choose another file" }).focus();
    await tabTo(page, "Same e-mail address (1)");
    await page.keyboard.press("ArrowDown");
    await page.getByText(/add: 2.*update: 1.*import: 3.*1 row left out/).waitFor();
    await tabTo(page, "Line 4, Customer 2");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.getByText(/add: 3.*update: 1.*import: 4/).waitFor();
    await page.getByRole("link", { name: "Customers", exact: true }).last().press("Enter");
    await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
    await hasFocus(page, "Stay here");
    await press(page, "Enter");
    await page.getByText(/add: 3.*update: 1.*import: 4/).waitFor();
    await page.route("**/customers/import/preview?*", async (route) => route.abort());
    await page.getByLabel("Same e-mail address (1)").selectOption("Leave out");
    await page.getByText("The preview could not be loaded").waitFor();
    await page.getByText("Your choices are kept.").waitFor();
    assert.equal(await page.getByLabel("Line 4, Customer 2").inputValue(), "create");
    await inspect(page, "customers-preview-failed");
    await page.getByRole("button", { name: /^Import 4/ }).press("Enter");
    await hasFocus(page, "Try again");
    await page.unroute("**/customers/import/preview?*");
    await page.locator("#preview-again").press("Enter");
    await page.getByText(/add: 3.*import: 3/).waitFor();
    await page.getByText("Your choices are kept.").waitFor({ state: "detached" });
    await page.route("**/customers/import/preview?*", refuse);
    await page.getByLabel("Line 4, Customer 2").selectOption("Update");
    await page.getByText("Some of what was entered cannot be used.").waitFor();
    assert.equal(await page.getByLabel("Line 4, Customer 2").inputValue(), "update");
    await page.unroute("**/customers/import/preview?*");
    await page.getByLabel("Line 4, Customer 2").selectOption("Add anyway");
    await page.getByText(/add: 3.*import: 3/).waitFor();
    await page.getByText("Your choices are kept.").waitFor({ state: "detached" });
    await page.getByLabel("Same e-mail address (1)").selectOption("Update");
    await page.getByText(/add: 3.*update: 1.*import: 4/).waitFor();
    await tabTo(page, "Import 4 customers");
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
    const row = page.getByRole("row", { name: /Customer 1 / });
    assert.equal((await row.first().boundingBox())?.height, 36, "one line of the kit");
    await inspect(page, "customers");
    await inspectReflow(page, "customers");
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
    const [gone] = (await acme.team.call("customers_list", { name: "Customer 73" })).items;
    await acme.team.call("customers_update", { id: gone.id, tag_ids: [old.id], is_archived: true });
    await page.goto(`${acme.served.origin}/customers/tags`);
    await page.getByText("2 customers").waitFor();
    await inspect(page, "tags");
    await inspectReflow(page, "tags");
    await page.getByRole("link", { name: "1 archived" }).press("Enter");
    await page.waitForURL(`**/customers?tag=${old.id}&archived=true`);
    await page.getByRole("link", { name: "Customer 73", exact: true }).waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "Old", exact: true }).press("Enter");
    await page.waitForURL(`**/customers?tag=${old.id}`);
    await page.getByText("No customers match these filters").waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "New tag" }).press("Enter");
    await page.getByRole("dialog", { name: "New tag" }).waitFor();
    await hasFocus(page, "Name");
    await page.keyboard.type("By mistake");
    await press(page, "Enter");
    await page.getByText("The tag By mistake is added.").first().waitFor();
    await undo();
    await page.getByRole("link", { name: "By mistake" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Customers", exact: true }).press("Enter");
    await page.waitForURL(/\?sort=-customers$/);
    await page.getByText("Most customers first.").waitFor();
    await page
      .getByRole("row")
      .nth(1)
      .filter({ hasText: /^Wholesale/ })
      .waitFor();
    await page.getByLabel("Search tags").fill("OL");
    await page.getByRole("link", { name: "Wholesale" }).waitFor();
    await page.getByLabel("Search tags").fill("none");
    await page.getByText("No tags match").waitFor();
    await inspect(page, "tags-no-match");
    await page.getByLabel("Search tags").fill("");
    await tabTo(page, "Actions for Wholesale");
    await chooseItem(page, "Rename…");
    await page.getByRole("dialog", { name: "Rename Wholesale" }).waitFor();
    await hasFocus(page, "Name");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Trade");
    await press(page, "Enter");
    await page.getByText("Wholesale is now Trade.").first().waitFor();
    await page.getByRole("button", { name: "Actions for Trade" }).waitFor();
    await undo();
    await page.getByRole("button", { name: "Actions for Wholesale" }).focus();
    await chooseItem(page, "Merge into another…");
    await hasFocus(page, "Tag that stays");
    await page.getByText("Choose…").waitFor({ state: "attached" });
    await inspect(page, "tag-merge");
    await page.keyboard.press("ArrowDown");
    await tabTo(page, "Merge the tags");
    await press(page, "Enter");
    await page.getByText("Wholesale is merged into Old.").first().waitFor();
    const { items } = await acme.team.call("customers_list", { tag_id: old.id });
    assert.equal(items.length, 3);
    await page.getByRole("button", { name: "Actions for Old" }).focus();
    await chooseItem(page, "Delete…");
    await page.getByText("It goes from 2 customers and 1 archived one; they stay.").waitFor();
    await tabTo(page, "Delete the tag");
    await press(page, "Enter");
    await page.getByText("No tags yet").waitFor();
    await inspect(page, "tags-none");
  });

  test("the tags of a row are chips that are added and removed by keyboard, saved one by one", async () => {
    await page.goto(`${acme.served.origin}/customers`);
    const row = page.getByRole("row", { name: /Customer 10 / });
    const tagsOf = async () => {
      const { items } = await acme.team.call("customers_list", { name: "Customer 10" });
      return items[0].tags.map(({ name }: { name: string }) => name).join();
    };
    await row.getByRole("link", { name: "Customer 10", exact: true }).focus();
    await press(page, "t");
    await page.getByRole("dialog", { name: "Tags of Customer 10" }).waitFor();
    await page.getByRole("combobox", { name: "Tags" }).focus();
    await page.keyboard.type("Chip");
    await page.getByRole("option", { name: "Create “Chip”" }).waitFor();
    await press(page, "Enter");
    await page.getByRole("button", { name: "Remove Chip" }).waitFor();
    await inspect(page, "customers-row-tags");
    await tabTo(page, "Close");
    await press(page, "Enter");
    await row.getByText("Chip").waitFor();
    assert.equal(await tagsOf(), "Chip");
    await row.getByRole("button", { name: /change the tags of Customer 10/ }).press("Enter");
    await page.getByRole("button", { name: "Remove Chip" }).press("Enter");
    await page.getByText("Chip is removed.").first().waitFor();
    await tabTo(page, "Close");
    await press(page, "Enter");
    await row.getByText("Chip").waitFor({ state: "detached" });
    assert.equal(await tagsOf(), "");
  });
});
