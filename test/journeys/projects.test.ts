import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { folderForTests, processes, type Server } from "../server.ts";
import { CHROMIUM } from "./chromium.ts";
import { chooseItem, hasFocus, tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { buildWebApp, OLGA, setUp } from "./set-up.ts";
import { inspect, visit, type Visit } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
const { serve } = processes();
const folder = await folderForTests();
const environment = { DATABASE_URL: `sqlite:${folder}/projects.db` };

const TOGGL = `User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags
Olga,${OLGA.email},Zenith,Campaign,,Posters,Yes,2026-03-02,09:00:00,2026-03-02,10:30:00,01:30:00,
Olga,${OLGA.email},Acme,Website,,Logo,Yes,2026-03-02,11:00:00,2026-03-02,12:00:00,01:00:00,
Ben,ben@elsewhere.example,Acme,Website,,Review,Yes,2026-03-02,11:00:00,2026-03-02,12:00:00,01:00:00,
Olga,${OLGA.email},Acme,Website,,Broken,Yes,2026-02-30,11:00:00,2026-02-30,12:00:00,01:00:00,
`;

describe("a person keeps projects and imports time", { skip }, () => {
  let server: Server;
  let olga: Visit;
  let page: Page;

  before(async () => {
    buildWebApp();
    server = await serve(environment);
    olga = await visit(`http://localhost:${server.port}`);
    page = olga.page;
    await setUp(page, server);
  });

  after(async () => {
    await olga?.close();
  });

  test("the empty list says what projects are for", async () => {
    await page.getByRole("link", { name: "Projects" }).first().click();
    await page.waitForURL("**/projects");
    await page.getByText("No projects yet").waitFor();
    await inspect(page, "projects-empty");
  });

  test("a project with a new customer is added by keyboard alone", async () => {
    await page.getByRole("button", { name: "New project" }).first().focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "New project" }).waitFor();
    await page.keyboard.type("Website");
    await inspect(page, "project-add");
    await tabTo(page, /^Customer/);
    await page.keyboard.type("Acme");
    await page.getByRole("option", { name: "Create “Acme”" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Add a customer" }).waitFor();
    await tabTo(page, /^E-mail/);
    await page.keyboard.type("hello@acme.example");
    await inspect(page, "project-new-customer");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Add a customer" }).waitFor({ state: "detached" });
    await tabTo(page, /^Estimate/);
    await page.keyboard.type("0.5");
    await tabTo(page, /^Rate per hour/);
    await page.keyboard.type("95");
    await page.keyboard.press("Enter");
    await page.getByText("Website is added.").waitFor();
    await row(/Website.*Acme.*In progress/).waitFor();
  });

  test("a project that was added by mistake goes again with the undo of its toast", async () => {
    await page.getByRole("button", { name: "New project" }).press("Enter");
    await page.getByRole("dialog", { name: "New project" }).waitFor();
    await page.keyboard.type("Mistake");
    await page.keyboard.press("Enter");
    await page.getByText("Mistake is added.").waitFor();
    await row(/Mistake/).waitFor();
    await page.keyboard.press("F6");
    await tabTo(page, /^Undo/);
    await page.keyboard.press("Enter");
    await page.getByText("Mistake is gone again.").waitFor();
    await row(/Mistake/).waitFor({ state: "detached" });
  });

  test("a file is previewed, imported with new customers, and undone; by keyboard", async () => {
    const path = join(folder, "toggl.csv");
    await writeFile(path, TOGGL);
    await page.getByRole("link", { name: "Import time" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/time/import");
    await page.getByText("At most 32 MB and 50,000 rows; commas, semicolons or tabs.").waitFor();
    await inspect(page, "time-import");
    const saved = page.getByRole("link", { name: "Export CSV" });
    assert.match((await saved.getAttribute("href")) ?? "", /\/time\/file\?person=all$/);
    await page.getByLabel("From").fill("2026-11-02");
    await page.getByLabel("To, inclusive").fill("2026-11-01");
    await page.getByText("The last day is before the first.").waitFor();
    await page.getByLabel("To, inclusive").fill("2026-11-30");
    const days = /\/time\/file\?from=2026-11-02&to=2026-11-30&person=all$/;
    assert.match((await saved.getAttribute("href")) ?? "", days);
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a CSV file" }).focus();
    await page.keyboard.press("Enter");
    await (await chooser).setFiles(path);
    await page.getByRole("heading", { name: "2 entries to import, together 2 h 30" }).waitFor();
    await page.getByText("It is a report of Toggl with 4 rows").waitFor();
    await tabTo(page, "Show whose rows they are");
    await page.keyboard.press("Enter");
    await page.getByText(/Line 4: ben@elsewhere.example is not in the team/).waitFor();
    await page.getByRole("button", { name: "Choose another file" }).focus();
    await tabTo(page, "Columns of the file");
    await page.keyboard.press("Enter");
    await tabTo(page, "Description becomes");
    await page.keyboard.type("Leave");
    await page.getByText("Not imported: Description, Tags.").waitFor();
    await page.getByLabel("Description becomes").selectOption("Description");
    await page.getByText("Not imported: Tags.").waitFor();
    assert.ok(await page.getByLabel("Description becomes").isVisible(), "the columns stay open");
    await tabTo(page, "Whose time, ben@elsewhere.example");
    await page.keyboard.press("ArrowDown");
    await page.getByRole("heading", { name: "3 entries to import, together 3 h 30" }).waitFor();
    await page.keyboard.press("ArrowUp");
    await page.getByRole("heading", { name: "2 entries to import, together 2 h 30" }).waitFor();
    await page.route("**/time/import/preview?*", async (route) => route.abort());
    await page.getByLabel("Time zone of the file").selectOption("Asia/Tokyo");
    await page.getByText("The preview could not be loaded").waitFor();
    await page.getByText("Your choices are kept.").waitFor();
    await page.unroute("**/time/import/preview?*");
    await page.getByRole("link", { name: "Time", exact: true }).first().press("Enter");
    await page.getByRole("button", { name: "Stay here" }).press("Enter");
    await page.locator("#preview-again").press("Enter");
    await page.getByText("Your choices are kept.").waitFor({ state: "detached" });
    assert.equal(await page.getByLabel("Time zone of the file").inputValue(), "Asia/Tokyo");
    await page.getByLabel("Time zone of the file").selectOption("Each person’s own");
    await page.getByRole("heading", { name: "2 entries to import, together 2 h 30" }).waitFor();
    await page.getByRole("button", { name: "Choose another file" }).focus();
    await tabTo(page, /E-mail of Zenith/);
    await page.keyboard.type("info@zenith.example");
    await page.getByRole("link", { name: "Time", exact: true }).first().press("Enter");
    await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
    await page.keyboard.press("Escape");
    await page
      .getByRole("dialog", { name: "Leave without saving?" })
      .waitFor({ state: "detached" });
    assert.equal(await page.getByLabel("E-mail of Zenith").inputValue(), "info@zenith.example");
    await page.locator("[aria-live=polite]", { hasText: "2 entries to import" }).waitFor();
    await inspect(page, "time-import-preview");
    await inspectReflow(page, "time-import-preview");
    const progress = `event: message\ndata: {"kind":"progress","done":1,"total":2}\n\n`;
    const broken = { status: 200, contentType: "text/event-stream", body: progress };
    await page.route(/\/time\/import\?/, async (route) => route.fulfill(broken));
    await page.getByRole("button", { name: /^Import 2 entries/ }).press("Enter");
    await page.getByText("The connection was lost during the import.").waitFor();
    await page.locator("[aria-live=polite]", { hasText: "2 entries to import" }).waitFor();
    assert.equal(await page.getByLabel("E-mail of Zenith").inputValue(), "info@zenith.example");
    await page.unroute(/\/time\/import\?/);
    await page.route(/\/time\/import\?/, () => undefined);
    await tabTo(page, /^Import 2 entries/);
    await page.keyboard.press("Enter");
    await tabTo(page, "Cancel the import");
    await inspect(page, "time-import-working");
    const previews: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/time/import/preview")) previews.push(request.url());
    });
    const sent = page.waitForRequest(/\/time\/import\/preview/);
    await page.keyboard.press("Enter");
    await page.getByText("The import was cancelled").waitFor();
    await page.unroute(/\/time\/import\?/);
    await page.getByRole("heading", { name: "2 entries to import, together 2 h 30" }).waitFor();
    await sent;
    assert.equal(previews.length, 1, "the file is sent once to be looked at again");
    await tabTo(page, /^Import 2 entries/);
    await page.keyboard.press("Enter");
    await page.getByText("2 entries imported, together 2 h 30").waitFor();
    await page.getByText("With 1 new project and 1 new customer.").waitFor();
    await inspect(page, "time-import-done");
    await tabTo(page, /^Undo the import/);
    await page.keyboard.press("Enter");
    await page.getByText("The import is undone").waitFor();
    await tabTo(page, /^Look at the file again/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "2 entries to import, together 2 h 30" }).waitFor();
    await tabTo(page, /^Import 2 entries/);
    await page.keyboard.press("Enter");
    await page.getByText("2 entries imported, together 2 h 30").waitFor();
    await page.getByRole("link", { name: "See the projects" }).focus();
    await page.keyboard.press("Enter");
    await row(/Campaign/).waitFor();
    await row(/Website.*1:00.*0:30 over the estimate.*of 0:30/).waitFor();
    await page.getByText(/1 project over/).waitFor();
    await page.getByText("In progress first, then the newest.").waitFor();
    await row(/Website.*€95\.00/).waitFor();
    await inspect(page, "projects");
    await inspectReflow(page, "projects");
    await page.getByLabel("Estimate").selectOption("Over the estimate");
    await page.waitForURL(/\?estimate=over$/);
    await page.getByText("The project that matches").waitFor();
    assert.equal(await row(/Campaign/).count(), 0);
    await page.getByRole("button", { name: "Clear all" }).press("Enter");
    await row(/Campaign/).waitFor();
  });

  test("the same file again says what is here already, and imports nothing", async () => {
    const path = join(folder, "toggl.csv");
    await page.getByRole("link", { name: "Import time" }).press("Enter");
    const again = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a CSV file" }).press("Enter");
    await (await again).setFiles(path);
    await page.getByRole("heading", { name: "Nothing to import" }).waitFor();
    await page.getByText("2 rows are here already and left out.").waitFor();
    await page.getByText("Here already: 2 rows").waitFor();
    await page.getByRole("link", { name: "See your time" }).waitFor();
    await page.getByText("What is left out can be imported all the same").waitFor();
    assert.equal(await page.getByRole("button", { name: /^Import/ }).count(), 0);
    await inspect(page, "time-import-again");
    const large = join(folder, "large.csv");
    await writeFile(large, Buffer.alloc(32 * 2 ** 20 + 1, "a"));
    const another = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose another file" }).press("Enter");
    await (await another).setFiles(large);
    await page.getByText("The file is larger than 32 MB").waitFor();
    await inspect(page, "time-import-large");
    await page.goBack();
    await row(/Campaign/).waitFor();
  });

  test("a project shows its time, is completed, and opened again", async () => {
    await page.getByRole("link", { name: "Website" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/projects\/[0-9a-f-]{36}$/);
    await page.getByRole("heading", { name: "Website", level: 1 }).waitFor();
    await page.getByLabel("Show", { exact: true }).selectOption("The last 12 months");
    await page.getByText(/^1 h in the last 12 months, 1 \w+ \d{4} to \d/).waitFor();
    await page.getByRole("button", { name: "Show as table" }).click();
    await page.getByText("March 2026").waitFor();
    await page.getByRole("row", { name: /\(not over yet\)/ }).waitFor();
    await page.getByRole("button", { name: "Show as chart" }).click();
    assert.equal(await page.getByText(/hatched/i).count(), 0, "this month has no bar");
    const history = page.getByRole("region", { name: "Activity" });
    await history
      .getByText(/added .*Website/)
      .first()
      .waitFor();
    await page.getByRole("row", { name: /^The entry.*1:00$/ }).waitFor();
    await page.getByRole("link", { name: "€95.00" }).waitFor();
    await page.getByText("30 min over").waitFor();
    await inspect(page, "project");
    await inspectReflow(page, "project");
    await page.getByRole("link", { name: "All 1 entry" }).press("Enter");
    await page.waitForURL(/\/projects\/[0-9a-f-]{36}\?tab=entries$/);
    await hasFocus(page, "Entries of Website");
    await page.getByText("Logo").waitFor();
    await page.getByRole("row", { name: /^The entry.*1:00$/ }).waitFor();
    await inspect(page, "project-entries");
    await inspectReflow(page, "project-entries");
    await page.getByLabel("From").fill("2026-03-03");
    await page.getByText("No entries match").waitFor();
    await page.getByRole("link", { name: "Website", exact: true }).press("Enter");
    await hasFocus(page, "Website");
    await page.getByRole("link", { name: "2 Mar 2026" }).press("Enter");
    await page.waitForURL(/\/time\/calendar\?day=2026-03-02&view=day$/);
    await page.goBack();
    await page.getByRole("link", { name: "Start timer" }).press("Enter");
    await page.waitForURL(/\/time$/);
    await hasFocus(page, "What are you working on?");
    assert.equal(await page.locator("#tracker-project").inputValue(), "Website");
    await page.goBack();
    await page.getByRole("button", { name: "Complete" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Website is completed.").waitFor();
    await page.getByRole("button", { name: "Reopen" }).waitFor();
    await page.getByText("30 min more than estimated").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    await page.getByRole("button", { name: "Complete" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Website", level: 1 }).waitFor();
  });

  test("the chart of a completed project ends with its last entry, and leads to the entries of a week", async () => {
    await page.getByRole("button", { name: "Complete" }).press("Enter");
    await page.getByText(/^1 h in its last 12 weeks, 15 Dec 2025 to 8 Mar 2026/).waitFor();
    await page.getByText("the last week is that of its last entry").waitFor();
    await inspect(page, "project-completed");
    await page.getByRole("link", { name: /^2 to 8 Mar 2026/ }).press("Enter");
    await page.waitForURL(/\/time\?only=[0-9a-f-]{36}&from=2026-03-02&to=2026-03-08$/);
    await page.getByText("Logo").waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Reopen" }).press("Enter");
    await page.getByText(/^No time in the last 12 weeks/).waitFor();
  });

  test("a project is merged into another, which is undone", async () => {
    await page.getByRole("button", { name: "Actions for Website" }).focus();
    await chooseItem(page, "Merge into another…");
    await page.getByText("1 time entry, together 1 h").waitFor();
    await tabTo(page, /^Into/);
    await page.keyboard.type("Camp");
    await page.getByRole("option", { name: /Campaign/ }).waitFor();
    await page.keyboard.press("Enter");
    await inspect(page, "project-merge");
    await tabTo(page, /^Merge the projects/);
    await page.keyboard.press("Enter");
    await page.getByText("Website is merged, 1 time entry moved.").waitFor();
    await page.getByRole("heading", { name: "Campaign", level: 1 }).waitFor();
    await page.keyboard.press("F6");
    await tabTo(page, /^Undo/);
    await page.keyboard.press("Enter");
    await page.getByText("Website is back with its time.").waitFor();
  });

  test("a project is deleted with what goes named, and nothing broke the rules of the page", async () => {
    const menu = page.getByRole("button", { name: "Actions for Campaign" });
    await menu.focus();
    await chooseItem(page, "Delete…");
    await hasFocus(page, "Cancel");
    await page.keyboard.press("Escape");
    await hasFocus(page, "Actions for Campaign");
    await chooseItem(page, "Delete…");
    await page.getByText("1 time entry, together 1 h 30").waitFor();
    await inspect(page, "project-delete");
    await tabTo(page, /^Delete the project/);
    await page.keyboard.press("Enter");
    await page.getByText("Campaign is deleted.").waitFor();
    await page.waitForURL("**/projects");
    await row(/Website/).waitFor();
    assert.equal(await row(/Campaign/).count(), 0);
    await page.goto(`http://localhost:${server.port}/projects?status=completed`);
    await page.getByText("No projects match these filters").waitFor();
    assert.deepEqual(olga.offences, []);
  });

  function row(name: RegExp) {
    return page.getByRole("grid").getByRole("row", { name }).first();
  }
});
