import assert from "node:assert/strict";
import { after, before, beforeEach, describe, test } from "node:test";
import type { Page, Route } from "playwright-core";
import { storedRows } from "../rows.ts";
import { addEntry, addProject } from "../tracker.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus, press } from "./focus.ts";
import { resize } from "./redrawn.ts";
import { refuse } from "./refused.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
const CELL = /\/api\/teams\/[^/]+\/week\/cell/;
const ENTRY = /\/api\/teams\/[^/]+\/entries\/[^/]+$/;
const ASKS_BEFORE_UNLOAD = `!window.dispatchEvent(new Event("beforeunload", { cancelable: true }))`;

describe("what is typed into time is not lost when the page is left", { skip }, () => {
  let acme: Acme;
  let page: Page;

  before(async () => {
    acme = await Acme.open("/time/week");
    page = acme.olga.page;
    const project_id = await addProject(acme.team, { name: "Ads" });
    await addEntry(acme.team, { project_id, date: "2026-11-16", duration: 3600 });
  });

  beforeEach(async () => {
    await page.goto(new URL("/time", page.url()).href);
    await page.getByRole("link", { name: "Week", exact: true }).click();
    await page.locator("#cell-0-0").waitFor();
  });

  after(async () => {
    await acme?.close();
  });

  const question = () => page.getByRole("dialog", { name: "Leave without saving?" });
  const asksBeforeUnload = async () => page.evaluate(ASKS_BEFORE_UNLOAD);
  const secondsOf = async (day: string) =>
    storedRows(await acme.team.state(), "tracker_entries").find(({ date }) => date === day)
      ?.duration;

  test("an open cell is guarded as long as its text says another time", async () => {
    await page.locator("#cell-0-0").focus();
    await press(page, "Enter");
    assert.equal(await asksBeforeUnload(), false, "nothing is typed");
    await page.keyboard.type("60m");
    assert.equal(await asksBeforeUnload(), false, "the same time in other words");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("2");
    assert.equal(await asksBeforeUnload(), true);
    await page.goBack();
    await question().waitFor();
    await page.getByRole("button", { name: "Stay here" }).click();
    await hasFocus(page, "Ads, Mon 16 Nov");
    assert.equal(await page.locator("#cell-0-0 input").inputValue(), "2");
    assert.equal(await secondsOf("2026-11-16"), 3600, "nothing was sent");
    await page.goBack();
    await page.getByRole("button", { name: "Leave", exact: true }).click();
    await page.waitForURL((url) => url.pathname === "/time");
    assert.equal(await secondsOf("2026-11-16"), 3600);
  });

  test("a link waits for the server's answer", async () => {
    const held = hold(CELL);
    await page.locator("#cell-0-1").focus();
    await page.keyboard.type("3");
    await page.getByRole("link", { name: "Calendar", exact: true }).click();
    const route = await held;
    assert.equal(await asksBeforeUnload(), true);
    assert.match(page.url(), /\/time\/week$/);
    await question().waitFor();
    await page.getByText("What you typed here is still being saved.").waitFor();
    await route.continue();
    await page.waitForURL("**/time/calendar");
    await question().waitFor({ state: "detached" });
    assert.equal(await secondsOf("2026-11-17"), 10_800);
  });

  test("a link asks when the server refuses", async () => {
    const held = hold(CELL);
    await page.locator("#cell-0-2").focus();
    await page.keyboard.type("4");
    await page.getByRole("link", { name: "Calendar", exact: true }).click();
    await refuse(await held);
    await question().waitFor();
    await page.getByRole("button", { name: "Stay here" }).click();
    await page.getByText("The day is locked.").waitFor();
    await page
      .locator("#cell-0-2")
      .getByText(/not saved: 4$/)
      .waitFor();
    assert.equal(await secondsOf("2026-11-18"), undefined);
  });

  test("a text without meaning that stays in its cell is asked about", async () => {
    await page.locator("#cell-0-3").focus();
    await page.keyboard.type("1:5");
    await press(page, "Enter");
    await page.getByText("Write the minutes with two digits.").waitFor();
    assert.equal(await asksBeforeUnload(), true);
    await page.getByRole("link", { name: "Calendar", exact: true }).click();
    await question().waitFor();
    await page.getByRole("button", { name: "Stay here" }).click();
    await page.locator("#cell-0-3").getByText("1:5").waitFor();
  });

  test("a cell that is open while the window gets narrow, or a field while it gets wide, is saved", async () => {
    await page.locator("#cell-0-4").focus();
    await page.keyboard.type("6");
    await resize(page, { width: 360, height: 640 });
    await page.getByRole("button", { name: /^Fri 20 Nov, 6:00/ }).click();
    await page.getByLabel("Ads").fill("7");
    await resize(page, { width: 1280, height: 800 });
    await page.locator("#cell-0-4").getByText("7:00").waitFor();
    await page.getByRole("status").filter({ hasText: "Ads, Fri 20 Nov: saved" }).waitFor();
    assert.equal(await secondsOf("2026-11-20"), 25_200);
  });

  test("on a phone a day's field is guarded, and a link waits for its save", async () => {
    await resize(page, { width: 360, height: 640 });
    await page.getByRole("button", { name: /^Thu 19 Nov/ }).click();
    await page.getByLabel("Ads").fill("5");
    assert.equal(await asksBeforeUnload(), true);
    await page.goBack();
    await question().waitFor();
    await page.getByRole("button", { name: "Stay here" }).click();
    assert.equal(await page.getByLabel("Ads").inputValue(), "5");
    const held = hold(CELL);
    await page.getByLabel("Ads").focus();
    await page.getByRole("link", { name: "Calendar", exact: true }).click();
    await refuse(await held);
    await question().waitFor();
    await page.getByRole("button", { name: "Stay here" }).click();
    await page.getByText("The day is locked.").waitFor();
    assert.equal(await page.getByLabel("Ads").inputValue(), "5");
    await resize(page, { width: 1280, height: 800 });
  });

  test("a field that is edited where it is read waits and asks likewise", async () => {
    await page.getByRole("link", { name: "Tracker", exact: true }).click();
    await page.getByRole("button", { name: "Add description" }).first().click();
    await page.getByRole("textbox", { name: /^Description/ }).fill("Banners");
    const held = hold(ENTRY);
    await page.getByRole("link", { name: "Calendar", exact: true }).click();
    await refuse(await held);
    await question().waitFor();
    await page.getByRole("button", { name: "Stay here" }).click();
    assert.equal(await page.getByRole("textbox", { name: /^Description/ }).inputValue(), "Banners");
    const second = hold(ENTRY);
    await page.getByRole("button", { name: "Retry" }).click();
    const route = await second;
    await page.getByRole("link", { name: "Calendar", exact: true }).click();
    await route.continue();
    await page.waitForURL(/\/time\/calendar/);
    const rows = storedRows(await acme.team.state(), "tracker_entries");
    assert.ok(rows.some(({ description }) => description === "Banners"));
  });

  /** Holds the next request to an address until the test lets it go on. */
  async function hold(address: RegExp): Promise<Route> {
    return new Promise((resolve) => {
      void page.route(address, resolve, { times: 1 });
    });
  }
});
