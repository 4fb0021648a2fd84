import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { statusOf } from "../oauth.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { chooseItem, hasFocus, tabTo } from "./focus.ts";
import { resize } from "./redrawn.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

describe("a person keeps an API key without a mouse", { skip }, () => {
  let acme: Acme;
  let page: Page;
  let first = "";
  let second = "";

  before(async () => {
    acme = await Acme.open("/settings/developer");
    page = acme.olga.page;
    // On the smallest screen the sticky parts could cover the focused element.
    await resize(page, { width: 360, height: 640 });
    await acme.olga.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  });

  after(async () => {
    await acme?.close();
  });

  test("what a key unlocks is told before it is made", async () => {
    await page.getByText("Test key").waitFor();
    await tabTo(page, "Make an API key");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Make an API key" }).waitFor();
    await hasFocus(page, "Name");
    await page.keyboard.type("Laptop");
    await unlocks("Create and change: nothing.");
    await tabTo(page, "Read OnlySees everything, changes nothing.");
    await page.keyboard.press("ArrowDown");
    await unlocks("Create and change: every tool that writes, sending invoices included.");
    await unlocks("Delete: not now: tools that delete are off for the team.");
    await page.keyboard.press("ArrowDown");
    await unlocks("Read: nothing yet. Choose what it may do.");
    await tabTo(page, "ReadEvery tool that reads, on all of the team’s data.");
    await page.keyboard.press("Space");
    await unlocks("Read: every tool that reads, on all of the team’s data, for any resource.");
    await unlocks("Create and change: nothing.");
    await page.keyboard.press("ArrowDown");
    await unlocks("Create and change: every tool that writes, sending invoices included.");
    await unlocks("Delete: nothing. That takes a key with All.");
    await tabTo(page, "Advanced: choose single scopes");
    await page.keyboard.press("Enter");
    await tabTo(page, "Set all to None");
    await page.keyboard.press("Enter");
    await unlocks("Read: nothing yet. Choose what it may do.");
    await tabTo(page, "Tags: None");
    await page.keyboard.press("ArrowRight");
    await unlocks("Read: every tool that reads");
    await page.keyboard.press("ArrowRight");
    await unlocks("tags.write alone opens every tool that writes, sending invoices included.");
  });

  test("the key is shown once, and neither Esc nor Back loses it", async () => {
    await tabTo(page, "Make the key");
    await page.keyboard.press("Enter");
    await secretShown();
    await page.keyboard.press("Escape");
    await page.getByRole("alert").getByText("The key is not saved yet").waitFor();
    await page.evaluate("history.back()");
    await secretShown();
    assert.equal(await leavingAsks(), true);
    first = await page.getByLabel("API key", { exact: true }).inputValue();
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("Copied").waitFor();
    assert.equal(await page.evaluate("navigator.clipboard.readText()"), first);
    assert.equal(await leavingAsks(), false);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await hasFocus(page, /^Actions for Laptop, svc_….{4}$/);
    assert.equal(new URL(page.url()).search, "");
  });

  test("the key does what was told, and no more", async () => {
    const laptop = acme.team.withKey(first);
    await laptop.call("customers_create", { name: "Anna", email: "anna@acme.example" });
    await laptop.refused("customers_delete", { id: acme.team.id });
  });

  test("rotating it at once ends the old one", async () => {
    await chooseItem(page, "Rotate…");
    await page.getByRole("dialog", { name: "Rotate the key" }).waitFor();
    await tabTo(page, "In 24 hours22 Nov 2026, 09:00.");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowUp");
    await tabTo(page, "Rotate the key");
    await page.keyboard.press("Enter");
    await secretShown();
    await page.getByText("no longer works.").waitFor();
    second = await page.getByLabel("API key", { exact: true }).inputValue();
    await tabTo(page, "I have saved it");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await hasFocus(page, /^Actions for Laptop, svc_….{4}$/);
    assert.deepEqual(await Promise.all([first, second].map(works)), [false, true]);
  });

  test("what is not wanted after all is left with Esc, and the focus returns", async () => {
    await chooseItem(page, "Revoke…");
    await page.getByRole("dialog", { name: "Revoke the key" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await hasFocus(page, /^Actions for Laptop, svc_….{4}$/);
    assert.equal(await works(second), true);
  });

  test("revoking it takes one press, and the focus goes to the next key", async () => {
    await chooseItem(page, "Revoke…");
    await tabTo(page, "Revoke the key");
    await page.keyboard.press("Enter");
    await page.getByText("Laptop is revoked.").waitFor();
    await hasFocus(page, /^Actions for Test key/);
    assert.equal(await works(second), false);
  });

  test("no page broke its content policy, threw, or asked another host for anything", () => {
    assert.deepEqual(acme.olga.offences, []);
  });

  async function works(key: string): Promise<boolean> {
    return (await statusOf(acme.team, key)) === 200;
  }

  async function unlocks(words: string): Promise<void> {
    await page.getByRole("region", { name: "Access of this key" }).getByText(words).waitFor();
  }

  async function secretShown(): Promise<void> {
    await page.getByRole("dialog", { name: "Save the key now" }).waitFor();
    await hasFocus(page, "Copy key");
  }

  /** True if the browser would ask before the tab is closed. */
  async function leavingAsks(): Promise<boolean> {
    return page.evaluate(`!window.dispatchEvent(new Event("beforeunload", { cancelable: true }))`);
  }
});
