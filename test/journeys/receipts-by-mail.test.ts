import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { sendMail } from "../mail-dialog.ts";
import { openMailDoor } from "../mail-door.ts";
import { mailOf } from "../papers.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus, press, tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
const FROM = "billing@muster.example";

describe("a team gets receipts by mail", { skip }, () => {
  let acme: Acme;
  let page: Page;
  let door: Awaited<ReturnType<typeof openMailDoor>>;

  before(async () => {
    acme = await Acme.open("/settings/team");
    page = acme.olga.page;
    door = await openMailDoor(acme.world);
  });

  after(async () => {
    await door?.stop();
    await acme?.close();
  });

  const shownAddress = async () =>
    (await page.locator("code", { hasText: "@receipts.example" }).textContent()) ?? "";
  const goTo = async (path: string) => page.goto(acme.served.origin + path);

  test("an owner makes the address, and an empty inbox names it", async () => {
    await page.getByRole("button", { name: "Make an address" }).waitFor();
    await inspect(page, "no-inbox-address");
    await tabTo(page, "Make an address");
    await press(page, "Enter");
    await page.getByText("The team has an address for receipts.").waitFor();
    const address = await shownAddress();
    await inspect(page, "inbox-address");
    await inspectReflow(page, "inbox-address");
    await goTo("/receipts");
    await page.getByText(`Or forward them to ${address}.`).waitFor();
  });

  test("a mail of a stranger is told as such", async () => {
    await goTo("/settings/team");
    const to = await shownAddress();
    const raw = mailOf([{ type: "text/plain", body: "Thank you for 12.00 EUR." }]);
    assert.match(await sendMail(door.port, { raw, from: FROM, to }), /^250 /);
    await goTo("/receipts?tab=reading");
    await page.getByText("By mail from Muster Shop <billing@muster.example>").waitFor();
    await page.getByText("From outside the team").waitFor();
    await inspect(page, "receipt-by-mail");
    await goTo("/activity");
    await page.getByText("A mail brought in the receipt Your receipt.eml").first().waitFor();
  });

  test("a new address ends the old one, once that is confirmed", async () => {
    await goTo("/settings/team");
    const to = await shownAddress();
    await page.getByRole("button", { name: "Make a new address" }).click();
    const dialog = page.getByRole("dialog", { name: "Make a new address for receipts?" });
    await dialog.waitFor();
    await inspect(page, "renew-inbox-address");
    await hasFocus(page, "Cancel");
    await press(page, "Enter");
    await dialog.waitFor({ state: "detached" });
    assert.equal(await shownAddress(), to);
    await page.getByRole("button", { name: "Make a new address" }).click();
    await dialog.getByRole("button", { name: "Make a new address" }).click();
    await page.getByText("The team has a new address for receipts.").waitFor();
    await page.getByText(to).waitFor({ state: "detached" });
    const raw = mailOf([{ type: "text/plain", body: "Late." }]);
    assert.match(await sendMail(door.port, { raw, from: FROM, to }), /^550 /);
  });
});
