import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { storedRows } from "../rows.ts";
import { addEntry, addProject, runningIn } from "../tracker.ts";
import { WebApp } from "../web.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus, press, tabTo, untilTimerKeys } from "./focus.ts";
import { resize } from "./redrawn.ts";
import { inspectReflow } from "./reflow.ts";
import { refuse } from "./refused.ts";
import { DELAY_MS, inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
const ENTRY = /\/api\/teams\/[^/]+\/entries\/[^/]+$/;
const PINNED = "[aria-label='Running timer']";

describe("a person tracks time with the keyboard alone", { skip }, () => {
  let acme: Acme;
  let page: Page;

  before(async () => {
    acme = await Acme.open("/activity");
    page = acme.olga.page;
    await page.getByRole("heading", { name: "Activity", level: 1 }).waitFor();
  });

  after(async () => {
    await acme?.close();
  });

  test("N leads from any page to a new timer, whose project is made on the way", async () => {
    await untilTimerKeys(page);
    await press(page, "n");
    await page.waitForURL("**/time");
    await hasFocus(page, "What are you working on?");
    await inspect(page, "time-empty");
    await page.keyboard.type("Home page");
    await press(page, "Enter");
    await hasFocus(page, "Project");
    await page.keyboard.type("Relaunch");
    await page.getByRole("option", { name: "Create “Relaunch”" }).waitFor();
    await press(page, "Enter");
    await page.getByText("The project Relaunch is created.").first().waitFor();
    await page.locator(PINNED).waitFor();
    assert.equal((await runningIn(acme.team)).length, 1);
    await hasFocus(page, "Stop");
  });

  test("the time runs on every page, in the tab's title and on its icon, and nobody is told each second", async () => {
    acme.world.pass(83 * 60_000);
    await page.reload();
    await page.locator(PINNED).waitFor();
    await untilTitled(page, "▶ 1:23 · Relaunch");
    const icon = await page.locator("link[rel=icon]").getAttribute("href");
    assert.notEqual(icon, await page.locator("link[rel=icon]").getAttribute("data-plain"));
    assert.equal((await page.request.get(new URL(icon ?? "", page.url()).href)).status(), 200);
    await page.evaluate(WATCH_LIVE_REGIONS);
    const first = await page.locator(`${PINNED} time`).textContent();
    await page.waitForFunction(
      ([selector, first]) =>
        Object(globalThis).document.querySelector(selector)?.textContent !== first,
      [`${PINNED} time`, first] as const,
    );
    assert.deepEqual(await page.evaluate("window.told"), []);
    await inspect(page, "time-running");
  });

  test("description and start are edited while it runs", async () => {
    await page
      .getByRole("button", { name: /^Edit description, Home page/ })
      .first()
      .focus();
    await press(page, "Enter");
    await page.keyboard.press("End");
    await page.keyboard.type(", second draft");
    await press(page, "Enter");
    await page
      .getByRole("button", { name: /^Edit description, Home page, second draft/ })
      .first()
      .waitFor();
    await page.getByRole("button", { name: /^since 10:00|^since 09:00/ }).focus();
    await press(page, "Enter");
    await page.getByRole("dialog", { name: "Edit the timer" }).waitFor();
    await page.getByLabel("Start").fill("8:30");
    await press(page, "Enter");
    await page.getByRole("dialog", { name: "Edit the timer" }).waitFor({ state: "detached" });
    await untilTitled(page, "▶ 1:53 · Relaunch");
  });

  test("a field that is edited while the window gets narrow keeps its text until it is saved", async () => {
    const timer = page.getByRole("region", { name: "Running timer" });
    await timer.getByRole("button", { name: /^Edit description/ }).click();
    const field = timer.getByRole("textbox", { name: /^Description/ });
    await field.fill("Home page, second draft, corrected");
    await resize(page, { width: 360, height: 640 });
    await page.route(ENTRY, refuse, { times: 1 });
    await page.keyboard.press("Enter");
    await page.getByText("Some of what was entered cannot be used.").waitFor();
    assert.equal(await field.inputValue(), "Home page, second draft, corrected");
    await inspect(page, "timer-edited-narrow");
    await resize(page, { width: 360, height: 640 });
    await page.getByRole("button", { name: "Retry" }).press("Enter");
    const line = timer.getByRole("button", { name: /^Edit the timer/ });
    await line.filter({ hasText: "Home page, second draft, corrected" }).waitFor();
    await resize(page, { width: 1280, height: 800 });
  });

  test("S stops it from another page, in all tabs within a second, and Undo lets it run again", async () => {
    const other = await acme.olga.context.newPage();
    await other.goto(new URL("/connect", page.url()).href);
    await other.locator(PINNED).waitFor();
    await page.bringToFront();
    await page.getByRole("link", { name: "Activity" }).first().press("Enter");
    await page.waitForURL("**/activity");
    await press(page, "s");
    await other.locator(PINNED).waitFor({ state: "detached", timeout: 1000 + 4 * DELAY_MS });
    await page.getByText("Saved 1 h 53 on Relaunch.").waitFor();
    assert.equal((await runningIn(acme.team)).length, 0);
    assert.ok(!(await page.title()).includes("▶"));
    await press(page, "F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.locator(PINNED).waitFor();
    assert.equal((await runningIn(acme.team)).length, 1);
    await other.close();
  });

  test("C continues with the last work, which a switch names, and keys in a field are text", async () => {
    const { promise: isPressed, resolve: goOn } = Promise.withResolvers<true>();
    await page.route("**/timer/*/stop", async (route) => {
      await isPressed;
      await route.continue();
    });
    await page.locator("#main").focus();
    await page.keyboard.press("s");
    await page.locator(PINNED).waitFor({ state: "detached" });
    // Before the server has stopped the timer.
    await page.keyboard.press("c");
    goOn(true);
    await page.getByText("The timer runs on Relaunch.").first().waitFor();
    await page.locator(PINNED).getByText("Relaunch · Home page, second draft").waitFor();
    await press(page, "n");
    await hasFocus(page, "What are you working on?");
    await page.keyboard.type("snc");
    assert.equal(await page.locator("#tracker-work").inputValue(), "snc");
    assert.equal((await runningIn(acme.team)).length, 1);
  });

  test("Stop leaves the focus on the page, and what an assistant starts and stops is shown", async () => {
    await page.locator(PINNED).getByRole("button", { name: "Stop" }).focus();
    await press(page, "Enter");
    await page.locator(PINNED).waitFor({ state: "detached" });
    await page.waitForFunction(() => Object(globalThis).document.activeElement.id === "main");
    const [project] = storedRows(await acme.team.state(), "tracker_projects");
    assert.ok(project !== undefined);
    const given = { project_id: project.id, description: "By an assistant" };
    await acme.team.call("tracker_start_timer", given);
    await page.locator(PINNED).getByText("By an assistant").waitFor();
    await acme.team.call("tracker_stop_timer", {});
    await page.locator(PINNED).waitFor({ state: "detached" });
    await press(page, "c");
    await page.locator(PINNED).getByText("Home page, second draft").waitFor();
  });

  test("the page of the timer shows it once, at every width", async () => {
    for (const width of [1280, 700, 360]) {
      await resize(page, { width, height: 800 });
      assert.equal(await page.locator(PINNED).count(), 1, `${width} px`);
    }
    await resize(page, { width: 1280, height: 800 });
  });

  test("a timer of an earlier day comes with when it should have stopped", async () => {
    const project_id = await addProject(acme.team, { name: "Ads" });
    const start = "2026-11-20T08:00:00.000Z";
    await addEntry(acme.team, { project_id, date: "2026-11-20", start, duration: null });
    const stop = "2026-11-20T17:05:00.000Z";
    const ended = { start: "2026-11-20T16:00:00.000Z", stop };
    await addEntry(acme.team, { project_id, date: "2026-11-20", ...ended, duration: 65 * 60 });
    await page.goto(new URL("/time", page.url()).href);
    await page.getByText(/^A timer on Ads runs since 20 Nov 2026/).waitFor();
    await page.getByText(/^The last entry of that day ends at/).waitFor();
    await inspect(page, "time-forgotten");
    await page.getByRole("button", { name: /^Stop at \d\d:05$/ }).focus();
    await press(page, "Enter");
    await page.getByText("Saved 9 h 05 on Ads.").waitFor();
    assert.equal((await runningIn(acme.team)).length, 1);
  });

  test("an entry is moved to another day and gets another length, with the keyboard and with clicks alone", async () => {
    const edited = page.getByRole("dialog", { name: "Edit the entry" });
    const actions = page.getByRole("button", { name: /^Actions on Ads/ }).last();
    await actions.focus();
    await press(page, "Enter");
    await page.locator("[role=menuitem]:focus", { hasText: "Edit or move to…" }).waitFor();
    await page.keyboard.press("Enter");
    await edited.waitFor();
    await edited.getByLabel("Day").fill("2026-11-18");
    await press(page, "Enter");
    await edited.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Wednesday 18 November 2026" }).waitFor();
    // The toast lies over the last row.
    await page.getByRole("button", { name: "Dismiss" }).first().click();
    await actions.click();
    await page.getByRole("menuitem", { name: "Edit or move to…" }).click();
    await edited.getByLabel("End").click();
    await edited.getByLabel("End").fill("12:00");
    await edited.getByRole("button", { name: "Save the entry" }).click();
    await edited.waitFor({ state: "detached" });
    const entries = storedRows(await acme.team.state(), "tracker_entries");
    const moved = entries.find(({ date }) => date === "2026-11-18");
    assert.deepEqual(
      [moved?.start, moved?.stop],
      ["2026-11-18T08:00:00.000Z", "2026-11-18T12:00:00.000Z"],
    );
  });

  test("days that another page links to are shown with their total", async () => {
    await page.goto(new URL("/time?from=2026-11-18&to=2026-11-20", page.url()).href);
    await page.getByText("Total, 18 to 20 Nov 2026").waitFor();
    assert.equal(await page.getByRole("heading", { level: 2 }).count(), 2);
    const ends = await page
      .getByText(/^[45]:0[05]$/)
      .evaluateAll((times) => times.map((time) => Math.round(time.getBoundingClientRect().right)));
    assert.equal(new Set(ends).size, 1, `an entry, its day and all end at ${ends.join(", ")} px`);
    await press(page, "Alt+ArrowLeft");
    await page.waitForURL("**/time?from=2026-11-15&to=2026-11-17");
    await page.getByRole("status").filter({ hasText: "15 to 17 Nov 2026" }).waitFor();
    await page.getByRole("button", { name: "Next days" }).click();
    await page.waitForURL("**/time?from=2026-11-18&to=2026-11-20");
    await page.getByRole("link", { name: "Back to today" }).press("Enter");
    await page.getByRole("heading", { name: /^Today/ }).waitFor();
  });

  test("entries are added by hand, marked where they overlap, and deleted with Undo", async () => {
    for (const times of ["9-10:30", "10-11"]) {
      await page.getByRole("button", { name: "Add time…" }).first().focus();
      await press(page, "Enter");
      await page.getByRole("dialog", { name: "Add time" }).waitFor();
      await hasFocus(page, "Project");
      await page.keyboard.type("Rel");
      await page.locator("[role=option][data-highlighted]", { hasText: "Relaunch" }).waitFor();
      await press(page, "Enter");
      await tabTo(page, "Time (optional)");
      await page.keyboard.type(times);
      await press(page, "Enter");
      await page.getByRole("dialog", { name: "Add time" }).waitFor({ state: "detached" });
    }
    await page.getByText("Overlaps").nth(1).waitFor();
    await inspect(page, "time-list");
    await inspectReflow(page, "time-list");
    // Beside the navigation a row has no room for one line.
    await resize(page, { width: 768, height: 800 });
    const told = page.getByRole("button", { name: "Edit description, Home page, second draft" });
    assert.ok(((await told.last().boundingBox())?.height ?? 99) < 48, "in one line");
    await resize(page, { width: 1280, height: 800 });
    const box = page.getByRole("checkbox", { name: /^Select Relaunch/ });
    await box.first().focus();
    await press(page, "Space");
    await box.nth(1).focus();
    await press(page, "Space");
    await page.getByText("2 entries selected, 2 h 30").waitFor();
    await page.getByRole("button", { name: "Select none" }).press("Enter");
    await hasFocus(page, /^Select Relaunch/);
    await box.nth(0).check();
    await box.nth(1).check();
    await page.getByText("2 entries selected, 2 h 30").waitFor();
    await tabTo(page, "Delete 2 entries").catch(async () =>
      page.getByRole("button", { name: "Delete 2 entries" }).focus(),
    );
    await press(page, "Enter");
    await page.getByText("2 entries are deleted.").waitFor();
    await press(page, "F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText("Overlaps").nth(1).waitFor();
    assert.deepEqual(acme.olga.offences, []);
  });

  test("one Enter creates no project while something alike exists, and a completed one opens again", async () => {
    const { team } = acme;
    if ((await runningIn(team)).length > 0) await team.call("tracker_stop_timer", {});
    const id = await addProject(team, { name: "Website of Hotel Miradouro" });
    const old = await addProject(team, { name: "Annual report", status: "completed" });
    const names = async () =>
      (await team.rows("tracker_list_projects")).map(({ name }): string => name).toSorted();
    const before = await names();
    await page.goto(`${acme.served.origin}/time`);
    const field = page.getByRole("combobox", { name: "Project", exact: true });
    await field.fill("Webiste");
    await page.getByRole("option", { name: "Website of Hotel Miradouro" }).waitFor();
    await page
      .getByRole("option", { name: "Create “Webiste”" })
      .and(page.locator("[data-highlighted]"))
      .waitFor();
    await press(page, "Enter");
    await page.getByText("Enter again creates it.").waitFor();
    assert.deepEqual(await names(), before);
    await press(page, "Enter");
    await page.getByText("The project Webiste is created.").first().waitFor();
    assert.deepEqual(await names(), [...before, "Webiste"].toSorted());
    await press(page, "F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await page.getByText("Undone.").first().waitFor();
    assert.deepEqual(await names(), before);
    await field.fill("Annual");
    await page.getByRole("option", { name: /^Annual report.*Opens again/ }).waitFor();
    assert.equal(await page.getByRole("option", { name: /^Create/ }).count(), 1);
    await field.press("Enter");
    await page.getByText("The project Annual report is open again.").first().waitFor();
    const projects = storedRows(await team.state(), "tracker_projects");
    assert.deepEqual(
      [id, old].map((of) => projects.find((project) => project.id === of)?.status),
      ["in_progress", "in_progress"],
    );
    await field.press("Enter");
    await hasFocus(page, "Stop");
    const { running } = await (
      await WebApp.of(team)
    ).ask("GET /api/teams/:team/timer", {
      team: team.id,
    });
    assert.equal(running?.project.id, old);
  });
});

async function untilTitled(page: Page, beginning: string): Promise<void> {
  await page.waitForFunction(
    (beginning) => String(Object(globalThis).document.title).startsWith(beginning),
    beginning,
  );
}

/** Notes changes within live regions. */
const WATCH_LIVE_REGIONS = `(() => {
  window.told = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest("[aria-live]:not([aria-live=off]), output, [role=status], [role=alert]");
      if (region) window.told.push(region.outerHTML.slice(0, 80));
    }
  }).observe(document.body, { characterData: true, childList: true, subtree: true });
})()`;
