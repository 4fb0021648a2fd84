import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { folderForTests, processes, type Server } from "../server.ts";
import { type Assistant, connectAssistant } from "./assistant.ts";
import { BUG } from "./bug.ts";
import { CHROMIUM } from "./chromium.ts";
import { inspectReflow } from "./reflow.ts";
import { buildWebApp, setUp } from "./set-up.ts";
import { inspect, visit, type Visit } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
const { serve, run } = processes();
const folder = await folderForTests();
const environment = { DATABASE_URL: `sqlite:${folder}/calls.db` };
const LIST = /\/api\/teams\/[^/]+\/calls/;
const CHANGES = /\/api\/teams\/[^/]+\/changes/;
/** More than a page of the list. */
const READS = 60;

describe("a person sees what their assistants asked", { skip }, () => {
  let server: Server;
  let olga: Visit;
  let page: Page;
  let assistant: Assistant;

  before(async () => {
    buildWebApp();
    server = await serve(environment);
    olga = await visit(`http://localhost:${server.port}`);
    page = olga.page;
    await setUp(page, server);
  });

  after(async () => {
    await assistant?.close();
    await olga?.close();
  });

  test("before the first call it is said what will stand here, and how to get there", async () => {
    await page.getByRole("link", { name: "Activity" }).first().click();
    await page.getByRole("link", { name: "Assistant calls" }).click();
    await page.waitForURL("**/calls");
    await page.getByRole("heading", { level: 1, name: "Assistant calls" }).waitFor();
    await page
      .getByRole("link", { name: "Activity", exact: true })
      .and(page.locator("[aria-current=page]"))
      .waitFor();
    await page.getByText("No calls in the last 14 days").waitFor();
    await page.getByLabel("Outcome").waitFor({ state: "detached" });
    await inspect(page, "calls-empty");
    await page.getByRole("main").getByRole("link", { name: "Connect an assistant" }).waitFor();
  });

  test("a failed load is told, and tried again", async () => {
    // Without the stream of changes, nothing but the button asks again.
    await page.route(CHANGES, (route) => route.abort());
    await page.route(LIST, (route) => route.fulfill({ status: 500, json: BUG }));
    await page.reload();
    await page.getByText("The calls could not be loaded").waitFor();
    await page.getByText(BUG.reference).waitFor();
    await inspect(page, "calls-failed");
    await inspectReflow(page, "calls-failed");
    await page.unroute(LIST);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("No calls in the last 14 days").waitFor();
    await page.unroute(CHANGES);
  });

  test("the first call appears on the open page within seconds", async () => {
    assistant = await connectAssistant({ run, environment, server }, "Laptop");
    // A read: the stream of changes does not tell of it.
    await assistant.call("tags_list", {});
    await line(/List tags/).waitFor({ timeout: 5000 });
    await page.getByLabel("Outcome").waitFor();
  });

  test("a key's reads are there a second later, from its menu in the settings", async () => {
    await assistant.call("tags_create", { name: "Retainer" });
    for (let read = 1; read < READS; read += 1) await assistant.call("tags_list", {});
    await assistant.refused("tags_create", { name: "Retainer" });
    await page.goto(`http://localhost:${server.port}/settings/developer`);
    await page.getByRole("button", { name: /^Actions for Laptop/ }).click();
    await page.getByRole("menuitem", { name: "See its calls" }).click();
    await page.waitForURL(/\/calls\?credential=key%3A/);
    await untilLogged();
    await line(
      /Create tag Laptop ….{4} journey Refused it exists already None (< )?\d+ ms$/,
    ).waitFor();
    await line(/List tags Laptop ….{4} journey Done 1 (< )?\d+ ms$/).waitFor();
    await inspect(page, "calls");
    await inspectReflow(page, "calls");
  });

  test("older calls are loaded, the first of them has the focus, and keys move on from it", async () => {
    await page.getByRole("button", { name: "Load more" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(`${READS + 2} log entries in all.`).waitFor();
    await untilFocused("List tags");
    await page.keyboard.press("End");
    await page.keyboard.press("k");
    await untilFocused("Create tag");
  });

  test("new calls are counted, and shown on request", async () => {
    await page.clock.install();
    await page.reload();
    await page.getByText("The newest first.").waitFor();
    await assistant.call("tags_list", {});
    const show = page.getByRole("button", { name: "1 new – Show" });
    for (; (await show.count()) === 0;) await page.clock.runFor(16_000);
    await show.click();
    await page.getByText("63 log entries in all.").waitFor();
    await page.clock.resume();
  });

  test("filters narrow the list, the address says to what, and Back widens it", async () => {
    await page.getByLabel("Outcome").selectOption("Refused");
    await page.waitForURL(/&outcome=refused$/);
    await page.getByText("1 log entry in all.").waitFor();
    await page.getByLabel("Tool").selectOption("List tags");
    await page.getByText("No log entries match these filters").waitFor();
    await inspect(page, "calls-no-match");
    await page.goBack();
    await line(/Create tag .* Refused/).waitFor();
    await page.goBack();
    assert.equal(await page.getByLabel("Outcome").inputValue(), "");
  });

  test("days narrow the list too, and the rows are saved as CSV", async () => {
    const rows = page.getByRole("grid").getByRole("row");
    await page.getByLabel("To", { exact: true }).fill("2020-01-31");
    await page.waitForURL(/&to=2020-01-31$/);
    await page.getByText("No log entries match these filters").waitFor();
    await page.getByLabel("To", { exact: true }).fill("");
    await page.getByLabel("From", { exact: true }).fill(`${new Date().getFullYear()}-01-01`);
    await page.waitForURL(/&from=\d{4}-01-01$/);
    await rows.first().waitFor();
    const started = page.waitForEvent("download");
    await page.getByRole("button", { name: /^Save these \d+ rows as CSV$/ }).click();
    const file = await started;
    assert.match(file.suggestedFilename(), /^calls-\d{4}-\d\d-\d\d\.csv$/);
    await page.goBack();
  });

  test("Connect leads from a key's last call to its calls, and nothing broke the rules of the page", async () => {
    await page.goto(`http://localhost:${server.port}/connect`);
    await page.getByRole("link", { name: /^Calls of Laptop, the last/ }).click();
    await page.waitForURL(/\/calls\?credential=key%3A/);
    await line(/List tags/).waitFor();
    // The answer that failed on purpose is no offence.
    assert.deepEqual(olga.offences, []);
  });

  /** The log is written once a second. */
  async function untilLogged(): Promise<void> {
    for (;;) {
      const shown = page.getByText(/^The newest 50 log entries\.$/);
      const none = page.getByText("No log entries match these filters");
      await shown
        .or(none)
        .or(page.getByText(/log entr(y|ies) in all\.$/))
        .waitFor();
      const newest = line(/Create tag .* Refused/);
      if ((await shown.count()) > 0 && (await newest.count()) > 0) return;
      await page.reload();
    }
  }

  async function untilFocused(tool: string): Promise<void> {
    await page.locator(":focus").getByText(tool, { exact: true }).waitFor();
  }

  function line(name: RegExp) {
    return page.getByRole("grid").getByRole("row", { name }).first();
  }
});
