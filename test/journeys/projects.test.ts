import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { folderForTests, processes, type Server } from "../server.ts";
import { CHROMIUM } from "./chromium.ts";
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

  /** Moves the focus with Tab until it is on an element of that name. */
  async function tabTo(name: RegExp): Promise<void> {
    for (let step = 0; step < 60; step += 1) {
      await page.keyboard.press("Tab");
      const told = await page.evaluate(`(() => {
        const at = document.activeElement;
        const labels = at?.labels ? [...at.labels].map((label) => label.textContent) : [];
        return [at?.getAttribute("aria-label"), ...labels, at?.textContent].filter(Boolean).join(" ");
      })()`);
      if (name.test(String(told))) return;
    }
    throw new Error(`Tab never came to ${name}`);
  }

  test("the empty list says what projects are for", async () => {
    await page.getByRole("link", { name: "Projects" }).first().click();
    await page.waitForURL("**/projects");
    await page.getByText("No projects yet").waitFor();
    await inspect(page, "projects-empty");
  });

  test("a project with a new customer is added by keyboard alone", async () => {
    await page.getByRole("button", { name: "Add a project" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Add a project" }).waitFor();
    await page.keyboard.type("Website");
    await inspect(page, "project-add");
    await tabTo(/^Customer/);
    await page.keyboard.type("Acme");
    await page.getByRole("option", { name: "Create “Acme”" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Add a customer" }).waitFor();
    await tabTo(/^E-mail/);
    await page.keyboard.type("hello@acme.example");
    await inspect(page, "project-new-customer");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Add a customer" }).waitFor({ state: "detached" });
    await tabTo(/^Estimate/);
    await page.keyboard.type("0.5");
    await tabTo(/^Rate per hour/);
    await page.keyboard.type("95");
    await page.keyboard.press("Enter");
    await page.getByText("Website is added.").waitFor();
    await row(/Website.*Acme.*In progress/).waitFor();
  });

  test("a file is previewed, imported with new customers, and undone; by keyboard", async () => {
    const path = join(folder, "toggl.csv");
    await writeFile(path, TOGGL);
    await page.getByRole("link", { name: "Import time" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/time/import");
    await inspect(page, "time-import");
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a CSV file" }).focus();
    await page.keyboard.press("Enter");
    await (await chooser).setFiles(path);
    await page.getByRole("heading", { name: "2 entries to import, together 2 h 30" }).waitFor();
    await page.getByText("It is a report of Toggl with 4 rows").waitFor();
    await tabTo(/Which/);
    await page.keyboard.press("Enter");
    await page.getByText(/Line 4: ben@elsewhere.example is not in the team/).waitFor();
    await tabTo(/E-mail of Zenith/);
    await page.keyboard.type("info@zenith.example");
    await inspect(page, "time-import-preview");
    await tabTo(/^Import 2 entries/);
    await page.keyboard.press("Enter");
    await page.getByText("2 entries imported, together 2 h 30").waitFor();
    await page.getByText("With 1 new project and 1 new customer.").waitFor();
    await inspect(page, "time-import-done");
    await tabTo(/^Undo the import/);
    await page.keyboard.press("Enter");
    await page.getByText("The import is undone").waitFor();
    await tabTo(/^Look at the file again/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "2 entries to import, together 2 h 30" }).waitFor();
    await tabTo(/^Import 2 entries/);
    await page.keyboard.press("Enter");
    await page.getByText("2 entries imported, together 2 h 30").waitFor();
    await page.getByRole("link", { name: "See the projects" }).focus();
    await page.keyboard.press("Enter");
    await row(/Campaign/).waitFor();
    await row(/Website.*Over the estimate.*1:00 of 0:30/).waitFor();
    await page.getByText(/1 project over/).waitFor();
    await inspect(page, "projects");
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
    await inspect(page, "time-import-again");
    await page.goBack();
    await row(/Campaign/).waitFor();
  });

  test("a project shows its time, is completed, and opened again", async () => {
    await page.getByRole("link", { name: "Website" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/projects\/[0-9a-f-]{36}$/);
    await page.getByRole("heading", { name: "Website", level: 1 }).waitFor();
    await page.getByLabel("Show", { exact: true }).selectOption("The last 12 months");
    await page.getByText("1 h in the last 12 months").waitFor();
    await page.getByRole("button", { name: "Show as table" }).click();
    await page.getByText("March 2026").waitFor();
    await page.getByRole("button", { name: "Show as chart" }).click();
    await inspect(page, "project");
    await page.getByRole("button", { name: "Complete" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Website is completed.").waitFor();
    await page.getByRole("button", { name: "Reopen" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page
      .getByText("Website is open again.")
      .or(page.getByRole("button", { name: "Complete" }))
      .first()
      .waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Website", level: 1 }).waitFor();
  });

  test("a project is merged into another, which is undone", async () => {
    await page.getByRole("button", { name: "Merge…" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("1 time entry, together 1 h").waitFor();
    await tabTo(/^Into/);
    await page.keyboard.type("Camp");
    await page.getByRole("option", { name: /Campaign/ }).waitFor();
    await page.keyboard.press("Enter");
    await inspect(page, "project-merge");
    await tabTo(/^Merge the projects/);
    await page.keyboard.press("Enter");
    await page.getByText("Website is merged, 1 time entry moved.").waitFor();
    await page.getByRole("heading", { name: "Campaign", level: 1 }).waitFor();
    await page.keyboard.press("F6");
    await tabTo(/^Undo/);
    await page.keyboard.press("Enter");
    await page.getByText("Website is back with its time.").waitFor();
  });

  test("a project is deleted with what goes named, and nothing broke the rules of the page", async () => {
    await page.getByRole("button", { name: "Delete…" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("1 time entry, together 1 h 30").waitFor();
    await inspect(page, "project-delete");
    await tabTo(/^Delete the project/);
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
