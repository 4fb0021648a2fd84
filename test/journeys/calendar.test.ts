import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import { storedRows } from "../rows.ts";
import { addEntry, addProject } from "../tracker.ts";
import { WebApp } from "../web.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus, press, tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { valueIs } from "./values.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
const QUARTER_PX = 12;
const FORM = /^(Add time|Edit the entry)$/;

describe("a person lays out their time on the calendar", { skip }, () => {
  let acme: Acme;
  let page: Page;
  let project_id: string;
  let entry: string;

  before(async () => {
    acme = await Acme.open("/time");
    page = acme.olga.page;
    project_id = await addProject(acme.team, { name: "Website" });
    entry = await addEntry(acme.team, {
      project_id,
      date: "2026-11-17",
      start: "2026-11-17T09:00:00.000Z",
      stop: "2026-11-17T10:00:07.000Z",
      duration: 3607,
      description: "Sketches",
    });
    await addEntry(acme.team, { project_id, date: "2026-11-18", description: "No times" });
  });

  after(async () => {
    await acme?.close();
  });

  const block = (name: string | RegExp) => page.getByRole("button", { name });
  const stored = async () => {
    const rows = storedRows(await acme.team.state(), "tracker_entries");
    const { date, start, stop } = rows.find(({ id }) => id === entry) ?? assert.fail("it is gone");
    return [date, start?.slice(11, 19), stop?.slice(11, 19)].join(" ");
  };
  const becomes = async (times: string) => {
    for (let look = 0; look < 200 && (await stored()) !== times; look += 1) await setTimeout(25);
    assert.equal(await stored(), times);
  };

  /** Takes the last change back with the keyboard. */
  const undo = async () => {
    await press(page, "F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
  };
  /** Chooses the project in the open form and saves it, with the keyboard. */
  const addWebsite = async () => {
    const dialog = page.getByRole("dialog", { name: "Add time" });
    await dialog.getByRole("combobox", { name: "Project" }).focus();
    await page.keyboard.type("Web");
    await page.getByRole("option", { name: "Website" }).waitFor();
    await press(page, "Enter");
    await tabTo(page, "Add the entry");
    await press(page, "Enter");
    await dialog.waitFor({ state: "detached" });
  };
  /** Changes the entry as another person does, of which this page hears nothing. */
  const changeMeanwhile = async (change: object) => {
    const app = await WebApp.of(acme.team);
    const own = { team: acme.team.id, id: entry };
    const { version: seen } = await app.ask("GET /api/teams/:team/entries/:id", own);
    await app.ask("PATCH /api/teams/:team/entries/:id", { ...own, seen, ...change });
  };

  test("a week has its days side by side, with entries as blocks and those without times above", async () => {
    await page.getByRole("link", { name: "Calendar", exact: true }).focus();
    await press(page, "Enter");
    await page.waitForURL("**/time/calendar");
    await block(named("Website", "09:00–10:00", "Sketches", "Tue 17 Nov", "1:00")).waitFor();
    await page.getByRole("heading", { name: "Wed 18 Nov" }).waitFor();
    await block(/^Website ?, without a start, 1:00$/).waitFor();
    for (const day of ["Mon 16 Nov", "Sun 22 Nov"])
      await page.getByRole("region", { name: day, exact: true }).waitFor();
    await inspect(page, "calendar-week");
    await inspectReflow(page, "calendar-week");
  });

  test("weekends are shaded, and days without time say so and offer the form", async () => {
    const [friday = "", saturday = ""] = await Promise.all(
      ["Fri 20 Nov", "Sat 21 Nov"].map(async (name) =>
        page
          .getByRole("region", { name, exact: true })
          .evaluate((day) => String(Object(globalThis).getComputedStyle(day).backgroundColor)),
      ),
    );
    assert.notEqual(friday, saturday);
    await page.goto(new URL("/time/calendar?day=2026-11-04", page.url()).href);
    await page.getByText("No time from 2 to 8 Nov 2026.").waitFor();
    await inspect(page, "calendar-empty");
    await page.getByRole("link", { name: "Calendar", exact: true }).focus();
    await tabTo(page, "Add time…");
    await press(page, "Enter");
    const dialog = page.getByRole("dialog", { name: "Add time" });
    assert.equal(await dialog.getByLabel("Day").inputValue(), "2026-11-02");
    await press(page, "Escape");
    await dialog.waitFor({ state: "detached" });
    await page.goto(new URL("/time/calendar", page.url()).href);
    await block(at("Tue 17 Nov", "09:00–10:00")).waitFor();
    assert.equal(await page.getByText("No time from").count(), 0);
  });

  test("a block is dragged to another day and time, keeps its length to the second, and is taken back", async () => {
    const found = block(at("Tue 17 Nov", "09:00"));
    const { x, y } = await middle(found);
    const { width } = await box(page.getByRole("region", { name: "Tue 17 Nov", exact: true }));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + width, y + 2 * QUARTER_PX, { steps: 5 });
    await block(at("Wed 18 Nov", "09:30–10:30")).waitFor();
    assert.equal(await stored(), "2026-11-17 09:00:00 10:00:07", "nothing is saved before the end");
    await page.mouse.up();
    await becomes("2026-11-18 09:30:00 10:30:07");
    await page.getByText("Website is Wed 18 Nov 09:30–10:30 now.").waitFor();
    assert.equal(
      await page.getByRole("dialog", { name: FORM }).count(),
      0,
      "the end of a drag is no click",
    );
    await undo();
    await becomes("2026-11-17 09:00:00 10:00:07");
    await block(at("Tue 17 Nov", "09:00–10:00")).waitFor();
  });

  test("its edges are dragged, and Esc takes a drag back", async () => {
    const found = block(at("Tue 17 Nov", "09:00"));
    const { x, y, width, height } = await box(found);
    await drag(page, [x + width / 2, y + height - 2], [0, 2 * QUARTER_PX]);
    await becomes("2026-11-17 09:00:00 10:30:00");
    await block(at("Tue 17 Nov", "09:00–10:30")).waitFor();
    await drag(page, [x + width / 2, y + 2], [0, -QUARTER_PX]);
    await becomes("2026-11-17 08:45:00 10:30:00");
    await block(at("Tue 17 Nov", "08:45–10:30")).waitFor();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + 200, { steps: 4 });
    await block(at("Tue 17 Nov", "1")).waitFor();
    await page.keyboard.press("Escape");
    await block(at("Tue 17 Nov", "08:45–10:30")).waitFor();
    await page.mouse.up();
    assert.equal(await page.getByRole("dialog", { name: FORM }).count(), 0);
    assert.equal(await stored(), "2026-11-17 08:45:00 10:30:00");
  });

  test("time is drawn with the mouse, and the form begins with it", async () => {
    const day = page.getByRole("region", { name: "Thu 19 Nov", exact: true });
    const { x, y } = await box(day);
    const { y: nine } = await box(block(at("Tue 17 Nov", "08:45")));
    assert.ok(nine > y);
    await drag(page, [x + 20, nine + 5], [0, 3 * QUARTER_PX]);
    const dialog = page.getByRole("dialog", { name: "Add time" });
    await dialog.waitFor();
    assert.equal(await dialog.getByLabel("Start").inputValue(), "8:45");
    assert.equal(await dialog.getByLabel("End").inputValue(), "9:45");
    await valueIs(page, "Time", "1:00");
    await dialog.getByLabel(/^Time/).fill("1:30");
    await valueIs(page, "End", "");
    await dialog.getByLabel("End").fill("9:45");
    await valueIs(page, "Time", "1:00");
    await addWebsite();
    await block(at("Thu 19 Nov", "08:45–09:45")).waitFor();
  });

  test("a click adds an hour there, and a click on a block opens its form", async () => {
    const { x } = await box(page.getByRole("region", { name: "Fri 20 Nov", exact: true }));
    const { y } = await box(block(at("Thu 19 Nov", "08:45")));
    await page.mouse.click(x + 20, y + 4);
    const dialog = page.getByRole("dialog", { name: "Add time" });
    assert.equal(await dialog.getByLabel("Start").inputValue(), "8:45");
    assert.equal(await dialog.getByLabel("End").inputValue(), "9:45");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await block(at("Thu 19 Nov", "08:45")).click();
    await page.getByRole("dialog", { name: "Edit the entry" }).waitFor();
    await page.keyboard.press("Escape");
    await hasFocus(page, at("Thu 19 Nov", "08:45"));
  });

  test("by keyboard, an entry is moved and resized in steps, and several keys are one change", async () => {
    await page.waitForLoadState("networkidle");
    const { length: before } = await acme.team.journal();
    await page.getByRole("link", { name: "Calendar", exact: true }).focus();
    await tabTo(page, "Website, 08:45–09:45, Thu 19 Nov, 1:00");
    await press(page, "ArrowLeft");
    await hasFocus(page, named("Website", "08:45–10:30", "Sketches", "Tue 17 Nov", "1:45"));
    await press(page, "Control+ArrowDown");
    await press(page, "Control+ArrowDown");
    await press(page, "Control+ArrowRight");
    await press(page, "Shift+ArrowUp");
    await hasFocus(page, named("Website", "09:15–10:45", "Sketches", "Wed 18 Nov", "1:30"));
    await page.getByText("Wed 18 Nov 09:15–10:45", { exact: true }).waitFor();
    await becomes("2026-11-18 09:15:00 10:45:00");
    await page.getByText("Website is Wed 18 Nov 09:15–10:45 now.").waitFor();
    await hasFocus(page, at("Wed 18 Nov", "09:15"));
    assert.equal((await acme.team.journal()).length, before + 1);
    await press(page, "Control+Alt+ArrowUp");
    await becomes("2026-11-18 09:14:00 10:44:00");
    await press(page, "ArrowRight");
    await hasFocus(page, at("Thu 19 Nov", "08:45"));
    await press(page, "ArrowLeft");
    await hasFocus(page, at("Wed 18 Nov", "09:14"));
    await press(page, "Enter");
    await page.getByRole("dialog", { name: "Edit the entry" }).waitFor();
    await press(page, "Escape");
    await hasFocus(page, at("Wed 18 Nov", "09:14"));
  });

  test("another week has the focus where the last one had it", async () => {
    await block(at("Wed 18 Nov", "09:14")).focus();
    await press(page, "Alt+ArrowRight");
    await page.getByText("23 to 29 Nov 2026", { exact: true }).waitFor();
    await hasFocus(page, /^Add \d\d:\d\d/);
    await press(page, "Alt+ArrowLeft");
    await page.getByText("16 to 22 Nov 2026", { exact: true }).waitFor();
    await hasFocus(page, /^Add \d\d:\d\d/);
    await block(at("Wed 18 Nov", "09:14")).focus();
    await press(page, "t");
    await hasFocus(page, at("Wed 18 Nov", "09:14"));
  });

  test("by keyboard, a place is chosen and time added there", async () => {
    await page.locator("#calendar-slot").focus();
    const name = await page.locator("#calendar-slot").textContent();
    assert.match(name ?? "", /^Add \d\d:\d\d–\d\d:\d\d, \w{3} \d+ Nov$/);
    await press(page, "ArrowLeft");
    await press(page, "ArrowDown");
    await press(page, "Shift+ArrowDown");
    const moved = await page.locator("#calendar-slot").textContent();
    assert.notEqual(moved, name);
    const [, start, end] = /0?(\d+:\d\d)–0?(\d+:\d\d)/.exec(moved ?? "") ?? [];
    await press(page, "Enter");
    const dialog = page.getByRole("dialog", { name: "Add time" });
    assert.equal(await dialog.getByLabel("Start").inputValue(), start);
    assert.equal(await dialog.getByLabel("End").inputValue(), end);
    await press(page, "Escape");
    await dialog.waitFor({ state: "detached" });
  });

  test("overlaps stand side by side, and an entry is deleted with a way back", async () => {
    await addEntry(acme.team, {
      project_id,
      date: "2026-11-19",
      start: "2026-11-19T09:00:00.000Z",
      stop: "2026-11-19T11:00:00.000Z",
      duration: 7200,
      description: "Call",
    });
    await page.reload();
    const [one, other] = [block(at("Thu 19 Nov", "08:45")), block(at("Thu 19 Nov", "09:00"))];
    assert.match((await other.textContent()) ?? "", /Call, .*overlaps another entry$/);
    const [left, right] = [await box(one), await box(other)];
    assert.ok(left.x + left.width <= right.x + 1, "they do not cover each other");
    assert.equal(await page.getByText("Overlaps", { exact: true }).count(), 1, "of one day");
    await inspect(page, "calendar-overlap");
    await other.focus();
    await press(page, "Delete");
    await hasFocus(page, at("Thu 19 Nov", "08:45"));
    await other.waitFor({ state: "detached" });
    await undo();
    await other.waitFor();
  });

  test("a timer that runs says so from its first minute", async () => {
    await acme.team.call("tracker_start_timer", { project_id });
    const running = block(/^Website.*Running/);
    const word = running.getByText("Running", { exact: true });
    assert.ok((await box(word)).width > 20, "the word is seen");
    await acme.team.call("tracker_stop_timer", {});
    await running.waitFor({ state: "detached" });
  });

  test("a change of other parts meanwhile stays beside the new times", async () => {
    await page.route(/\/changes$/, (route) => route.abort());
    await page.reload();
    const { x, y } = await middle(block(at("Wed 18 Nov", "09:14")));
    await changeMeanwhile({ description: "Other words" });
    await drag(page, [x, y], [0, 2 * QUARTER_PX]);
    await becomes("2026-11-18 09:45:00 11:15:00");
    await block(named("Website", "09:45–11:15", "Other words", "Wed 18 Nov", "1:30")).waitFor();
  });

  test("other times meanwhile are shown beside mine, and the reader chooses", async () => {
    // One day stays one day at every width.
    await page.goto(new URL("/time/calendar?day=2026-11-18&view=day", page.url()).href);
    for (const [choice, hour, times] of [
      ["Take theirs", 13, "2026-11-18 13:00:00 14:00:00"],
      ["Keep mine", 15, "2026-11-18 13:15:00 14:15:00"],
    ] as const) {
      const before = await stored();
      await block(/^Website.*Wed 18 Nov/).focus();
      await changeMeanwhile({ start: hour * 60, end: (hour + 1) * 60 });
      await press(page, "Control+ArrowDown");
      await page.getByText("Somebody else moved Website meanwhile", { exact: false }).waitFor();
      await page.getByText(`Wed 18 Nov ${hour}:00–${hour + 1}:00`, { exact: true }).waitFor();
      assert.notEqual(await stored(), before);
      assert.equal((await stored()).slice(11, 13), String(hour), "nothing of mine is saved yet");
      await inspect(page, "calendar-conflict");
      await tabTo(page, choice);
      await press(page, "Enter");
      await becomes(times);
      await page.getByText("Somebody else moved Website").waitFor({ state: "detached" });
      await hasFocus(page, at("Wed 18 Nov", times.slice(11, 16)));
    }
    await page.unroute(/\/changes$/);
    await changeMeanwhile({ start: 9 * 60 + 14, end: 10 * 60 + 44 });
    await block(at("Wed 18 Nov", "09:14–10:44")).waitFor();
  });

  test("days on which clocks change have their true length", async () => {
    await acme.team.setTimeZone("Europe/Berlin");
    await page.goto(new URL("/time/calendar?day=2026-10-25&view=day", page.url()).href);
    await page.getByText("25 h: clocks go back").waitFor();
    const long = await box(page.getByRole("region", { name: "Sun 25 Oct", exact: true }));
    assert.equal(Math.round(long.height / QUARTER_PX / 4), 25);
    // The third hour is the second 02:00.
    await page.mouse.move(long.x + 20, 0);
    await page.getByRole("region", { name: "Sun 25 Oct", exact: true }).click({
      position: { x: 200, y: 3 * 4 * QUARTER_PX + 2 },
    });
    const dialog = page.getByRole("dialog", { name: "Add time" });
    assert.equal(await dialog.getByLabel("Start").inputValue(), "2:00");
    await addWebsite();
    await block(named("Website", "02:00–03:00", "Sun 25 Oct", "1:00")).waitFor();
    const rows = storedRows(await acme.team.state(), "tracker_entries");
    const { start, stop } = rows.find(({ date }) => date === "2026-10-25") ?? assert.fail();
    assert.deepEqual([start, stop], ["2026-10-25T01:00:00.000Z", "2026-10-25T02:00:00.000Z"]);
    await page.goto(new URL("/time/calendar?day=2026-03-29&view=day", page.url()).href);
    await page.getByText("23 h: clocks go forward").waitFor();
    await inspect(page, "calendar-short-day");
  });

  test("a finger moves a block after a long press, scrolls before it, and adds time by a tap", async () => {
    await acme.team.setTimeZone("UTC");
    const context = await page
      .context()
      .browser()
      ?.newContext({
        hasTouch: true,
        isMobile: true,
        viewport: { width: 390, height: 844 },
        storageState: await page.context().storageState(),
      });
    assert.ok(context !== undefined);
    const phone = await context.newPage();
    await phone.goto(new URL("/time/calendar?day=2026-11-18", page.url()).href);
    const found = phone.getByRole("button", { name: at("Wed 18 Nov", "09:14") });
    await found.waitFor();
    const own = await phone
      .getByRole("region", { name: "Entries on the calendar" })
      .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    assert.equal(own, 0, "the page scrolls, and nothing within it");
    const { x, y } = await middle(found);
    const session = await context.newCDPSession(phone);
    const touch = async (type: "touchStart" | "touchMove" | "touchEnd", at: number | null) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: at === null ? [] : [{ x, y: at }],
      });
    await touch("touchStart", y);
    await phone.waitForTimeout(500);
    for (const by of [6, 12, 18, 23]) await touch("touchMove", y + by);
    await touch("touchEnd", null);
    await becomes("2026-11-18 09:45:00 11:15:00");
    await phone.getByRole("button", { name: at("Wed 18 Nov", "09:45–11:15") }).waitFor();
    const before = await middle(phone.getByRole("button", { name: at("Wed 18 Nov", "09:45") }));
    await touch("touchStart", y);
    for (const by of [10, 30, 60, 90]) await touch("touchMove", y - by);
    await touch("touchEnd", null);
    await phone.waitForTimeout(700);
    const scrolled = await middle(phone.getByRole("button", { name: at("Wed 18 Nov", "09:45") }));
    assert.ok(scrolled.y < before.y, "it scrolls");
    assert.equal(await stored(), "2026-11-18 09:45:00 11:15:00");
    const day = phone.getByRole("region", { name: "Wed 18 Nov", exact: true });
    // The hours before 07:00 are folded.
    await day.tap({ position: { x: 150, y: (14 - 7) * 4 * QUARTER_PX + 3 } });
    const dialog = phone.getByRole("dialog", { name: "Add time" });
    assert.equal(await dialog.getByLabel("Start").inputValue(), "14:00");
    await phone.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await phone.getByRole("button", { name: "Show the hours before 07:00" }).tap();
    assert.equal(Math.round((await box(day)).height / QUARTER_PX / 4), 20);
    await phone.getByRole("button", { name: "Show the hours from 20:00" }).tap();
    assert.equal(Math.round((await box(day)).height / QUARTER_PX / 4), 24);
    await phone.getByRole("button", { name: /^Wed 18 Nov, \d+:\d\d$/, pressed: true }).waitFor();
    await phone.getByRole("button", { name: /^Tue 17 Nov, / }).tap();
    await phone.waitForURL("**/time/calendar?day=2026-11-17");
    await phone.getByRole("region", { name: "Tue 17 Nov", exact: true }).waitFor();
    await context.close();
    assert.deepEqual(acme.olga.offences, []);
  });
});

/** Accessible name of these parts. Chromium puts a space before what only screen readers get. */
function named(...parts: readonly string[]): RegExp {
  return new RegExp(`^${parts.join(" ?, ")}$`);
}

/** Accessible name of the block of a day that begins then. */
function at(day: string, times: string): RegExp {
  return new RegExp(`^Website ?, ${times}.*, ${day}, `);
}

async function box(locator: Locator) {
  await locator.first().waitFor();
  const found = await locator.boundingBox();
  assert.ok(found !== null);
  return found;
}

async function middle(locator: Locator) {
  const { x, y, width, height } = await box(locator);
  return { x: x + width / 2, y: y + height / 2 };
}

async function drag(
  page: Page,
  [x, y]: readonly [number, number],
  [right, down]: readonly [number, number],
): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right, y + down, { steps: 5 });
  await page.mouse.up();
}
