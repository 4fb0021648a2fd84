import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { PaperReader } from "../../src/reading/reader-process.ts";
import { madePdf, textAt } from "../made-pdf.ts";
import { jobsWith, worked } from "../outbox.ts";
import { UPLOAD } from "../papers.ts";
import { HOSTING, Receipts } from "../receipts.ts";
import { Books } from "../transactions.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { focused, hasFocus, press, tabTo } from "./focus.ts";
import { resize } from "./redrawn.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

/** A bill as a program writes it. */
function bill(vendor: string, number: string, day: string, total: string): Buffer {
  const lines = [vendor, `Invoice ${number}`, `Date: ${day}`, `Total EUR ${total}`];
  const words = lines.map((line, at) => textAt(60, 760 - at * 30, line, 16)).join("\n");
  return madePdf({ pages: [{ content: words }] });
}

/** A PNG of one pixel. */
const PIXEL = atob(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);

/** Gives a file to the page as a person drags, drops or pastes it: to the element that has the focus. */
async function give(
  page: Page,
  type: "dragover" | "drop" | "paste",
  name: string,
  content: string,
): Promise<void> {
  await page.evaluate(`${GIVEN}(${JSON.stringify([type, name, content])})`);
}

const GIVEN = `(([type, name, letters]) => {
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const files = new DataTransfer();
  files.items.add(new File([bytes], name));
  const given = { bubbles: true, cancelable: true, dataTransfer: files, clipboardData: files };
  const event = type === "paste" ? new ClipboardEvent(type, given) : new DragEvent(type, given);
  document.activeElement.dispatchEvent(event);
})`;

describe("a person matches receipts with payments by keyboard", { skip }, () => {
  let acme: Acme;
  let page: Page;
  let books: Books;
  const reader = new PaperReader();

  before(async () => {
    acme = await Acme.open("/receipts", null, { draw: (page) => reader.draw(page) });
    page = acme.olga.page;
    books = await Books.of(acme.team);
  });

  after(async () => {
    await reader.stop();
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  /** Does the work of the background. */
  async function work(): Promise<void> {
    await worked(acme.world, jobsWith(null, reader));
  }

  async function counts() {
    return books.app.ask("GET /api/teams/:team/inbox/counts", { team: acme.team.id });
  }

  async function upload(name: string, content: Buffer | string): Promise<string> {
    acme.world.pass(1000);
    const sent = { team: acme.team.id, to: "inbox", name } as const;
    const { item_id } = await books.app.upload(UPLOAD, sent, Buffer.from(content));
    return item_id ?? assert.fail("it is not in the inbox");
  }

  test("an empty inbox says what to do", async () => {
    await page.getByText("No receipt waits").waitFor();
    await inspect(page, "receipts-empty");
  });

  test("a file is chosen by the button, sent, read, and its payment is suggested with reasons", async () => {
    await books.add({ name: "Hosting GmbH", date: "2026-11-03", amount_minor: -11_900 });
    await books.add({ name: "Corner Cafe", date: "2026-11-04", amount_minor: -2400 });
    const choosing = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Upload receipts" }).press("Enter");
    const chooser = await choosing;
    await chooser.setFiles([
      {
        name: "hosting.pdf",
        mimeType: "application/pdf",
        buffer: bill("Hosting GmbH", "RE-2026-0001", "31.10.2026", "119.00"),
      },
      {
        name: "cafe.pdf",
        mimeType: "application/pdf",
        buffer: bill("Corner Cafe", "B-77", "04.11.2026", "24.00"),
      },
    ]);
    const uploads = page.getByRole("region", { name: "Uploads" });
    const link = uploads.getByRole("link", { name: "Open hosting.pdf" });
    await link.waitFor();
    await uploads.getByRole("link", { name: "Open cafe.pdf" }).waitFor();
    assert.match((await link.getAttribute("href")) ?? "", /^\/receipts\//);
    await work();
    await page.getByText("Payment found").nth(1).waitFor();
    assert.deepEqual(await counts(), { review: 2, reading: 0, suggested: 2 });
    await uploads.getByRole("button", { name: "Clear the list" }).press("Enter");
  });

  test("J and K go among the lines, with the receipt beside them", async () => {
    await page.locator("main h1").focus();
    await press(page, "j");
    await hasFocus(page, /Hosting GmbH|Corner Cafe/);
    const first = await focused(page);
    const second = first === "Hosting GmbH" ? "Corner Cafe" : "Hosting GmbH";
    await press(page, "j");
    await hasFocus(page, second);
    await page.getByRole("heading", { level: 2, name: second }).waitFor();
    await press(page, "k");
    await hasFocus(page, first);
    await press(page, "ArrowDown");
    await hasFocus(page, second);
    await press(page, "ArrowUp");
    await hasFocus(page, first);
  });

  test("the reasons have a mark, a word, and both values, and a field's place is marked in the picture", async () => {
    await goTo("Hosting GmbH");
    const why = page.getByRole("list", { name: "Why" }).first();
    await why.getByText("✓").first().waitFor();
    await why.getByText("fits", { exact: false }).first().waitFor();
    await page.getByRole("img", { name: /^Page 1 of hosting\.pdf/ }).waitFor();
    await press(page, "e");
    await hasFocus(page, /^From/);
    await page.locator(".viewer-mark").waitFor();
    await inspect(page, "receipts");
    await pictures("receipts-tablet", 768);
  });

  test("Enter matches, the next receipt is chosen with the focus and announced, and Undo comes back", async () => {
    await goTo("Hosting GmbH");
    await press(page, "Enter");
    const told = page.getByText(/^Hosting GmbH is matched with Hosting GmbH\. Next: Corner Cafe\./);
    await told.first().waitFor();
    await hasFocus(page, "Corner Cafe");
    await page.getByRole("heading", { level: 2, name: "Corner Cafe" }).waitFor();
    assert.deepEqual(await counts(), { review: 1, reading: 0, suggested: 1 });
    // The toast of the upload may stand beside it still.
    const toast = page.locator(".toasts > *", { has: told });
    await toast.getByRole("button", { name: "Undo" }).press("Enter");
    await page.getByText("Undone.").first().waitFor();
    await hasFocus(page, "Hosting GmbH");
    await work();
    await page.getByText("Payment found").nth(2).waitFor();
    assert.deepEqual(await counts(), { review: 2, reading: 0, suggested: 2 });
  });

  test("N takes a suggestion away, S searches the payments, and one is matched", async () => {
    await goTo("Corner Cafe");
    await press(page, "n");
    await page.getByText("Corner Cafe is not suggested for it any more.").first().waitFor();
    await work();
    await page
      .getByText(
        /^No booked payment from .* to .* is like it\. No file of a bank was imported yet\./,
      )
      .waitFor();
    await page.locator("main h1").focus();
    await press(page, "s");
    await hasFocus(page, /^Search payments/);
    await page.keyboard.type("corner");
    await page.getByRole("button", { name: "Match with Corner Cafe" }).press("Enter");
    await page
      .getByText(/^Corner Cafe is matched with Corner Cafe\./)
      .first()
      .waitFor();
    await hasFocus(page, "Hosting GmbH");
  });

  test("A archives, Delete deletes from the inbox alone, and the last one leaves the focus on the title", async () => {
    const id = await upload("note.txt", "A note without an amount");
    await work();
    await page.goto(`${acme.served.origin}/receipts/${id}`);
    await page.getByText("fill in what is missing", { exact: false }).waitFor();
    await inspect(page, "receipts-unmatched");
    await press(page, "a");
    await page
      .getByText(/is archived\. Next: Hosting GmbH\./)
      .first()
      .waitFor();
    await hasFocus(page, "Hosting GmbH");
    await press(page, "F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText("Undone.").first().waitFor();
    await hasFocus(page, /^A note/);
    await press(page, "a");
    await hasFocus(page, "Hosting GmbH");
    await press(page, "Delete");
    await page
      .getByText(/Hosting GmbH is deleted from the inbox; the file stays\./)
      .first()
      .waitFor();
    await page.getByText("No receipt waits").waitFor();
    await hasFocus(page, "Receipts");
    await page.getByRole("link", { name: "Archived" }).press("Enter");
    await page.getByRole("link", { name: "A note without an amount" }).waitFor();
  });

  test("a copy is told with both choices", async () => {
    const receipts = await Receipts.of(acme.team);
    // Papers of one number are a group.
    const { number: _number, ...unnumbered } = HOSTING;
    const read = { ...unnumbered, vendor: "Rent AG", vendor_key: "name:rent ag" };
    await receipts.add(read, "first.txt");
    const id = await receipts.add(read, "second.txt");
    assert.notEqual((await receipts.get(id)).duplicate, null);
    await page.goto(`${acme.served.origin}/receipts/${id}`);
    await page.getByText("Is this a copy?").waitFor();
    await page.getByRole("list", { name: "Receipts" }).getByText("Probably a copy").waitFor();
    await page.getByRole("button", { name: "Delete this one" }).waitFor();
    await inspect(page, "receipts-copy");
    await page.getByRole("button", { name: "Keep both" }).press("Enter");
    await page.getByText("Both are kept.").first().waitFor();
    await page.getByText("Is this a copy?").waitFor({ state: "detached" });
  });

  test("on a phone the chosen receipt stands alone, and leads back to the list", async () => {
    await work();
    await resize(page, { width: 360, height: 740 });
    await page.goto(`${acme.served.origin}/receipts`);
    const line = page.getByRole("list", { name: "Receipts" }).getByRole("link").first();
    await line.waitFor();
    assert.equal(await page.getByRole("heading", { name: "What was read" }).count(), 0);
    await line.press("Enter");
    await page.getByRole("heading", { name: "What was read" }).waitFor();
    await page.getByRole("link", { name: "Receipts" }).first().waitFor();
    await resize(page, { width: 1280, height: 800 });
  });

  test("files are dropped anywhere and pasted, and a phone's camera is asked for the back one", async () => {
    await page.goto(`${acme.served.origin}/receipts`);
    await page.getByRole("button", { name: "Upload receipts" }).waitFor();
    const uploads = page.getByRole("region", { name: "Uploads" });
    const target = page.getByText("Drop the receipts");
    await give(page, "dragover", "dropped.txt", "Kiosk, total EUR 4.20");
    await target.waitFor();
    await give(page, "drop", "dropped.txt", "Kiosk, total EUR 4.20");
    await target.waitFor({ state: "detached" });
    await uploads.getByRole("link", { name: "Open dropped.txt" }).waitFor();
    // Pasteboards give every picture the same name.
    await give(page, "paste", "image.png", PIXEL);
    await uploads
      .getByRole("link", { name: /^Open Picture \d{4}-\d\d-\d\d [\d.]+\.png$/ })
      .waitFor();
    // A field takes what is pasted into it.
    await page.getByLabel("Search receipts").focus();
    await give(page, "paste", "image.png", PIXEL);
    assert.equal(await uploads.getByRole("listitem").count(), 2);
    const camera = page.getByLabel("Files for the receipts: picture of the camera");
    assert.equal(await camera.getAttribute("capture"), "environment");
    assert.equal(await camera.getAttribute("accept"), "image/*");
    await work();
    await uploads.getByRole("button", { name: "Clear the list" }).press("Enter");
  });

  test("a list that cannot be loaded says so, and is loaded again", async () => {
    const path = `**/api/teams/*/inbox?*`;
    await page.route(path, (route) => route.abort());
    await page.goto(`${acme.served.origin}/receipts?tab=done`);
    await page.getByText("The receipts could not be loaded").waitFor();
    await page.unroute(path);
    await page.reload();
    await page.getByRole("list", { name: "Receipts" }).getByRole("link").first().waitFor();
  });

  async function goTo(name: string): Promise<void> {
    await page.locator("main h1").focus();
    await press(page, "j");
    await hasFocus(page, /Hosting GmbH|Corner Cafe/);
    const names = await page
      .getByRole("list", { name: "Receipts" })
      .getByRole("link")
      .allInnerTexts();
    const steps = names.indexOf(name) - names.indexOf((await focused(page)) ?? "");
    if (steps !== 0) await press(page, steps > 0 ? "j" : "k");
    await hasFocus(page, name);
    await page.getByRole("heading", { level: 2, name }).waitFor();
  }

  async function pictures(name: string, width: number): Promise<void> {
    const folder = process.env["JOURNEY_PICTURES"];
    await resize(page, { width, height: 1000 });
    if (folder !== undefined)
      await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
    await resize(page, { width: 1280, height: 800 });
  }
});
