import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { callTool, folderForTests, processes, type Server } from "../server.ts";
import { CHROMIUM } from "./chromium.ts";
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
    await page.goto(`http://localhost:${server.port}/connect`);
    await page.getByRole("heading", { level: 1 }).waitFor();
  });

  after(async () => {
    await olga?.close();
  });

  test("customers are found beside pages and actions, and their number is said", async () => {
    await open();
    await page.keyboard.type("nor");
    await page.getByRole("option", { name: "Bakery North" }).waitFor();
    await page.getByRole("option", { name: "Nordlicht GmbH" }).waitFor();
    await page.getByRole("status").filter({ hasText: "2 results" }).waitFor();
    const active = await input().getAttribute("aria-activedescendant");
    assert.equal(await page.locator(`[id="${active}"]`).getAttribute("role"), "option");
    await inspect(page, "palette-found");
  });

  test("what was chosen leads there, and stands first when nothing is typed", async () => {
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/customers\/[\w-]{36}$/);
    await open();
    await page
      .getByRole("group", { name: "Recent" })
      .getByRole("option", { name: /Customer$/ })
      .waitFor();
    await inspect(page, "palette-empty");
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
    await page.getByRole("heading", { level: 1, name: /nor/i }).waitFor();
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
    await page.setViewportSize({ width: 360, height: 640 });
    await page.getByRole("button", { name: "More" }).click();
    await inspect(page, "more-pages");
    await page.setViewportSize({ width: 360, height: 640 });
    const more = page.getByRole("dialog", { name: "More pages" });
    await more.getByRole("link", { name: "Connect" }).click();
    await page.waitForURL(/\/connect$/);
    await more.waitFor({ state: "detached" });
  });

  test("no page broke its content policy, threw, or asked another host for anything", () => {
    assert.deepEqual(olga.offences, []);
  });

  async function open(): Promise<void> {
    await page.keyboard.press("Control+k");
    await input().waitFor();
  }

  function input() {
    return page.getByRole("combobox", { name: "Page, action, customer or project" });
  }
});
