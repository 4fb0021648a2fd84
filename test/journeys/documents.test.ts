import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { until } from "../mcp.ts";
import { saveRead } from "../papers.ts";
import { fieldsFrom } from "../receipts.ts";
import { Books } from "../transactions.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { chooseItem, hasFocus, press, tabTo } from "./focus.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

const LEASE = {
  name: "lease.txt",
  mimeType: "text/plain",
  buffer: Buffer.from("Lease of the office in Plagwitz, rent 950 EUR"),
};
const NOTES = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("Nothing of it") };
const PROGRAM = {
  name: "setup.exe",
  mimeType: "application/octet-stream",
  buffer: Buffer.from("MZ\u0090\u0000\u0003\u0000\u0000\u0000", "latin1"),
};
const PAPER = {
  name: "paper.pdf",
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF"),
};

describe("a person keeps files as documents, by keyboard and by pointer", { skip }, () => {
  let acme: Acme;
  let page: Page;

  before(async () => {
    acme = await Acme.open("/documents");
    page = acme.olga.page;
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  async function documents(): Promise<readonly any[]> {
    return (await acme.team.call("documents_list")).items;
  }

  async function idOf(name: string): Promise<string> {
    return (await documents()).find((document) => document.name === name)?.id;
  }

  test("files are stored two at a time, and one that is refused keeps the server's words", async () => {
    await page.getByText("No documents yet").waitFor();
    await inspect(page, "documents-none");
    await page
      .getByLabel("Files for the documents", { exact: true })
      .first()
      .setInputFiles([LEASE, NOTES, PROGRAM, PAPER]);
    const uploads = page.getByRole("region", { name: "Uploads" });
    await uploads.getByText("The content of the file is a program", { exact: false }).waitFor();
    await page.getByText("3 files stored, 1 not taken.").first().waitFor();
    await page.locator("[id^=row-]", { hasText: "lease.txt" }).waitFor();
    assert.equal((await documents()).length, 3);
    await inspect(page, "documents-uploaded");
    await page
      .getByLabel("Files for the documents", { exact: true })
      .first()
      .setInputFiles([LEASE]);
    await uploads.getByText("Already there: the same file was stored before.").waitFor();
    assert.equal((await documents()).length, 3);
    await page.getByRole("button", { name: "Clear the list" }).press("Enter");
    await uploads.waitFor({ state: "detached" });
  });

  test("a document is found by a word of its text, and the passage tells why", async () => {
    await saveRead(acme.team, await idOf("lease.txt"), { text: String(LEASE.buffer) });
    await saveRead(acme.team, await idOf("notes.txt"), { text: String(NOTES.buffer) });
    await saveRead(acme.team, await idOf("paper.pdf"), { text: "", problem: "password" });
    await page.reload();
    await page.getByText("1 file not readable").waitFor();
    await page.getByLabel("Search names, titles, tags and texts").fill("plagwitz");
    await page.getByRole("link", { name: "notes.txt" }).waitFor({ state: "detached" });
    await page.locator("mark", { hasText: "Plagwitz" }).waitFor();
    await page.getByText("The best matches first.").waitFor();
    await inspect(page, "documents-found");
    await page.getByLabel("Search names, titles, tags and texts").fill("");
    await page.getByRole("link", { name: "notes.txt" }).waitFor();
  });

  test("a file gets another name in its row, and keeps its ending", async () => {
    await page.getByRole("link", { name: "notes.txt" }).focus();
    await press(page, "r");
    await hasFocus(page, "Name of the file notes.txt");
    await inspect(page, "documents-rename");
    await page.keyboard.type("meeting.txt");
    await press(page, "Enter");
    await hasFocus(page, /meeting\.txt/);
    await until(async () => (await idOf("meeting.txt")) !== undefined);
  });

  test("what is selected stays so among pictures, is tagged, deleted and brought back", async () => {
    await acme.team.call("tags_create", { name: "Office" });
    await page.getByRole("link", { name: "meeting.txt" }).focus();
    await press(page, "x");
    await page.getByText("1 document selected").waitFor();
    await page.getByRole("button", { name: "Show as pictures" }).click();
    await page.locator("[data-tiles]").waitFor();
    await page.getByText("1 document selected").waitFor();
    await inspect(page, "documents-pictures");
    await page.getByRole("link", { name: "lease.txt" }).focus();
    await press(page, "x");
    await page.getByText("2 documents selected").waitFor();
    await page.getByRole("button", { name: "Show as a list" }).click();
    await page.getByText("2 documents selected").waitFor();
    await page.getByRole("button", { name: "Tag…" }).click();
    await hasFocus(page, "Tag");
    await page.keyboard.type("Off");
    await page.getByRole("option", { name: "Office" }).click();
    await page.getByRole("button", { name: "Add the tag" }).click();
    await page.getByText("2 documents tagged").first().waitFor();
    assert.equal((await documents()).filter(({ tags }) => tags.length === 1).length, 2);
    await page.getByRole("link", { name: "lease.txt" }).focus();
    await press(page, "x");
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByText("Unlinked from 1 tag, which stay", { exact: false }).waitFor();
    await hasFocus(page, "Cancel");
    await inspect(page, "documents-delete");
    await page.getByRole("button", { name: "Delete 1 document" }).click();
    await page.getByText("1 document deleted").first().waitFor();
    assert.equal((await documents()).length, 2);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByRole("link", { name: "lease.txt" }).waitFor();
    assert.equal((await documents()).length, 3);
  });

  test("a document's page tells what was met in its file, and its pages turn and zoom by keys", async () => {
    const id = await idOf("paper.pdf");
    await page.goto(`${acme.served.origin}/documents/${id}`);
    await page.getByText("A password protects this file").waitFor();
    await inspect(page, "document-unreadable");
    await saveRead(acme.team, id, { text: "Two pages", pages: 2 });
    await page.reload();
    await page.getByText("Page 1 of 2").waitFor();
    await page.getByRole("heading", { level: 1 }).focus();
    await press(page, "PageDown");
    await page.getByText("Page 2 of 2").waitFor();
    await press(page, "+");
    await page.getByRole("button", { name: "150 %" }).waitFor();
    await press(page, "0");
    await page.getByRole("button", { name: "100 %" }).waitFor();
    await page.getByRole("button", { name: "Previous page" }).click();
    await page.getByText("Page 1 of 2").waitFor();
    await page.getByRole("tab", { name: "Text" }).press("Enter");
    await page.getByText("Two pages").waitFor();
    await inspect(page, "document-text");
  });

  test("a document is deleted from its page, and comes back", async () => {
    await page.getByRole("button", { name: /^Actions for/ }).focus();
    await chooseItem(page, "Delete…");
    await hasFocus(page, "Cancel");
    await tabTo(page, "Delete the document");
    await press(page, "Enter");
    await page.waitForURL(/\/documents$/);
    assert.equal(await idOf("paper.pdf"), undefined);
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByRole("link", { name: "paper.pdf" }).waitFor();
  });

  test("a file is attached on a payment's sheet, removed, and brought back", async () => {
    const books = await Books.of(acme.team);
    const added = await books.add({ name: "Coworking Plagwitz", amount_minor: -5000 });
    await page.goto(`${acme.served.origin}/transactions`);
    await page.getByRole("link", { name: /Coworking Plagwitz/ }).press("Enter");
    await page.getByRole("button", { name: "Attach a file" }).waitFor();
    const receipt = { ...NOTES, name: "receipt.txt", buffer: Buffer.from("Coworking 50 EUR") };
    await page.getByLabel("Files for this payment", { exact: true }).setInputFiles([receipt]);
    const receipts = page.getByRole("list", { name: "Receipts" });
    await receipts.getByRole("link", { name: "receipt.txt" }).waitFor();
    await page.getByRole("button", { name: "Clear the list" }).press("Enter");
    await inspect(page, "transaction-receipts");
    await page.getByRole("button", { name: "Remove receipt.txt" }).press("Enter");
    await page.getByText("receipt.txt is removed from the payment.").first().waitFor();
    await receipts.waitFor({ state: "detached" });
    await page.keyboard.press("F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await receipts.getByRole("link", { name: "receipt.txt" }).waitFor();
    await acme.team.call("transactions_update_status", { id: added.id, status: "exported" });
    const fields = fieldsFrom({ amount_minor: 5000, tax_minor: 798, currency: "EUR" });
    await saveRead(acme.team, await idOf("receipt.txt"), { text: "Coworking", fields });
    await page.getByLabel("Files for this payment", { exact: true }).setInputFiles([receipt]);
    await page
      .getByText(/was there already\. The transaction was given to the accountant/)
      .waitFor();
  });
});
