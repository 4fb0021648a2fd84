import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { addEntry, addProject } from "../tracker.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus, press, tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
const MINUTE = 60;

describe("a person follows the team's hours, by keyboard alone", { skip }, () => {
  let acme: Acme;
  let page: Page;

  before(async () => {
    acme = await Acme.open("/time");
    page = acme.olga.page;
    const { team } = acme;
    const mia = await team.member("member", { name: "Mia Member" });
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
    await hasFocus(page, "Time of the team");
    await page.getByRole("row", { name: /^Website Zenith 2:15 2:15$/ }).waitFor();
    await page.getByRole("row", { name: /^Office 0:00 1:30$/ }).waitFor();
    await page.getByRole("row", { name: /^Total, 60 % billable 2:15 3:45$/ }).waitFor();
    await inspect(page, "team-time");
    await inspectReflow(page, "team-time");
  });

  test("a project of the list opens, and Back comes to the same days", async () => {
    await page.getByRole("heading", { level: 1 }).focus();
    await tabTo(page, "Website");
    await press(page, "Enter");
    await hasFocus(page, "Website");
    assert.match(page.url(), /\/projects\/[0-9a-f-]{36}$/);
    await page.goBack();
    await page.waitForURL("**/time/team?from=2026-11-16&to=2026-11-22");
    await page.getByRole("row", { name: /^Total/ }).waitFor();
  });

  test("a day of Home's chart leads to that day's time alone", async () => {
    await page.getByRole("heading", { level: 1 }).focus();
    await page.goto(new URL("/", page.url()).href);
    const day = page.getByRole("link", { name: /^Tuesday 17 November/ });
    await day.focus();
    assert.match((await day.getAttribute("aria-label")) ?? "", /Others 2:15/);
    await press(page, "Enter");
    await page.waitForURL("**/time/team?from=2026-11-17&to=2026-11-17");
    await page.getByRole("row", { name: /^Total, 33 % billable 0:45 2:15$/ }).waitFor();
  });

  test("a member sees the same total, and days without time say so", async () => {
    const mia = await acme.team.member("member", { name: "Max Member" });
    const other = await acme.elsewhere();
    await acme.signIn(other, mia, "/time/team?from=2026-11-16&to=2026-11-22");
    await other.getByRole("row", { name: /^Total, 60 % billable 2:15 3:45$/ }).waitFor();
    await other.goto(new URL("/time/team?from=2026-11-18&to=2026-11-18", page.url()).href);
    await other.getByText("No time in these days").waitFor();
    await inspect(other, "team-time-none");
    await other.context().close();
    assert.deepEqual(acme.olga.offences, []);
  });
});
