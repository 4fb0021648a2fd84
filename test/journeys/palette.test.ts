import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { callTool, folderForTests, processes, type Server } from "../server.ts";
import { CHROMIUM } from "./chromium.ts";
import { resize } from "./redrawn.ts";
import { admin, buildWebApp, OLGA, setUp } from "./set-up.ts";
import { inspect, visit, type Visit } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
const { serve, run } = processes();
const folder = await folderForTests();
const environment = { DATABASE_URL: `sqlite:${folder}/palette.db` };

describe("a person finds what they look for by its name", { skip }, () => {
  let server: Server;
  let olga: Visit;
  let page: Page;

  before(async () => {
    buildWebApp();
    server = await serve(environment);
    olga = await visit(`http://localhost:${server.port}`);
    page = olga.page;
    await setUp(page, server);
    const words = ["--user", OLGA.email, "--name", "Import", "--preset", "all"];
    const { key } = await admin(run, environment, "key:create", ...words);
    for (const name of ["Nordlicht GmbH", "Bakery North"])
      await callTool(server, key, "customers_create", { name, email: "a@acme.example" });
    const orchard = { name: "Orchard & Finch", email: "o@orchard.example" };
    const { id } = await callTool(server, key, "customers_create", orchard);
    await admin(run, environment, "project:create", "--name", "Brand refresh", "--customer", id);
    await page.goto(`http://localhost:${server.port}/connect`);
    await page.getByRole("heading", { name: "Connect", level: 1 }).waitFor();
  });

  after(async () => {
    await olga?.close();
  });

  test("customers are found beside pages and actions, and their number is said", async () => {
    await open();
    await page.getByRole("group", { name: "Actions" }).waitFor();
    assert.equal(await page.getByRole("group", { name: "Actions" }).getByRole("option").count(), 5);
    // Enter alone acts on nothing.
    assert.equal(await input().getAttribute("aria-activedescendant"), null);
    await page.keyboard.press("Enter");
    await page.keyboard.type("nor");
    await page.getByRole("option", { name: "Bakery North" }).waitFor();
    await page.getByRole("option", { name: "Nordlicht GmbH" }).waitFor();
    await page.getByRole("status").filter({ hasText: "2 results" }).waitFor();
    const active = await input().getAttribute("aria-activedescendant");
    const option = page.locator(`[id="${active}"]`);
    assert.equal(await option.getAttribute("role"), "option");
    await page.emulateMedia({ forcedColors: "active" });
    const outline = await option.evaluate(
      (option) => Object(globalThis).getComputedStyle(option).outlineStyle,
    );
    assert.equal(outline, "solid", "it is marked without colours too");
    await page.emulateMedia({ forcedColors: null });
    await inspect(page, "palette-found");
  });

  test("pages below those of the navigation are found by their names", async () => {
    for (const [typed, label] of [
      ["week", "Time, Week"],
      ["review", "Transactions, Review"],
      ["unbilled", "Projects, Unbilled time"],
      ["calls", "Activity, Assistant calls"],
    ] as const) {
      await input().fill(typed);
      await page.getByRole("option", { name: label }).waitFor();
    }
  });

  test("a customer's name finds its projects too", async () => {
    await input().fill("orch");
    const found = (name: string) => page.getByRole("group", { name }).getByRole("option");
    await found("Projects").waitFor();
    assert.deepEqual(await found("Projects").allInnerTexts(), ["Brand refresh · Orchard & Finch"]);
    assert.deepEqual(await found("Customers").allInnerTexts(), ["Orchard & Finch"]);
    await input().fill("nor");
    await page.getByRole("option", { name: "Bakery North" }).waitFor();
  });

  test("what is typed before the palette has been loaded is searched for, and nothing acts on the page", async () => {
    const later = await visit(`http://localhost:${server.port}`);
    const arrival = Promise.withResolvers<null>();
    await later.context.addCookies(await olga.context.cookies());
    let isHeld = false;
    await later.context.route("**/app/interface-*.js", async (route) => {
      isHeld = true;
      await arrival.promise;
      await route.continue();
    });
    await later.page.goto(`http://localhost:${server.port}/connect`);
    await later.page.getByRole("button", { name: /^Search/ }).waitFor();
    await later.page.keyboard.press("Control+k");
    await later.page.keyboard.type("nor");
    assert.ok(isHeld, "the script of the palette has another name");
    arrival.resolve(null);
    await later.page.getByRole("option", { name: "Bakery North" }).waitFor();
    await later.page.keyboard.type("dl");
    await later.page.getByRole("option", { name: "Bakery North" }).waitFor({ state: "detached" });
    await later.page.getByRole("option", { name: "Nordlicht GmbH" }).waitFor();
    await later.page.keyboard.press("Escape");
    await later.page.getByRole("combobox").waitFor({ state: "detached" });
    assert.deepEqual(later.offences, []);
    await later.close();
  });

  test("what was chosen leads there, and stands first when nothing is typed", async () => {
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/customers\/[\w-]{36}$/);
    await open();
    await page.getByRole("group", { name: "Go to" }).waitFor();
    // Where the person is already.
    assert.equal(await page.getByRole("group", { name: "Recent" }).count(), 0);
    await page.getByRole("option", { name: "Connect", exact: true }).click();
    await page.waitForURL(/\/connect$/);
    await open();
    await page
      .getByRole("group", { name: "Recent" })
      .getByRole("option", { name: /Customer$/ })
      .waitFor();
    await inspect(page, "palette-empty");
  });

  test("a record that was visited by a link stands among the recent ones", async () => {
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Customers", exact: true }).click();
    await page.getByRole("link", { name: "Bakery North" }).click();
    await page.waitForURL(/\/customers\/[\w-]{36}$/);
    await page.getByRole("heading", { level: 1, name: "Bakery North" }).waitFor();
    await page.getByRole("link", { name: "Connect", exact: true }).click();
    await page.waitForURL(/\/connect$/);
    await open();
    const recent = page.getByRole("group", { name: "Recent" });
    await recent.getByRole("option", { name: "Bakery North Customer" }).waitFor();
  });

  test("a prefix lists one kind alone", async () => {
    await page.keyboard.type(">");
    await page.getByRole("option", { name: "Make an API key…" }).waitFor();
    await page.getByRole("group", { name: "Go to" }).waitFor({ state: "detached" });
    await input().fill("@");
    await page.getByText("Type a part of the customer’s name.").waitFor();
    await input().fill("@bak");
    await page.getByRole("option", { name: "Bakery North" }).waitFor();
    assert.equal(await page.getByRole("group").count(), 1);
  });

  test("a search that fails says so, and is tried again", async () => {
    // Not offline: back online, the app searches again by itself.
    const searches = "**/api/teams/**";
    await page.route(searches, (route) => route.abort());
    await input().fill("nordl");
    await page.getByText("Records could not be searched.").waitFor();
    assert.equal(await page.getByText(/^Nothing has that name/).count(), 0);
    await page.unroute(searches);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("option", { name: "Nordlicht GmbH" }).waitFor();
    assert.equal(await page.getByText("Records could not be searched.").count(), 0);
  });

  test("no match says so, and Esc gives the focus back to the opener", async () => {
    await input().fill("zzyzx");
    await page.getByText(/^Nothing has that name/).waitFor();
    await page.keyboard.press("Escape");
    await input().waitFor({ state: "detached" });
    const search = page.getByRole("button", { name: /^Search/ });
    await search.click();
    await input().waitFor();
    await page.keyboard.press("Escape");
    await input().waitFor({ state: "detached" });
    await page.waitForFunction("document.activeElement.textContent.startsWith('Search')");
  });

  test("the menus of team and account open at their first press, and give the focus back", async () => {
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "Connect" }).waitFor();
    for (const [name, item] of [
      [/^Acme Studio/, "New team…"],
      [/^Olga Owner/, "Sign out"],
    ] as const) {
      const button = page.getByRole("button", { name });
      await button.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("menuitem", { name: item }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("menu").waitFor({ state: "detached" });
      assert.match(String(await page.evaluate("document.activeElement.textContent")), name);
    }
  });

  test("on a phone the other pages are under More", async () => {
    await resize(page, { width: 360, height: 640 });
    await page.getByRole("button", { name: "More" }).click();
    await inspect(page, "more-pages");
    await resize(page, { width: 360, height: 640 });
    const more = page.getByRole("dialog", { name: "More pages" });
    await more.getByRole("link", { name: "Connect" }).click();
    await page.waitForURL(/\/connect$/);
    await more.waitFor({ state: "detached" });
  });

  test("no page broke its content policy, threw, or asked another host for anything", () => {
    assert.deepEqual(olga.offences, []);
  });

  async function open(): Promise<void> {
    // The first paint has the page's title before the app takes keys.
    await page.getByRole("button", { name: /^Search/ }).waitFor();
    await page.keyboard.press("Control+k");
    await input().waitFor();
  }

  function input() {
    return page.getByRole("combobox", { name: "Page, action or name of a record" });
  }
});
