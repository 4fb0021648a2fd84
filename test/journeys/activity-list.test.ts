import assert from "node:assert/strict";
import { buffer } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { folderForTests, processes, type Server } from "../server.ts";
import { type Assistant, connectAssistant } from "./assistant.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus, tabTo } from "./focus.ts";
import { resize } from "./redrawn.ts";
import { inspectReflow } from "./reflow.ts";
import { buildWebApp, setUp } from "./set-up.ts";
import { inspect, visit, type Visit } from "./visit.ts";

const TAGS = 60;
const NOBODY = "01890000-0000-7000-8000-000000000000";
/** The list alone: neither an event's details nor the filter options. */
const LIST = /\/activity\?/;

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
const { serve, run } = processes();
const folder = await folderForTests();
const environment = { DATABASE_URL: `sqlite:${folder}/activity-list.db` };

describe("a person finds what was done among much else", { skip }, () => {
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
    assistant = await connectAssistant({ run, environment, server }, "Laptop");
    for (let number = 1; number <= TAGS; number += 1)
      await assistant.call("tags_create", { name: `Tag ${number}` });
    await assistant.refused("tags_delete", { id: NOBODY });
  });

  after(async () => {
    await assistant?.close();
    await olga?.close();
  });

  test("the list is narrowed down by keyboard, and the address says to what", async () => {
    await open();
    await page.getByLabel("Outcome").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.waitForURL("**/activity?outcome=refused");
    await row(/added the tag Tag 60$/).waitFor({ state: "detached" });
    await row(/tried to delete a tag; refused/).waitFor();
    assert.equal(await rows().count(), 1);
    await hasFocus(page, "Outcome");
    await inspect(page, "activity-filtered");
    await tabTo(page, "Remove the filter Outcome: Refused");
    await page.keyboard.press("Enter");
    await row(/added the tag Tag 60$/).waitFor();
    assert.equal(new URL(page.url()).search, "");
    await hasFocus(page, "Outcome");
    await page.goBack();
    await chip("Outcome: Refused").waitFor();
  });

  test("a link to what one key did names the key, and other filters add to it", async () => {
    await open(`?credential=key:${assistant.keyId}`);
    await page.getByRole("button", { name: /^Remove the filter Through: Laptop ….{4}$/ }).waitFor();
    await page.getByLabel("Person").selectOption("Olga Owner");
    await page.getByLabel("About").selectOption("Tag");
    await page.waitForURL(/\?actor=[^&]+&credential=key%3A[^&]+&subject=tag$/);
    await row(/added the tag Tag 60$/).waitFor();
    await page.getByRole("button", { name: "Clear all" }).click();
    await page.waitForURL(/\/activity$/);
    await hasFocus(page, "Person");
    assert.equal(await page.getByLabel("About").inputValue(), "");
  });

  test("days count where the reader is, and while a year is typed nothing is asked for", async () => {
    await open();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (LIST.test(request.url())) asked.push(new URL(request.url()).searchParams.get("to") ?? "");
    });
    await page.getByLabel("To", { exact: true }).focus();
    await page.keyboard.type("11202020");
    await page.getByText("No events match these filters").waitFor();
    await page.getByText("To: 20 Nov 2020", { exact: true }).waitFor();
    assert.deepEqual([...new Set(asked.filter((day) => day !== ""))], ["2020-11-20"]);
    await inspect(page, "activity-no-match");
    await page.getByRole("button", { name: "Clear all filters" }).click();
    await row(/added the tag Tag 60$/).waitFor();
    assert.equal(await page.getByLabel("To", { exact: true }).inputValue(), "");
  });

  test("older events are asked for, and the first of them has the focus", async () => {
    await open();
    await page.getByText("The newest 50 events.").waitFor();
    await page.getByRole("button", { name: "Load more" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("13 more events, 63 in all.").waitFor({ state: "attached" });
    await untilFocused(/added the tag Tag 11$/);
    assert.equal(await page.getByRole("button", { name: "Load more" }).count(), 0);
    await page.getByText("63 events in all.").waitFor();
    await row(/added the tag Tag 1$/).click();
    await page.getByRole("button", { name: "Undo this change" }).click();
    await page.getByRole("row", { name: /added the tag Tag 1 Undone$/ }).waitFor();
  });

  test("rows that were loaded are there again after another page, and after a reload", async () => {
    await row(/created the API key Laptop$/).scrollIntoViewIfNeeded();
    await page.getByRole("link", { name: "Connect" }).first().click();
    await page.getByRole("heading", { level: 1, name: "Connect" }).waitFor();
    await page.goBack();
    await row(/created the API key Laptop$/).waitFor();
    await page.reload();
    await page.getByText("64 events in all.").waitFor();
  });

  test("the rows that are shown are saved as a table", async () => {
    await assistant.call("tags_create", { name: '=HYPERLINK("https://evil.example")' });
    await open("?subject=tag");
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Save these 50 rows as CSV" }).click(),
    ]);
    assert.match(file.suggestedFilename(), /^activity-\d{4}-\d\d-\d\d\.csv$/);
    const text = String(await buffer(await file.createReadStream()));
    assert.equal(text.charCodeAt(0), 0xfe_ff);
    assert.equal(text.trim().split("\r\n").length, 51);
    assert.match(text, /,"'=HYPERLINK\(""https:\/\/evil\.example""\)",/);
  });

  test("an event that a link leads to is shown though the filters leave it out", async () => {
    await open("?subject=tag");
    await row(/added the tag Tag 60$/).click();
    await page.waitForURL(/event=/);
    const { searchParams } = new URL(page.url());
    await open(`?outcome=refused&event=${searchParams.get("event")}`);
    await page.getByText("This event is not among the loaded rows.").waitFor();
    await page.getByRole("heading", { level: 3, name: "Added the tag Tag 60" }).waitFor();
    await inspect(page, "activity-elsewhere");
    await page.getByRole("button", { name: "Close" }).click();
    await page.waitForURL(/\/activity\?outcome=refused$/);
    await open(`?event=${NOBODY}`);
    await page.getByText("There is no such event").waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await page.waitForURL(/\/activity$/);
  });

  test("a list that cannot be loaded says so, and is asked for again", async () => {
    await page.route(LIST, async (route) => route.abort());
    await page.goto(`http://localhost:${server.port}/activity`);
    await page.getByRole("alert").getByText("The activity could not be loaded").waitFor();
    await inspect(page, "activity-failed");
    await page.unroute(LIST);
    await page.getByRole("button", { name: "Try again" }).click();
    await row(/added the tag Tag 60$/).waitFor();
  });

  test("a team in which nothing was done is shown how to begin", async () => {
    // An empty journal, which the server never answers: making the team is an event.
    await page.route(LIST, async (route) =>
      route.fulfill({ json: { events: [], nextCursor: null } }),
    );
    await page.goto(`http://localhost:${server.port}/activity`);
    await page.getByText("No activity yet").waitFor();
    await inspect(page, "activity-empty");
    await page.unroute(LIST);
    await page.getByRole("link", { name: "Connect an assistant" }).click();
    await page.waitForURL("**/connect");
  });

  test("on a narrow screen the filters are folded under a button that counts them", async () => {
    await resize(page, { width: 360, height: 640 });
    await open("?outcome=refused");
    await page.getByRole("button", { name: "Filters (1)" }).click();
    await page.getByLabel("Person").selectOption("Olga Owner");
    await page.getByRole("button", { name: "Filters (2)" }).waitFor();
    await inspect(page, "activity-filters-open");
    await inspectReflow(page, "activity-filters-open");
  });

  test("changes are selected by mouse and by keys, no row moves, and they are undone together", async () => {
    await resize(page, { width: 1280, height: 800 });
    await open("?subject=tag");
    const top = (await page.getByRole("grid").boundingBox())?.y;
    await page
      .getByRole("row", { name: /added the tag Tag 60$/ })
      .getByRole("checkbox")
      .click();
    await page.getByText("1 event selected").waitFor();
    assert.equal((await page.getByRole("grid").boundingBox())?.y, top);
    await row(/added the tag Tag 57$/).click({ modifiers: ["Shift"] });
    await page.getByText("4 events selected").waitFor();
    assert.equal(new URL(page.url()).search, "?subject=tag");
    await page.keyboard.press("x");
    await page.getByText("3 events selected").waitFor();
    await inspect(page, "activity-selected");
    await page.keyboard.press("Escape");
    await page.getByRole("region", { name: "Selected events" }).waitFor({ state: "detached" });
    await untilFocused(/added the tag Tag 57$/);
    await page.keyboard.press("Shift+J");
    await page.keyboard.press("Shift+J");
    await page.keyboard.press("Shift+K");
    await page.getByText("2 events selected").waitFor();
    await page.getByRole("button", { name: "Undo…" }).click();
    await page.getByRole("button", { name: "Undo 2 changes" }).click();
    await page.getByRole("heading", { name: "2 of 2 changes undone" }).waitFor();
    await page.getByText("Close", { exact: true }).click();
    await page.getByRole("row", { name: /added the tag Tag 57 Undone$/ }).waitFor();
    await page.getByRole("row", { name: /added the tag Tag 56 Undone$/ }).waitFor();
    assert.equal(await page.getByRole("checkbox", { checked: true }).count(), 0);
    await untilFocused(/added the tag Tag 57$/);
  });

  test("what is new is counted, and moves no row until it is asked for", async () => {
    await page.clock.install();
    await open();
    const first = await rows().first().boundingBox();
    await assistant.call("tags_create", { name: "Tag 61" });
    await assistant.call("tags_create", { name: "Tag 62" });
    await page.clock.fastForward(16_000);
    const show = page.getByRole("button", { name: "2 new – Show" });
    await show.waitFor();
    assert.deepEqual(await rows().first().boundingBox(), first);
    await inspect(page, "activity-new");
    await show.click();
    await untilFocused(/added the tag Tag 62$/);
    assert.equal(await show.count(), 0);
    for (let number = 1; number <= 51; number += 1)
      await assistant.call("tags_create", { name: `Flood ${number}` });
    await page.clock.fastForward(16_000);
    await page.getByRole("button", { name: "50 or more new – Show" }).click();
    await untilFocused(/added the tag Flood 51$/);
    await page.getByText("The newest 50 events.").waitFor();
    await page.getByRole("button", { name: "Load more" }).click();
    await untilFocused(/added the tag Flood 1$/);
  });

  test("no page broke its content policy, threw, or asked another host for anything", () => {
    assert.deepEqual(olga.offences, []);
  });

  async function open(search = ""): Promise<void> {
    await page.goto(`http://localhost:${server.port}/activity${search}`);
    await page.getByText("The newest first.").waitFor();
  }

  function rows() {
    return page.getByRole("grid").getByRole("link");
  }

  function row(name: RegExp) {
    return page.getByRole("grid").getByRole("link", { name });
  }

  function chip(name: string) {
    return page.getByRole("button", { name: `Remove the filter ${name}` });
  }

  async function untilFocused(words: RegExp): Promise<void> {
    await page.locator(":focus").filter({ hasText: words }).waitFor();
  }
});
