import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { storedRows } from "../rows.ts";
import { addEntry, addProject } from "../tracker.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { focused, hasFocus, press, tabTo } from "./focus.ts";
import { resize } from "./redrawn.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

describe("a person sorts out the entries of days by keys", { skip }, () => {
  let acme: Acme;
  let page: Page;
  let ads: string;

  before(async () => {
    acme = await Acme.open("/time");
    page = acme.olga.page;
    ads = await addProject(acme.team, { name: "Ads" });
    await addProject(acme.team, { name: "Books" });
    for (const [description, date] of [
      ["One", "2026-11-20"],
      ["Two", "2026-11-19"],
      ["Three", "2026-11-18"],
    ] as const)
      await addEntry(acme.team, { project_id: ads, description, date, duration: 3600 });
    await page.getByText("Three").waitFor();
  });

  after(async () => {
    await acme?.close();
  });

  const onBooks = async () => {
    const rows = storedRows(await acme.team.state(), "tracker_entries");
    const moved = rows.filter(({ project_id }) => project_id !== ads);
    return new Set(moved.map(({ description }) => description));
  };

  test("J, K and arrows move between entries, Enter opens one, and the help tells it", async () => {
    await page.locator("#main").focus();
    await press(page, "j");
    await hasFocus(page, "Select One, Ads");
    await press(page, "ArrowDown");
    await hasFocus(page, "Select Two, Ads");
    await press(page, "j");
    await press(page, "j");
    await hasFocus(page, "Select Three, Ads");
    await press(page, "k");
    await hasFocus(page, "Select Two, Ads");
    await press(page, "Enter");
    const dialog = page.getByRole("dialog", { name: "Edit the entry" });
    await dialog.waitFor();
    assert.equal(await dialog.getByLabel(/^Description/).inputValue(), "Two");
    await press(page, "j");
    await press(page, "Escape");
    await dialog.waitFor({ state: "detached" });
    await hasFocus(page, "Select Two, Ads");
    await page.keyboard.press("?");
    await page.getByText("Next or previous entry").waitFor();
    await page.getByText("Open the entry, select it").waitFor();
    await press(page, "Escape");
    await page.getByText("Next or previous entry").waitFor({ state: "detached" });
  });

  test("the selected entries are moved to a project, with one undo for all", async () => {
    await page.getByRole("checkbox", { name: "Select One, Ads" }).focus();
    await press(page, "x");
    await page.getByText("1 entry selected, 1 h").waitFor();
    await press(page, "Shift+J");
    await page.getByText("2 entries selected, 2 h").waitFor();
    await inspect(page, "time-selected");
    await tabTo(page, "Move to project…").catch(async () =>
      page.getByRole("button", { name: "Move to project…" }).focus(),
    );
    await press(page, "Enter");
    await page.getByRole("dialog", { name: "Move 2 entries to a project" }).waitFor();
    await hasFocus(page, "Project");
    await inspect(page, "time-move");
    await page.keyboard.type("Boo");
    await page.locator("[role=option][data-highlighted]", { hasText: "Books" }).waitFor();
    await press(page, "Enter");
    await tabTo(page, "Move 2 entries");
    await press(page, "Enter");
    await page.getByText("2 entries are moved to Books.").waitFor();
    assert.deepEqual(await onBooks(), new Set(["One", "Two"]));
    assert.equal(await page.getByRole("checkbox", { checked: true }).count(), 0);
    assert.match(await focused(page), /^Select /);
    await press(page, "F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText("Undone.").waitFor();
    assert.deepEqual(await onBooks(), new Set());
  });

  test("Shift and a click select all up to an entry, and Esc selects none; no row moves", async () => {
    const placeOfThree = async () =>
      (await page.getByRole("checkbox", { name: "Select Three, Ads" }).boundingBox())?.y;
    const before = await placeOfThree();
    await page.getByRole("checkbox", { name: "Select One, Ads" }).click();
    await page.getByText("1 entry selected, 1 h").waitFor();
    assert.equal(await placeOfThree(), before);
    await resize(page, { width: 1280, height: 300 });
    await page.evaluate(`scrollTo(0, ${(before ?? 0) - 80})`);
    const bar = await page.getByRole("region", { name: "Selected entries" }).boundingBox();
    assert.equal(bar?.y, 0, "the bar stays in view");
    await resize(page, { width: 1280, height: 800 });
    await page.getByRole("checkbox", { name: "Select Three, Ads" }).click({ modifiers: ["Shift"] });
    await page.getByText("3 entries selected, 3 h").waitFor();
    await press(page, "Escape");
    await page.getByText("3 entries selected, 3 h").waitFor({ state: "detached" });
  });

  test("on a phone no row moves while entries are selected, and the bar covers none of them", async () => {
    await resize(page, { width: 360, height: 400 });
    const box = page.getByRole("checkbox", { name: "Select One, Ads" });
    await box.scrollIntoViewIfNeeded();
    const before = await placeIn(page, "Select One, Ads");
    await box.click();
    const bar = page.getByRole("region", { name: "Selected entries" });
    await bar.waitFor();
    assert.equal(await placeIn(page, "Select One, Ads"), before);
    await resize(page, { width: 360, height: 640 });
    assert.equal(await placeIn(page, "Select One, Ads"), before);
    await page.evaluate("scrollTo(0, document.body.scrollHeight)");
    const last = await page.locator("[data-entry]").last().boundingBox();
    const place = await bar.boundingBox();
    assert.ok(last !== null && place !== null && last.y + last.height <= place.y);
    const { y = 0 } = (await page.getByText(/^Total, /).boundingBox()) ?? {};
    assert.ok(place.y + place.height <= y, "nor the total below them");
    await page.evaluate("scrollTo(0, 0)");
    await inspect(page, "time-selected-narrow");
    await resize(page, { width: 360, height: 500 });
    await page.evaluate("document.activeElement.blur()");
    for (const row of await page.locator("[data-entry]").all()) {
      await row.getByRole("checkbox").focus();
      await untilClear(page);
    }
    await resize(page, { width: 360, height: 640 });
    await bar.getByRole("button", { name: "Select none" }).click();
    await bar.waitFor({ state: "detached" });
  });

  test("on a phone an entry has two lines, and a running timer one", async () => {
    await resize(page, { width: 360, height: 640 });
    for (const row of await page.locator("[data-rows] li").all())
      assert.ok(((await row.boundingBox())?.height ?? 99) <= 64, "in two lines");
    await acme.team.call("tracker_start_timer", { project_id: ads, description: "Banners" });
    const timer = page.getByRole("region", { name: "Running timer" });
    await timer.getByText("Banners").waitFor();
    assert.ok(((await timer.boundingBox())?.height ?? 99) <= 64, "in one line");
    await timer.getByRole("button", { name: /^Edit the timer/ }).click();
    await page.getByRole("dialog", { name: "Edit the timer" }).waitFor();
    await press(page, "Escape");
    await timer.getByRole("button", { name: "More on the timer" }).click();
    await page.getByRole("menuitem", { name: "Switch to other work…" }).click();
    await page.getByLabel("What are you working on?").waitFor();
    await inspectReflow(page, "time-narrow");
    assert.deepEqual(acme.olga.offences, []);
  });
});

/** Waits until the row with the focus stands above the bar of the selected entries. */
async function untilClear(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { document } = Object(globalThis);
    const row = document.activeElement.closest("[data-entry]").getBoundingClientRect();
    const bar = document.querySelector("[data-selected]").getBoundingClientRect();
    return row.bottom <= bar.top && row.top >= 0;
  });
}

/** Distance of a checkbox from the top of the page, however far it is scrolled. */
async function placeIn(page: Page, name: string): Promise<unknown> {
  return page.evaluate((name) => {
    const { document, scrollY } = Object(globalThis);
    const box = document.querySelector(`[aria-label="${name}"]`);
    return Math.round(box.getBoundingClientRect().top + scrollY);
  }, name);
}
