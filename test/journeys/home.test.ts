import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { callTool, folderForTests, processes, type Server } from "../server.ts";
import { CHROMIUM } from "./chromium.ts";
import { inspectReflow } from "./reflow.ts";
import { admin, buildWebApp, OLGA, setUp, signIn } from "./set-up.ts";
import { inspect, visit, type Visit } from "./visit.ts";

const MIA = { name: "Mia Member", email: "mia@acme.example", password: "battery horse correct" };
const DAY_MS = 24 * 60 * 60 * 1000;

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
const { serve, run } = processes();
const folder = await folderForTests();
const environment = { DATABASE_URL: `sqlite:${folder}/home.db` };

describe("a person opens Home", { skip }, () => {
  let server: Server;
  let origin = "";
  let olga: Visit;
  let page: Page;

  before(async () => {
    buildWebApp();
    server = await serve(environment);
    origin = `http://localhost:${server.port}`;
    olga = await visit(origin);
    page = olga.page;
    await setUp(page, server);
    await admin(run, environment, "user:set", "--user", OLGA.email, "--time-zone", zoneAtNoon());
  });

  after(async () => {
    await olga?.close();
  });

  test("a new team is greeted, and shown what to do first", async () => {
    await page.goto(origin);
    await page.getByRole("heading", { level: 1, name: /^(Good \w+|Hello), Olga Owner$/ }).waitFor();
    assert.equal(await page.title(), "Home · Ledgerport");
    for (const step of [
      "Import a bank file, open",
      "Add a customer, open",
      "Track an hour, open",
      "Write an invoice, open",
      "Connect an assistant, open",
      "Ask it something, open",
      "Invite your team, open",
    ])
      await list().getByText(step).waitFor();
    await page.getByText("No assistant is connected").waitFor();
    await inspect(page, "home-new");
    await inspectReflow(page, "home-new");
    await page.getByRole("link", { name: "Choose yours" }).click();
    await page.waitForURL(`${origin}/connect`);
    await page.goBack();
    await page.getByRole("link", { name: "Invite somebody" }).click();
    await page.waitForURL(`${origin}/settings/team?open=invite`);
  });

  test("the list can be hidden, and comes back by Undo and from Help", async () => {
    await page.goto(origin);
    await page.getByRole("button", { name: "Hide this list" }).click();
    await list().waitFor({ state: "detached" });
    assert.equal(await page.evaluate("document.activeElement.id"), "main");
    await page.getByRole("button", { name: "Undo" }).click();
    await list().waitFor();
    await page.getByRole("button", { name: "Hide this list" }).click();
    await page.reload();
    await page.getByRole("heading", { name: "Latest activity" }).waitFor();
    assert.equal(await list().count(), 0);
    await page.keyboard.press("?");
    await page.getByRole("link", { name: "Show it on Home" }).click();
    await list().waitFor();
  });

  test("a step ticks itself when there is what it asks for", async () => {
    const key = await mint("Claude on my laptop");
    await page.goto(origin);
    await page.getByText(/^No calls in this time\./).waitFor();
    await list().getByText("Connect an assistant, open").waitFor();
    await callTool(server, key, "customers_create", { name: "Acme", email: "anna@acme.example" });
    await page.goto(origin);
    await list().getByText("Connect an assistant, done").waitFor();
    await list().getByText("Ask it something, done").waitFor();
    await list().getByText("Add a customer, done").waitFor();
    await list().getByText("Track an hour, open").waitFor();
  });

  test("who called in the last days stands there, and leads to what they did", async () => {
    await page.goto(origin);
    const called = page.getByRole("list", { name: "Keys and apps that have called" });
    await called.getByText("Your key, may read and change").waitFor();
    await inspect(page, "home-connected");
    await called.getByRole("link", { name: "Claude on my laptop" }).click();
    await page.waitForURL(/\/activity\?credential=key%3A[\da-f-]{36}$/);
  });

  test("the week's hours stand in a chart, which keys can read, and in its table", async () => {
    const { projectId } = await admin(run, environment, "project:create", "--name", "Website");
    const key = await mint("Timer");
    const start = new Date(Date.now() - 90 * 60_000).toISOString();
    await callTool(server, key, "tracker_start_timer", { project_id: projectId, start });
    await callTool(server, key, "tracker_stop_timer", {});
    await page.goto(origin);
    await page.getByText(/^1 h 30 this week, (all|most) on \w+\.$/).waitFor();
    await page.getByText("Billable share, this week").waitFor();
    const sum = page.getByRole("region", { name: "This week" }).locator("dd").first();
    const lines = await sum
      .getByRole("link")
      .evaluate((link) => Object(globalThis).getComputedStyle(link).textDecorationLine);
    assert.equal(lines, "none", "the double rule is its only line");
    const places = page.getByRole("figure").getByRole("link", { name: /^\w+day \d+ \w+.*: You / });
    assert.equal(await places.count(), 7);
    await places.first().focus();
    await page.keyboard.press("End");
    assert.match(
      String(await page.evaluate("document.activeElement.getAttribute('aria-label')")),
      /^Sunday .*: You (0 min|1 h 30)$/,
    );
    await page.getByText(/^Hatched: \w+day \d+ \w+, not over yet\.$/).waitFor();
    assert.equal(await page.getByText("Your running timer counts once it is stopped.").count(), 0);
    await inspect(page, "home-week");
    await page.emulateMedia({ forcedColors: "active" });
    await inspectReflow(page, "home-week-forced-colors");
    await page.emulateMedia({ forcedColors: null });
    await page.getByRole("button", { name: "Show as table" }).click();
    await page.getByRole("row", { name: /^Total 1 h 30$/ }).waitFor();
    await inspect(page, "home-week-table");
  });

  test("what an assistant does appears by itself, in every tab, through one stream", async () => {
    const key = await mint("Claude at work");
    const streams: string[] = [];
    olga.context.on("request", (request) => {
      if (new URL(request.url()).pathname.endsWith("/changes")) streams.push(request.url());
    });
    const other = await olga.context.newPage();
    for (const tab of [page, other]) {
      // Without the polls, which would come a while later.
      await tab.clock.install();
      await tab.goto(origin);
      await tab.getByRole("heading", { name: "Latest activity" }).waitFor();
    }
    await callTool(server, key, "customers_create", { name: "Live Ltd", email: "l@live.example" });
    for (const tab of [page, other]) {
      await tab.clock.runFor(1000);
      await tab.getByText("Live Ltd").waitFor();
    }
    assert.equal(streams.length, 1);
    await other.close();
  });

  test("the latest changes are told in a sentence, which opens the event", async () => {
    await page.goto(origin);
    await page
      .getByRole("list", { name: "Latest activity" })
      .getByRole("link", {
        name: /^The key Claude on my laptop, for Olga Owner, added the customer Acme/,
      })
      .click();
    await page.waitForURL(/\/activity\?event=[\da-f-]{36}$/);
  });

  test("a key in use that ends soon is told of before it does", async () => {
    const tomorrow = new Date(Date.now() + DAY_MS).toISOString();
    const key = await mint("Nightly export", "--expires", tomorrow);
    await page.goto(origin);
    await page.getByRole("heading", { name: "Latest activity" }).waitFor();
    assert.equal(await page.getByText("Needs attention").count(), 0);
    await callTool(server, key, "customers_list", {});
    await page.goto(origin);
    await page.getByText(/Your key Nightly export ends in \d+ \w+\./).waitFor();
    await page.getByRole("link", { name: "Replace Nightly export" }).click();
    await page.waitForURL(`${origin}/settings/developer#keys`);
  });

  test("a running timer is not in the week's hours, and it is said", async () => {
    const { projectId } = await admin(run, environment, "project:create", "--name", "Shop");
    const key = await mint("Stopwatch");
    await callTool(server, key, "tracker_start_timer", { project_id: projectId });
    await page.goto(origin);
    await page.getByText("Your running timer counts once it is stopped.").waitFor();
    await inspect(page, "home-running");
    await callTool(server, key, "tracker_stop_timer", {});
    await page.getByText("Your running timer counts once it is stopped.").waitFor({
      state: "detached",
    });
  });

  test("what is not done stays in the list, and leads to it", async () => {
    const words = ["--email", MIA.email, "--name", MIA.name, "--role", "member"];
    await admin(run, environment, "user:add", ...words);
    await page.goto(origin);
    await page.getByRole("list", { name: "Keys and apps that have called" }).waitFor();
    assert.equal(
      await list()
        .getByText(/, open$/)
        .count(),
      2,
    );
    await inspect(page, "home-filled");
    await inspectReflow(page, "home-filled");
    await list().getByRole("link", { name: "Choose a file" }).click();
    await page.waitForURL(`${origin}/transactions/import`);
  });

  test("a member is asked for what is theirs to do, and sees nobody else's keys", async () => {
    const words = ["admin", "user:set", "--user", MIA.email, "--password-stdin"];
    const { code } = await run(words, environment, MIA.password);
    assert.equal(code, 0);
    const mia = await visit(origin);
    await mia.page.goto(origin);
    await signIn(mia.page, MIA);
    await mia.page.goto(origin);
    const items = mia.page.getByRole("list", { name: "Steps" }).getByRole("listitem");
    await items.first().waitFor();
    assert.equal(await items.count(), 6);
    await mia.page.getByText("No assistant is connected").waitFor();
    assert.deepEqual(mia.offences, []);
    await mia.close();
  });

  test("no page broke its content policy, threw, or asked another host for anything", () => {
    assert.deepEqual(olga.offences, []);
  });

  function list() {
    return page.getByRole("list", { name: "Steps" });
  }

  async function mint(name: string, ...more: string[]): Promise<string> {
    const words = ["--user", OLGA.email, "--name", name, "--preset", "all", ...more];
    const { key } = await admin(run, environment, "key:create", ...words);
    return key;
  }
});

/** A time zone in which it is about noon, so that what began this morning is of today and of this week. */
function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  if (ahead === 0) return "UTC";
  // The signs of these names are those of POSIX: behind UTC is positive.
  return ahead > 0 ? `Etc/GMT-${ahead}` : `Etc/GMT+${-ahead}`;
}
