import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { Page, Route } from "playwright-core";
import { storedRows } from "../rows.ts";
import { addEntry, addProject } from "../tracker.ts";
import { WebApp } from "../web.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { focused, hasFocus, press, tabTo } from "./focus.ts";
import { resize } from "./redrawn.ts";
import { inspectReflow } from "./reflow.ts";
import { refuse } from "./refused.ts";
import { valueIs } from "./values.ts";
import { inspect } from "./visit.ts";
import { inspectNames } from "./widths.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
const CELL = /\/api\/teams\/[^/]+\/week\/cell/;
const NAMES = ["Ads", "Books", "Care", "Design", "Events"];
/** Hours of each day from Monday to Friday, by project. */
const HOURS = [
  [1, 2, 1, 2, 1],
  [2, 1, 2, 1, 2],
  [1, 1, 1, 1, 1],
  [2, 2, 2, 2, 2],
  [1, 1, 1, 1, 1],
];
const MOST_KEYS = 60;
const GRID_RUNS_OFF_BY = `(() => {
  const { scrollWidth, clientWidth } = document.querySelector("[role=grid]").parentElement;
  return scrollWidth - clientWidth;
})()`;

describe("a person fills in a week with the keyboard alone", { skip }, () => {
  let acme: Acme;
  let page: Page;

  before(async () => {
    acme = await Acme.open("/time");
    page = acme.olga.page;
    for (const name of NAMES) {
      const project_id = await addProject(acme.team, { name });
      await addEntry(acme.team, { project_id, date: "2026-11-10", description: "Last week" });
    }
  });

  after(async () => {
    await acme?.close();
  });

  test("an empty week offers what to do", async () => {
    await page.getByRole("link", { name: "Week", exact: true }).press("Enter");
    await page.waitForURL("**/time/week");
    await page.getByText("No time in this week yet").waitFor();
    await inspect(page, "week-empty");
    await resize(page, { width: 360, height: 640 });
    const wide = await page.getByRole("combobox", { name: "Add a row" }).boundingBox();
    assert.ok((wide?.width ?? 0) >= 320, `as wide as the page, not ${wide?.width} px`);
    await resize(page, { width: 1280, height: 800 });
  });

  test(`five projects take at most ${MOST_KEYS} keys, with the rows copied from last week`, async () => {
    await page.waitForLoadState("networkidle");
    await page.getByRole("heading", { level: 1 }).focus();
    let keys = 0;
    const hit = async (key: string) => {
      keys += 1;
      await press(page, key);
    };
    while ((await focused(page)) !== "Copy last week…") await hit("Tab");
    await hit("Enter");
    await page.getByText("Copying rows and time adds 5 entries on 5 projects: 5 h.").waitFor();
    while ((await focused(page)) !== "Copy 5 rows only") await hit("Tab");
    await hit("Enter");
    await hasFocus(page, "Ads, Mon 16 Nov: no time");
    for (let day = 0; day < 5; day += 1)
      for (const hours of HOURS) {
        await hit(String(hours[day]));
        await hit("Enter");
      }
    assert.ok(keys <= MOST_KEYS, `it took ${keys} keys`);
    await untilRows(acme, 25);
    const rows = storedRows(await acme.team.state(), "tracker_entries");
    const seconds = rows
      .filter(({ date }) => date >= "2026-11-16")
      .reduce((sum, { duration }) => sum + (duration ?? 0), 0);
    assert.equal(seconds, HOURS.flat().reduce((sum, hours) => sum + hours, 0) * 3600);
    await page.getByRole("row", { name: /^Total 7:00 7:00 7:00 7:00 7:00 35:00/ }).waitFor();
    await inspect(page, "week-filled");
  });

  test("the grid has headers, one tab stop, and moves with the arrows", async () => {
    const grid = page.getByRole("grid", { name: "Time by project and day" });
    await grid.waitFor();
    assert.equal(await grid.getByRole("columnheader").count(), 9);
    assert.equal(await grid.getByRole("rowheader").count(), 6);
    assert.equal(await grid.getByRole("columnheader", { name: /Today$/ }).count(), 1);
    assert.equal(await grid.locator("td[tabindex='0']").count(), 1);
    assert.ok(Number(await page.evaluate(GRID_RUNS_OFF_BY)) <= 0, "it fits 1280 px");
    await page.locator("#cell-0-0").focus();
    await press(page, "ArrowRight");
    await press(page, "ArrowRight");
    await press(page, "ArrowDown");
    await hasFocus(page, "Books, Wed 18 Nov: 2:00");
    await press(page, "Tab");
    assert.notEqual((await focused(page)).slice(0, 5), "Books", "Tab leaves the grid");
  });

  test("what is typed is echoed, Enter saves it, and Esc reverts without a request", async () => {
    await page.locator("#cell-1-2").focus();
    await page.keyboard.type("1h30");
    await page.getByText("= 1 h 30 (1.50)").waitFor();
    const requests: string[] = [];
    page.on("request", (request) => {
      if (CELL.test(request.url())) requests.push(request.url());
    });
    await press(page, "Escape");
    await hasFocus(page, "Books, Wed 18 Nov: 2:00");
    assert.deepEqual(requests, []);
    await page.keyboard.type("1h30");
    await press(page, "Enter");
    await page.locator("#cell-1-2").getByText("1:30").waitFor();
    await page.getByRole("status").filter({ hasText: "Books, Wed 18 Nov: saved" }).waitFor();
    await hasFocus(page, "Care, Wed 18 Nov: 1:00");
    await untilSeconds(acme, 5400);
  });

  test("Ctrl+Z in the grid takes the last write back", async () => {
    await page.locator("#cell-4-6").focus();
    await page.keyboard.type("7");
    await press(page, "Enter");
    await untilSeconds(acme, 25_200);
    await page.locator("#cell-4-6").focus();
    await press(page, "Control+z");
    await page.getByText("Undone.").waitFor();
    await hasFocus(page, "Events, Sun 22 Nov: no time");
    assert.ok((await entriesOf(acme)).every(({ duration }) => duration !== 25_200));
  });

  test("Ctrl+Z waits for the answer of the newest write, and takes no earlier one back", async () => {
    const answer = Promise.withResolvers<null>();
    const held = async (route: Route) => {
      const response = await route.fetch();
      await answer.promise;
      await route.fulfill({ response });
    };
    await page.route(CELL, held, { times: 1 });
    await page.locator("#cell-4-6").focus();
    await page.keyboard.type("7");
    await press(page, "Enter");
    await untilSeconds(acme, 25_200);
    await page.locator("#cell-4-6").focus();
    await press(page, "Control+z");
    answer.resolve(null);
    await page.locator("#cell-4-6").getByText("7:00").waitFor({ state: "detached" });
    await hasFocus(page, "Events, Sun 22 Nov: no time");
    const seconds = new Set((await entriesOf(acme)).map(({ duration }) => duration));
    assert.ok(!seconds.has(25_200), "the newest is taken back");
    assert.ok(seconds.has(5400), "the earlier one is not");
  });

  test("Delete clears a cell, says what went, and comes back with Undo", async () => {
    await page.locator("#cell-4-4").focus();
    await press(page, "Delete");
    await page.getByText("Events, Fri 20 Nov: 1 h deleted.").waitFor();
    await hasFocus(page, "Events, Fri 20 Nov: no time");
    await page.getByRole("button", { name: "Undo" }).first().press("Enter");
    await page.locator("#cell-4-4").getByText("1:00").waitFor();
  });

  test("what has no meaning stays in the cell with the reason", async () => {
    await page.locator("#cell-2-2").focus();
    await page.keyboard.type("1:5");
    await press(page, "Enter");
    await page.getByText("Write the minutes with two digits.").waitFor();
    assert.equal(await page.locator("#cell-2-2 input").inputValue(), "1:5");
    await press(page, "Escape");
    await hasFocus(page, "Care, Wed 18 Nov: 1:00");
  });

  test("a text without meaning stays with its cell, and is guarded, when the cell is left", async () => {
    await page.locator("#cell-2-2").focus();
    await page.keyboard.type("1:5");
    await page.locator("#cell-0-0").click();
    await page.getByText("Write the minutes with two digits.").waitFor();
    await page.locator("#cell-2-2").getByText("1:5").waitFor();
    const clips = await page
      .getByRole("grid")
      .evaluate((grid) => Object(globalThis).getComputedStyle(grid.parentElement).overflowY);
    assert.equal(clips, "visible", "the reason may stand below the table");
    const other = page.locator("#cell-0-0 input");
    assert.equal(await other.inputValue(), "1:00", "one click edits the other cell's own time");
    await press(page, "Escape");
    await hasFocus(page, "Ads, Mon 16 Nov: 1:00");
    await inspect(page, "week-unread");
    for (const key of ["Alt+ArrowLeft", "Alt+ArrowRight"]) {
      await press(page, key);
      await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
      await press(page, "Escape");
      await page
        .getByRole("dialog", { name: "Leave without saving?" })
        .waitFor({ state: "detached" });
    }
    await page.locator("#cell-2-2").focus();
    await tabTo(page, "Correct");
    await press(page, "Enter");
    await page.locator("#cell-2-2 input").waitFor();
    await page.keyboard.type("0");
    await press(page, "Enter");
    await page.locator("#cell-2-2").getByText("1:50").waitFor();
    await untilSeconds(acme, 6600);
  });

  test("a refused cell keeps its text with the reason, and is tried again", async () => {
    await page.route(CELL, refuse);
    await page.locator("#cell-2-2").focus();
    await page.keyboard.type("4,5");
    await press(page, "Enter");
    await page.getByText("The day is locked.").waitFor();
    await page.locator("#cell-2-2").getByText("4,5").waitFor();
    await inspect(page, "week-failed");
    await page.unroute(CELL);
    await page.locator("#cell-2-2").focus();
    await tabTo(page, "Retry");
    await press(page, "Enter");
    await page.locator("#cell-2-2").getByText("4:30").waitFor();
    await untilSeconds(acme, 16_200);
  });

  test("a cell that somebody else has changed says what it has now, and the reader chooses", async () => {
    await page.route(/\/changes$/, (route) => route.abort());
    await page.reload();
    await page.locator("#cell-0-0").waitFor();
    const rows = storedRows(await acme.team.state(), "tracker_entries");
    const ads = rows.find(({ date, duration }) => date === "2026-11-16" && duration === 3600);
    assert.ok(ads !== undefined);
    await addEntry(acme.team, { project_id: ads.project_id, date: "2026-11-16", duration: 1800 });
    const row = NAMES.indexOf(await nameOf(acme, ads.project_id));
    await page.locator(`#cell-${row}-0`).focus();
    await page.keyboard.type("3");
    await press(page, "Enter");
    await page.getByText("The cell was changed since it was shown; it is 1 h 30 now.").waitFor();
    await inspect(page, "week-conflict");
    await page.locator(`#cell-${row}-0`).focus();
    await tabTo(page, "Take theirs");
    await press(page, "Enter");
    await page.locator(`#cell-${row}-0`).getByText("1:30").waitFor();
    await hasFocus(page, /: 1:30/);
    const app = await WebApp.of(acme.team);
    await app.ask("PUT /api/teams/:team/week/cell", {
      team: acme.team.id,
      project: ads.project_id,
      day: "2026-11-16",
      seconds: 6000,
      seen: 5400,
    });
    await page.keyboard.type("3");
    await press(page, "Enter");
    await page.getByText("The cell was changed since it was shown; it is 1 h 40 now.").waitFor();
    await page.locator(`#cell-${row}-0`).focus();
    await tabTo(page, "Keep mine");
    await press(page, "Enter");
    await page.locator(`#cell-${row}-0`).getByText("3:00").waitFor();
    await hasFocus(page, /, Mon 16 Nov: 3:00/);
  });

  test("a cell of several entries opens their list", async () => {
    await page.getByRole("button", { name: "2 entries" }).first().waitFor();
    const cell = page.locator("td", { has: page.getByRole("button", { name: "2 entries" }) });
    await cell.first().focus();
    await press(page, "Enter");
    await page.getByRole("list", { name: "Entries" }).waitFor();
    assert.equal(
      await page.getByRole("list", { name: "Entries" }).getByRole("listitem").count(),
      2,
    );
    await inspect(page, "week-cell");
    await press(page, "Escape");
    await page.getByRole("list", { name: "Entries" }).waitFor({ state: "detached" });
    await inspectReflow(page, "week");
  });

  test("a cell whose timer runs ticks, and says why it cannot be changed", async () => {
    const projects = await acme.team.rows("tracker_list_projects");
    const { id: project_id } = projects.find(({ name }) => name === "Events") ?? {};
    await addEntry(acme.team, { project_id, date: "2026-11-21", duration: 3600 });
    await acme.team.call("tracker_start_timer", { project_id });
    const cell = page.getByRole("gridcell", {
      name: /^Events, Sat 21 Nov: 1:00 \+ \d+:\d\d:\d\d Running 2 entries$/,
    });
    await cell.getByText("Running").waitFor();
    await cell.getByText(/1:00 \+ 0:0/).waitFor();
    await cell.getByRole("button", { name: "2 entries" }).click();
    await page.getByRole("list", { name: "Entries" }).waitFor();
    await press(page, "Escape");
    await page.getByRole("list", { name: "Entries" }).waitFor({ state: "detached" });
    const first = await cell.locator("time").textContent();
    await cell.focus();
    await press(page, "F2");
    await page.getByText("A timer runs here. Stop it to change the time.").waitFor();
    assert.equal(await cell.getByRole("textbox").count(), 0);
    await page.waitForFunction(
      (first) => Object(globalThis).document.querySelector("td time")?.textContent !== first,
      first,
    );
    await page.getByText("Totals leave out the running timer.").waitFor();
    // A timer of less than a minute is discarded.
    await acme.team.call("tracker_stop_timer", {});
    await cell.waitFor({ state: "detached" });
  });

  test("weeks are in the address, and change by keys", async () => {
    await page.locator("#cell-0-0").focus();
    await press(page, "Alt+ArrowLeft");
    await page.waitForURL("**/time/week?week=2026-W46");
    await page.getByRole("heading", { name: "Week 46", level: 1 }).waitFor();
    await hasFocus(page, /^Ads, Mon 9 Nov: /);
    await page.getByRole("combobox", { name: "Add a row" }).focus();
    await press(page, "Alt+ArrowLeft");
    assert.match(page.url(), /W46$/, "an arrow within a text leaves the week");
    await page.getByRole("link", { name: "Calendar", exact: true }).press("Enter");
    await page.waitForURL("**/time/calendar?day=2026-11-09");
    await page.getByRole("region", { name: "Sun 15 Nov", exact: true }).waitFor();
    await page.getByText("Total 5:00", { exact: true }).first().waitFor();
    await page.getByRole("link", { name: "Tracker", exact: true }).press("Enter");
    await page.waitForURL("**/time?from=2026-11-09&to=2026-11-15");
    await hasFocus(page, "Time");
    await page.getByRole("link", { name: "Week", exact: true }).press("Enter");
    await page.waitForURL("**/time/week?week=2026-W46");
    await page.getByRole("heading", { name: "Week 46", level: 1 }).waitFor();
    await page.locator("body").press("t");
    await page.waitForURL((url) => url.search === "");
    await page.getByRole("heading", { name: "Week 47", level: 1 }).waitFor();
    await page.goto(new URL("/time/week?week=2026-11-10", page.url()).href);
    await page.waitForURL("**/time/week?week=2026-W46");
    await page.getByRole("heading", { name: "Week 46", level: 1 }).waitFor();
    await page.goto(new URL("/time/week?week=46", page.url()).href);
    await page.waitForURL("**/time/week?week=2026-W47");
    await page.getByRole("heading", { name: "Week 47", level: 1 }).waitFor();
  });

  test("the time of a week is copied into the next one, and taken back", async () => {
    await press(page, "Alt+ArrowRight");
    await page.getByRole("heading", { name: "Week 48", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Copy last week…" }).first().press("Enter");
    await page.getByText(/^Copying rows and time adds \d+ entries on 5 projects/).waitFor();
    await inspect(page, "week-copy");
    await tabTo(page, "Copy rows and time");
    await press(page, "Enter");
    await page.getByText("Copied 41 h.").waitFor();
    await page.getByRole("row", { name: /^Total 9:00 7:00/ }).waitFor();
    await press(page, "F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText("No time in this week yet").waitFor();
  });

  test("owners see and fill in the week of somebody else", async () => {
    const mia = await acme.team.member("member");
    await page.goto(new URL("/time/week", page.url()).href);
    await page.getByLabel("Week of").selectOption({ label: "Mia Member" });
    await page.waitForURL(`**/time/week?person=${mia.userId}`);
    await page.getByRole("heading", { level: 1 }).focus();
    await tabTo(page, "Add a row");
    await page.keyboard.type("Care");
    await page.locator("[role=option][data-highlighted]", { hasText: "Care" }).waitFor();
    await press(page, "Enter");
    await page.locator("#cell-0-4").focus();
    await page.keyboard.type("2");
    await press(page, "Enter");
    await page.locator("#cell-0-4").getByText("2:00").waitFor();
    const own = async () =>
      (await entriesOf(acme)).filter(({ assigned_id }) => assigned_id === mia.userId);
    for (let look = 0; look < 200 && (await own()).length === 0; look += 1) await setTimeout(25);
    assert.equal((await own())[0]?.duration, 7200);
    await page.getByLabel("Week of").selectOption({ label: "You" });
    await page.waitForURL((url) => url.search === "");
  });

  test("below 1,000 px the week is a list of days, and above it a grid", async () => {
    for (const [width, isGrid] of [
      [1001, true],
      [999, false],
      [1024, true],
    ] as const) {
      await resize(page, { width, height: 800 });
      const shown = page.getByRole(isGrid ? "grid" : "group", {
        name: isGrid ? "Time by project and day" : "Days",
      });
      await shown.waitFor();
    }
    await inspectNames(page, "week");
  });

  test("at 360 px a day is filled in below the strip of days", async () => {
    await resize(page, { width: 360, height: 640 });
    await page.getByRole("button", { name: /^Sun 22 Nov/ }).click();
    await page.getByLabel("Care").fill("1:5");
    await page.getByRole("button", { name: /^Mon 16 Nov/ }).click();
    await page.getByRole("button", { name: "Sun 22 Nov, 0:00, not all is saved" }).click();
    await page.getByText("Write the minutes with two digits.").waitFor();
    assert.equal(await page.getByLabel("Care").inputValue(), "1:5");
    await page.getByLabel("Care").fill("45m");
    await page.getByText("= 45 min (0.75)").waitFor();
    await page.getByLabel("Care").press("Enter");
    await untilSeconds(acme, 2700);
    await page.getByRole("button", { name: "Sun 22 Nov, 0:45" }).waitFor();
    await page.getByLabel("Care").fill("0:50:31");
    await page.getByLabel("Care").press("Enter");
    await untilSeconds(acme, 3031);
    await page.getByRole("button", { name: "Sun 22 Nov, 0:50" }).waitFor();
    await page.getByLabel("Care").blur();
    await valueIs(page, "Care", "0:50");
    await page.getByLabel("Care").focus();
    await valueIs(page, "Care", "0:50:31");
    await page.getByLabel("Care").blur();
    await valueIs(page, "Care", "0:50");
    await untilSeconds(acme, 3031);
    await resize(page, { width: 1280, height: 800 });
    assert.deepEqual(acme.olga.offences, []);
  });
});

async function entriesOf(acme: Acme) {
  const rows = storedRows(await acme.team.state(), "tracker_entries");
  return rows.filter(({ date }) => date >= "2026-11-16");
}

async function untilRows(acme: Acme, count: number): Promise<void> {
  for (let look = 0; look < 200 && (await entriesOf(acme)).length < count; look += 1)
    await setTimeout(25);
  assert.equal((await entriesOf(acme)).length, count);
}

async function untilSeconds(acme: Acme, seconds: number): Promise<void> {
  const has = async () => (await entriesOf(acme)).some(({ duration }) => duration === seconds);
  for (let look = 0; look < 200 && !(await has()); look += 1) await setTimeout(25);
  assert.ok(await has());
}

async function nameOf(acme: Acme, id: string): Promise<string> {
  const projects = storedRows(await acme.team.state(), "tracker_projects");
  return projects.find((project) => project.id === id)?.name ?? assert.fail("no such project");
}
