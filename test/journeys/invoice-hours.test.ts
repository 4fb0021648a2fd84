import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { addEntry, addProject } from "../tracker.ts";
import { WebApp } from "../web.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { chooseItem, focused, hasFocus, press, tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

const HOUR = 3600;

describe("a person invoices the hours of October by keyboard alone", { skip }, () => {
  let acme: Acme;
  let page: Page;
  let app: WebApp;
  let orchard: string;
  let website: string;

  before(async () => {
    acme = await Acme.open("/projects/unbilled");
    page = acme.olga.page;
    const { team } = acme;
    app = await WebApp.of(team);
    const made = await team.call("customers_create", {
      name: "Orchard & Finch",
      email: "anna@orchard.example",
    });
    orchard = made.id;
    const euros = { billable: true, currency: "EUR", customer_id: orchard } as const;
    website = await addProject(team, { ...euros, name: "Website", rate_minor: 8000 });
    const shop = await addProject(team, { ...euros, name: "Shop", rate_minor: 9500 });
    const office = await addProject(team, { name: "Office", customer_id: orchard });
    await addEntry(team, { project_id: website, date: "2026-10-05", duration: 30 * HOUR });
    await addEntry(team, { project_id: website, date: "2026-10-06", duration: 7 * HOUR + 2400 });
    await addEntry(team, { project_id: shop, date: "2026-10-07", duration: 12 * HOUR + 1800 });
    await addEntry(team, { project_id: office, date: "2026-10-07", duration: HOUR });
    await addEntry(team, { project_id: website, date: "2026-09-30", duration: 2 * HOUR });
    await addEntry(team, { project_id: website, date: "2026-11-18", duration: 3 * HOUR });
    // The seller is asked for before the first invoice of a team.
    await app.ask("PATCH /api/teams/:team/invoice-settings", {
      team: team.id,
      legal_name: "Acme Studio GmbH",
    });
    await page.reload();
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  async function newest() {
    const { id: team } = acme.team;
    const { items } = await app.ask("GET /api/teams/:team/invoices", { team });
    const [row] = items;
    assert.ok(row !== undefined);
    return app.ask("GET /api/teams/:team/invoices/:id", { team, id: row.id });
  }

  /** Seconds of the customer's time that may come on an invoice. */
  async function free(): Promise<number> {
    const { groups } = await app.ask("GET /api/teams/:team/invoices/billable-time", {
      team: acme.team.id,
      customer_id: orchard,
      from: "2026-01-01",
      to: "2026-12-31",
    });
    return groups.reduce((sum, { seconds }) => sum + seconds, 0);
  }

  test("in at most twelve acts, with what is left out named", async () => {
    await page.getByRole("button", { name: /^Invoice the hours/ }).waitFor();
    await inspect(page, "unbilled-to-invoice");
    const button = page.getByRole("button", { name: "Invoice the hours… of Orchard & Finch, EUR" });
    await button.focus();
    // Act 1: the button. The period, which has the focus, is the last month.
    await press(page, "Enter");
    await hasFocus(page, "Period");
    const dialog = page.getByRole("dialog", { name: "Invoice the hours of Orchard & Finch" });
    await dialog.getByText("37:40 at €80.00 an hour, 2 entries").waitFor();
    await dialog.getByText("€4,201.10").waitFor();
    await dialog.getByText(/1:00 on Office: the project is not billable/).waitFor();
    await dialog.getByText(/^2 h of earlier days \(€160.00\) are on no invoice yet\.$/).waitFor();
    await dialog.getByText(/^These 50 h 10 of tracked time are locked/).waitFor();
    await inspect(page, "invoice-hours");
    await inspectReflow(page, "invoice-hours");
    // Acts 2 to 6: two boxes, a link, a button, and Cancel; act 7 writes the invoice.
    let acts = 1;
    while ((await focused(page)) !== "Write the invoice") {
      await press(page, "Tab");
      acts += 1;
      assert.ok(acts < 12, "the button is too far");
    }
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByRole("heading", { name: "Draft for Orchard & Finch" }).waitFor();
    const { lines, total_minor, service_from, service_to } = await newest();
    assert.deepEqual(
      lines.map(({ name, quantity, price }) => [name, quantity, Number(price)]),
      [
        ["Shop", "12.5", 95],
        ["Website", "37.67", 80],
      ],
    );
    assert.equal(total_minor, 118_750 + 301_360);
    assert.deepEqual([service_from, service_to], ["2026-10-05", "2026-10-07"]);
    assert.equal(await free(), 5 * HOUR);
  });

  test("each line shows its true time, and the entries behind it", async () => {
    const evidence = page.getByRole("button", { name: "37:40 tracked, 2 entries" });
    await evidence.focus();
    await press(page, "Enter");
    const dialog = page.getByRole("dialog", { name: "Tracked time behind the lines" });
    await hasFocus(page, "Close");
    await dialog.getByText("6 Oct 2026").waitFor();
    await dialog.getByText("7:40", { exact: true }).waitFor();
    await inspect(page, "invoice-evidence");
    await press(page, "Enter");
    await hasFocus(page, "37:40 tracked, 2 entries");
    await inspect(page, "draft-with-hours");
  });

  test("more hours come on the draft, and are free again when their line goes", async () => {
    await page.getByRole("button", { name: "Add unbilled time…" }).focus();
    acme.world.pass(1000);
    await press(page, "Enter");
    await hasFocus(page, "Period");
    const dialog = page.getByRole("dialog", { name: "Add unbilled time" });
    await dialog.getByText("No unbilled hours in EUR from 1 to 31 Oct 2026.").waitFor();
    await dialog
      .getByText(/on this draft already/)
      .first()
      .waitFor();
    await tabTo(page, "Take them too");
    await press(page, "Enter");
    await dialog.getByText("2:00 at €80.00 an hour, 1 entry").waitFor();
    await tabTo(page, "Add the hours");
    acme.world.pass(1000);
    await press(page, "Enter");
    await page.getByText("1 line of hours added.").first().waitFor();
    await page.getByLabel("Name of line 3").waitFor();
    assert.equal(await free(), 3 * HOUR);
    await page.getByLabel("Actions for line 3").focus();
    await chooseItem(page, "Remove the line");
    await page.getByText("2 h of tracked time are free again once the draft is saved.").waitFor();
    acme.world.pass(1000);
    await page.keyboard.press("ControlOrMeta+S");
    await page.locator("header output", { hasText: /^Saved$/ }).waitFor();
    assert.equal((await newest()).lines.length, 2);
    assert.equal(await free(), 5 * HOUR);
  });

  test("the time is locked on all pages of time, with a link to the draft", async () => {
    const { origin } = acme.served;
    const { id } = await newest();
    await page.goto(`${origin}/time?from=2026-10-05&to=2026-10-07`);
    const lock = page.getByRole("link", { name: "On Draft invoice" });
    await lock.first().waitFor();
    assert.equal(await lock.first().getAttribute("href"), `/invoices/${id}`);
    assert.equal(await page.getByRole("button", { name: /^(Edit|Add) description/ }).count(), 1);
    await inspect(page, "time-locked");
    await inspectReflow(page, "time-locked");
    const boxes = page.getByRole("checkbox", { name: /^Select/ });
    for (const box of await boxes.all()) await box.press("Space");
    await page.getByText("3 on an invoice, and locked").waitFor();
    await page.getByRole("button", { name: "Delete 1 entry" }).waitFor();
    await page.goto(`${origin}/time/week?week=2026-W41`);
    const cell = page.getByRole("gridcell", { name: /Website, Tue 6 Oct/ });
    await cell.focus();
    await press(page, "5");
    await page.getByText("This time is on a draft invoice.").first().waitFor();
    assert.equal(await page.getByLabel("Website, Tue 6 Oct").getByRole("textbox").count(), 0);
    await inspect(page, "week-locked");
    await cell.focus();
    await press(page, "Enter");
    const list = page.getByRole("dialog", { name: "Website" });
    await list.getByRole("link", { name: "On Draft invoice" }).waitFor();
    await press(page, "Escape");
    await page.goto(`${origin}/time/calendar?day=2026-10-06`);
    const block = page.getByRole("button", { name: /^Website/ }).first();
    await block.press("Enter");
    const shown = page.getByRole("dialog", { name: "Time entry" });
    await hasFocus(page, "Close");
    await shown.getByText(/take its line from the draft first/).waitFor();
    await shown.getByRole("link", { name: "On Draft invoice" }).focus();
    // Another width draws the days anew, without the dialog.
    await press(page, "Escape");
    await inspect(page, "calendar-locked");
    await block.press("Enter");
    await shown.getByRole("link", { name: "On Draft invoice" }).press("Enter");
    await page.getByRole("heading", { name: "Draft for Orchard & Finch" }).waitFor();
  });

  test("a project says how its time is rounded, which the hours show", async () => {
    const { origin } = acme.served;
    const { id: team } = acme.team;
    await page.goto(`${origin}/projects/${website}?open=edit`);
    const way = page.getByLabel("Rounding of time, way");
    await way.selectOption({ label: "Up to" });
    await page.getByLabel("Rounding of time, step").selectOption({ label: "30 minutes" });
    await page.getByText("Three entries of 7 minutes on a day are billed as 1:30.").waitFor();
    await inspect(page, "project-rounding");
    await page.getByRole("button", { name: "Save the project" }).press("Enter");
    await page.getByText("Website is saved.").first().waitFor();
    const { project } = await app.ask("GET /api/teams/:team/projects/:id", { team, id: website });
    assert.equal(project.rounding, "up-30-entry");
    await page.goto(`${origin}/settings/invoices/hours`);
    await page.getByLabel("Hours of a line, way").selectOption({ label: "To the nearest" });
    await inspect(page, "settings-hours");
    await inspectReflow(page, "settings-hours");
    await page.getByRole("button", { name: "Save the rounding" }).press("Enter");
    await page.getByText("Saved").first().waitFor();
    const settings = await app.ask("GET /api/teams/:team/invoice-settings", { team });
    assert.equal(settings.rounding, "nearest-15-entry");
  });
});
