import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import type { Page } from "playwright-core";
import { addEntry, addProject } from "../tracker.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { focused, hasFocus, press, tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";

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
    await page.getByRole("link", { name: "Week", exact: true }).click();
    await page.waitForURL("**/time/week");
    await page.getByText("No time in this week yet").waitFor();
    await inspect(page, "week-empty");
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
    await untilFocused(page, "Ads, Mon 16 Nov: no time");
    for (let day = 0; day < 5; day += 1)
      for (const hours of HOURS) {
        await hit(String(hours[day]));
        await hit("Enter");
      }
    assert.ok(keys <= MOST_KEYS, `it took ${keys} keys`);
    await untilRows(acme, 25);
    const rows = (await acme.team.state())["tracker_entries"] as any[];
    const seconds = rows
      .filter(({ date }) => date >= "2026-11-16")
      .reduce((sum, { duration }) => sum + duration, 0);
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
    await untilFocused(page, "Books, Wed 18 Nov: 2:00");
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
    await untilFocused(page, "Books, Wed 18 Nov: 2:00");
    assert.deepEqual(requests, []);
    await page.keyboard.type("1h30");
    await press(page, "Enter");
    await page.locator("#cell-1-2").getByText("1:30").waitFor();
    await untilFocused(page, "Care, Wed 18 Nov: 1:00");
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
    await untilFocused(page, "Events, Sun 22 Nov: no time");
    assert.ok((await entriesOf(acme)).every(({ duration }) => duration !== 25_200));
  });

  test("what has no meaning stays in the cell with the reason", async () => {
    await page.locator("#cell-2-2").focus();
    await page.keyboard.type("1:5");
    await press(page, "Enter");
    await page.getByText("Write the minutes with two digits.").waitFor();
    assert.equal(await page.locator("#cell-2-2 input").inputValue(), "1:5");
    await press(page, "Escape");
    await untilFocused(page, "Care, Wed 18 Nov: 1:00");
  });

  test("a refused cell keeps its text with the reason, and is tried again", async () => {
    await page.route(CELL, (route) =>
      route.fulfill({
        status: 422,
        contentType: "application/problem+json",
        body: JSON.stringify({
          type: "about:blank",
          status: 422,
          code: "invalid_argument",
          title: "Some of what was entered cannot be used.",
          detail: "Correct it.",
          errors: [{ pointer: "/seconds", detail: "The day is locked." }],
        }),
      }),
    );
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

  test("a cell that another tab has changed is refused, and says what it has now", async () => {
    await page.route(/\/changes$/, (route) => route.abort());
    await page.reload();
    await page.locator("#cell-0-0").waitFor();
    const rows = (await acme.team.state())["tracker_entries"] as any[];
    const ads = rows.find(({ date, duration }) => date === "2026-11-16" && duration === 3600);
    await addEntry(acme.team, { project_id: ads.project_id, date: "2026-11-16", duration: 1800 });
    const name = await page.locator("#cell-0-0").getAttribute("aria-label");
    const cell = page.locator(`td[id^="cell-"]`).filter({ hasText: "" });
    assert.ok(name !== null && (await cell.count()) > 0);
    const row = NAMES.indexOf(await nameOf(acme, ads.project_id));
    await page.locator(`#cell-${row}-0`).focus();
    await page.keyboard.type("3");
    await press(page, "Enter");
    await page.getByText("The cell was changed since it was shown; it is 1 h 30 now.").waitFor();
    await page.locator(`#cell-${row}-0`).focus();
    await tabTo(page, "Retry");
    await press(page, "Enter");
    await page.locator(`#cell-${row}-0`).getByText("3:00").waitFor();
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
    await acme.team.call("tracker_start_timer", { project_id });
    const cell = page.getByRole("gridcell", {
      name: "Events, Sat 21 Nov: a timer runs; stop it to change the time",
    });
    await cell.getByText("Running").waitFor();
    const first = await cell.locator("time").textContent();
    await cell.focus();
    await press(page, "Enter");
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
    await page.locator("body").press("t");
    await page.waitForURL((url) => url.search === "");
    await page.getByRole("heading", { name: "Week 47", level: 1 }).waitFor();
  });

  test("the time of a week is copied into the next one, and taken back", async () => {
    await page.getByRole("button", { name: "Next week" }).click();
    await page.getByRole("heading", { name: "Week 48", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Copy last week…" }).click();
    await page.getByText(/^Copying rows and time adds \d+ entries on 5 projects/).waitFor();
    await inspect(page, "week-copy");
    await page.getByRole("button", { name: "Copy rows and time" }).click();
    await page.getByText("Copied 40 h.").waitFor();
    await page.getByRole("row", { name: /^Total 9:00 7:00/ }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("No time in this week yet").waitFor();
  });

  test("owners see and fill in the week of somebody else", async () => {
    const mia = await acme.team.member("member");
    await page.goto(new URL("/time/week", page.url()).href);
    await page.getByLabel("Week of").selectOption({ label: "Mia Member" });
    await page.waitForURL(`**/time/week?person=${mia.userId}`);
    await page.getByRole("combobox", { name: "Add a row" }).fill("Care");
    await page.getByRole("option", { name: "Care" }).click();
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

  test("at 360 px a day is filled in below the strip of days", async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.getByRole("button", { name: /^Sun 22 Nov/ }).click();
    await page.getByLabel("Care").fill("45m");
    await page.getByText("= 45 min (0.75)").waitFor();
    await page.getByLabel("Care").press("Enter");
    await untilSeconds(acme, 2700);
    await page.getByRole("button", { name: "Sun 22 Nov, 0:45" }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    assert.deepEqual(acme.olga.offences, []);
  });
});

async function untilFocused(page: Page, name: string): Promise<void> {
  for (let look = 0; look < 200; look += 1) {
    if ((await focused(page)) === name) return;
    await page.evaluate("new Promise(requestAnimationFrame)");
  }
  await hasFocus(page, name);
}

async function entriesOf(acme: Acme): Promise<readonly any[]> {
  const rows = (await acme.team.state())["tracker_entries"] as any[];
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
  const projects = (await acme.team.state())["tracker_projects"] as any[];
  return projects.find((project) => project.id === id).name;
}
