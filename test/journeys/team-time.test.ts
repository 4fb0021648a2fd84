import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import type { Team } from "../app.ts";
import { folderForTests } from "../server.ts";
import { addEntry, addProject } from "../tracker.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus, press, tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
const MINUTE = 60;
const NOT_YOURS = "Only owners and admins of the team change the time of other people.";

describe("a person follows the team's hours, by keyboard alone", { skip }, () => {
  let acme: Acme;
  let page: Page;
  let mia: Team;

  /** Link of a row's hours. */
  const hoursOf = (name: string) =>
    page.getByRole("row", { name }).getByRole("link", { name: /^\d+:\d\d$/ });

  before(async () => {
    acme = await Acme.open("/time");
    page = acme.olga.page;
    const { team } = acme;
    await team.member("member", { name: "Noah Idle" });
    mia = await team.member("member", { name: "Mia Member" });
    const customer = await team.call("customers_create", { name: "Zenith", email: "z@z.example" });
    const website = await addProject(team, {
      name: "Website",
      customer_id: customer.id,
      billable: true,
    });
    const office = await addProject(team, { name: "Office" });
    for (const [project_id, date, minutes, person] of [
      [website, "2026-11-16", 90, team],
      [website, "2026-11-17", 45, mia],
      [office, "2026-11-17", 90, mia],
      // Of the weeks before and after.
      [website, "2026-11-15", 240, mia],
      [office, "2026-11-23", 240, mia],
    ] as const)
      await addEntry(team, {
        project_id,
        date,
        duration: minutes * MINUTE + 7,
        assigned_id: person.userId,
      });
  });

  after(async () => {
    await acme?.close();
  });

  test("Home's figure of the week leads to the projects behind it, with the same total", async () => {
    await page.goto(new URL("/", page.url()).href);
    await page.getByRole("heading", { name: "This week" }).waitFor();
    await page.getByRole("heading", { level: 1 }).focus();
    await tabTo(page, "3 h 45");
    await press(page, "Enter");
    await page.waitForURL("**/time/team?from=2026-11-16&to=2026-11-22");
    await hasFocus(page, "Team hours");
    assert.equal(await page.title(), "Team hours · Ledgerport");
    await page.getByRole("row", { name: /^Website Zenith 2:15 2:15$/ }).waitFor();
    await page.getByRole("row", { name: /^Office 0:00 1:30$/ }).waitFor();
    await page.getByRole("row", { name: /^Total, 60 % billable 2:15 3:45$/ }).waitFor();
    await page.getByRole("row", { name: /^Mia Member 0:45 2:15$/ }).waitFor();
    await page.getByRole("row", { name: /^Olga Owner \(you\) 1:30 1:30$/ }).waitFor();
    await page.getByRole("row", { name: /^Noah Idle 0:00 0:00$/ }).waitFor();
    await page.getByRole("row", { name: /^Total 2:15 3:45$/ }).waitFor();
    await page.getByText("The whole week before: 4:00").waitFor();
    await inspect(page, "team-time");
    await inspectReflow(page, "team-time");
  });

  test("hours of a person and of a person on a project lead to exactly these entries", async () => {
    await page.getByRole("heading", { level: 1 }).focus();
    await hoursOf("Mia Member").focus();
    await press(page, "Enter");
    await page.waitForURL(/\/time\?from=2026-11-16&to=2026-11-22&person=[0-9a-f-]{36}$/);
    await page.getByText("Total, 16 to 22 Nov 20262:15").waitFor();
    assert.equal(await page.getByLabel("Time of").inputValue(), mia.userId);
    assert.equal(await page.locator("#tracker-work").count(), 0, "her time has no timer of mine");
    await inspect(page, "time-of-person");
    await page.goBack();
    await hoursOf("Website").focus();
    await press(page, "Enter");
    await page.waitForURL(/&project=[0-9a-f-]{36}$/);
    await hasFocus(page, "Team hours");
    await page.getByText("Only Website, without running timers.").waitFor();
    await page.getByRole("row", { name: /^Total 2:15 2:15$/ }).waitFor();
    await inspect(page, "team-time-project");
    await hoursOf("Mia Member").focus();
    await press(page, "Enter");
    await page.waitForURL(/&only=[0-9a-f-]{36}$/);
    await page.getByText("Total, 16 to 22 Nov 20260:45").waitFor();
    await page.getByText("Only Website.").waitFor();
    await page.goto(new URL("/time/team?from=2026-11-16&to=2026-11-22", page.url()).href);
  });

  test("the hours are saved as CSV, by project and by person with one total", async () => {
    await page.getByRole("row", { name: /^Total 2:15 3:45$/ }).waitFor();
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).focus();
    await press(page, "Enter");
    const file = await download;
    assert.equal(file.suggestedFilename(), "team-hours-2026-11-16-2026-11-22.csv");
    const saved = join(await folderForTests(), "hours.csv");
    await file.saveAs(saved);
    const text = await readFile(saved, "utf8");
    assert.deepEqual(text.replace("\ufeff", "").split("\r\n"), [
      "Hours of,Name,Customer,Billable hours,Hours",
      "Project,Website,Zenith,2.2539,2.2539",
      "Project,Office,,0,1.5019",
      "Person,Mia Member,,0.7519,2.2539",
      "Person,Olga Owner,,1.5019,1.5019",
      "Person,Noah Idle,,0,0",
      "",
    ]);
  });

  test("a project of the list opens, and Back comes to the same days", async () => {
    await page.getByRole("heading", { level: 1 }).focus();
    await tabTo(page, "Website");
    await press(page, "Enter");
    await hasFocus(page, "Website");
    assert.match(page.url(), /\/projects\/[0-9a-f-]{36}$/);
    await page.goBack();
    await page.waitForURL("**/time/team?from=2026-11-16&to=2026-11-22");
    await page.getByRole("row", { name: /^Total,/ }).waitFor();
  });

  test("a day of Home's chart leads to that day's time alone", async () => {
    await page.getByRole("heading", { level: 1 }).focus();
    await page.goto(new URL("/", page.url()).href);
    const day = page.getByRole("link", { name: /^Tuesday 17 November/ });
    await day.focus();
    assert.match((await day.getAttribute("aria-label")) ?? "", /Others 2 h 15/);
    await press(page, "Enter");
    await page.waitForURL("**/time/team?from=2026-11-17&to=2026-11-17");
    await page.getByRole("row", { name: /^Total, 33 % billable 0:45 2:15$/ }).waitFor();
    await page.getByLabel("Period").selectOption({ label: "Month" });
    await page.waitForURL("**/time/team?from=2026-11-01&to=2026-11-30");
    await page.getByRole("row", { name: /^Total, 53 % billable 6:15 11:45$/ }).waitFor();
    await press(page, "Alt+ArrowLeft");
    await page.waitForURL("**/time/team?from=2026-10-01&to=2026-10-31");
    await page.getByLabel("Period").selectOption({ label: "Other days" });
    await page.getByLabel("First day").fill("2026-11-01");
    await page.getByText("Not after 31 Oct 2026.").waitFor();
    assert.match(page.url(), /from=2026-10-01&to=2026-10-31$/);
    await page.getByLabel("First day").fill("2026-10-02");
    await page.waitForURL("**/time/team?from=2026-10-02&to=2026-10-31");
    assert.equal(await page.getByText("Not after 31 Oct 2026.").count(), 0);
  });

  test("a member sees the same total and nobody else by name, and days without time say so", async () => {
    const max = await acme.team.member("member", { name: "Max Member" });
    const other = await acme.elsewhere();
    await acme.signIn(other, max, "/time/team?from=2026-11-16&to=2026-11-22");
    await other.getByRole("row", { name: /^Total, 60 % billable 2:15 3:45$/ }).waitFor();
    await other.getByRole("row", { name: /^2 other people 2:15 3:45$/ }).waitFor();
    assert.equal(await other.getByText("Mia Member").count(), 0);
    await inspect(other, "team-time-member");
    const hers = `/time?from=2026-11-16&to=2026-11-22&person=${mia.userId}`;
    await other.goto(new URL(hers, page.url()).href);
    await other.getByText(NOT_YOURS).waitFor();
    await other.getByText("0:45").first().waitFor();
    assert.equal(
      await other.getByRole("button", { name: /^(Add time|Actions on|Edit)/ }).count(),
      0,
    );
    await inspect(other, "time-of-another");
    await other.getByLabel("Time of").selectOption({ label: "Olga Owner" });
    await other.waitForURL(/person=/);
    await other.getByText("1:30").first().waitFor();
    await other.goto(new URL(`/time/week?week=2026-W47&person=${mia.userId}`, page.url()).href);
    await other.getByText(NOT_YOURS).waitFor();
    await other.getByRole("gridcell", { name: /Website, Tue 17 Nov/ }).focus();
    await press(other, "5");
    await other.getByText(NOT_YOURS).nth(1).waitFor();
    await press(other, "Enter");
    await other.getByRole("dialog", { name: "Website" }).getByText("0:45").waitFor();
    await inspect(other, "week-of-another");
    await press(other, "Escape");
    await other.goto(
      new URL(`/time/calendar?day=2026-11-17&person=${mia.userId}`, page.url()).href,
    );
    await other.getByText(NOT_YOURS).waitFor();
    await other.getByRole("button", { name: /^Website/ }).press("Enter");
    const shown = other.getByRole("dialog", { name: "Time entry" });
    await shown.getByText("Mia Member").waitFor();
    await hasFocus(other, "Close");
    assert.equal(await shown.getByRole("textbox").count(), 0);
    await inspect(other, "calendar-of-another");
    await press(other, "Enter");
    await other.goto(new URL("/time/team?from=2026-11-18&to=2026-11-18", page.url()).href);
    await other.getByText("No time on 18 Nov 2026").waitFor();
    await inspect(other, "team-time-none");
    await other.getByRole("button", { name: "Show the day before" }).focus();
    await press(other, "Enter");
    await other.waitForURL("**/time/team?from=2026-11-17&to=2026-11-17");
    await other.route("**/projects/time?**", (route) => route.abort());
    await other.reload();
    await other.getByText("The team’s hours could not be loaded").waitFor();
    await inspect(other, "team-time-failed");
    await other.unroute("**/projects/time?**");
    await other.getByRole("button", { name: "Try again" }).focus();
    await press(other, "Enter");
    await other.getByRole("row", { name: /^Total, 33 % billable 0:45 2:15$/ }).waitFor();
    await other.context().close();
    assert.deepEqual(acme.olga.offences, []);
  });
});
