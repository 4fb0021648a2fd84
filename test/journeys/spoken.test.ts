import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { addEntry, addProject } from "../tracker.ts";
import { Acme } from "./acme.ts";
import { BUG } from "./bug.ts";
import { CHROMIUM } from "./chromium.ts";
import { chooseItem, hasFocus, press, tabTo, untilTimerKeys } from "./focus.ts";
import { heard, hears, listen } from "./spoken.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

describe("a screen reader is told what happens on a page", { skip }, () => {
  let acme: Acme;
  let page: Page;

  before(async () => {
    acme = await Acme.open("/customers");
    page = acme.olga.page;
    const { team } = acme;
    for (const name of ["Zenith", "Zebra", "Acme"])
      await team.call("customers_create", { name, email: "a@b.example" });
    await team.call("tags_create", { name: "Wholesale" });
    await addEntry(team, { project_id: await addProject(team, { name: "Website" }) });
    await listen(page);
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  async function open(path: string): Promise<void> {
    await page.goto(acme.served.origin + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.locator("main:not(:has([aria-busy=true]))").waitFor();
  }

  test("a page that is opened says its title", async () => {
    await open("/customers");
    await page.getByRole("link", { name: "Projects" }).first().press("Enter");
    await hasFocus(page, "Projects");
    await page.getByRole("link", { name: "Website" }).press("Enter");
    await hasFocus(page, "Website");
  });

  test("a search says how many are found, and that none are", async () => {
    await open("/customers");
    await page.keyboard.press("/");
    await page.keyboard.type("ze");
    await hears(page, "2 customers found");
    await page.keyboard.type("n");
    await hears(page, "1 customer found");
    await page.keyboard.type("x");
    await hears(page, "No customers found");
  });

  test("a setting that is searched for is counted", async () => {
    await open("/settings/profile");
    await page.getByRole("searchbox", { name: "Find a setting" }).focus();
    await page.keyboard.type("theme");
    await hears(page, "1 found");
  });

  test("selected rows are counted, and an action on them says its end and how to undo it", async () => {
    await open("/customers");
    await page.getByRole("link", { name: "Zebra" }).focus();
    await press(page, "x");
    await page.getByRole("button", { name: "Archive" }).focus();
    await press(page, "Enter");
    await hears(page, /^1 customer archived\. Undo/);
    await press(page, "F6");
    await tabTo(page, "Undo");
    await press(page, "Enter");
    await hears(page, /^Undone\./);
  });

  test("a timer says that it runs, and what is saved when it stops", async () => {
    await open("/connect");
    await untilTimerKeys(page);
    await press(page, "c");
    await hears(page, /^The timer runs on Website\./);
    acme.world.pass(3_600_000);
    await press(page, "s");
    await hears(page, /^Saved 1 h on Website\. Undo/);
  });

  test("a form says that it is saved, and a refused one why, in place of both", async () => {
    await open("/settings/profile");
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Olga O.");
    await name.press("Enter");
    await hears(page, "Saved");
    await name.fill(" ");
    await name.press("Enter");
    await hears(page, /^Some of what was entered cannot be used\..*Name$/, "alert");
  });

  test("a new record says its name, and a renamed one both names", async () => {
    await open("/customers/tags");
    await page.getByRole("button", { name: "Actions for Wholesale" }).focus();
    await chooseItem(page, "Rename…");
    await hasFocus(page, "Name");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("Trade");
    await press(page, "Enter");
    await hears(page, /^Wholesale is now Trade\. Undo/);
  });

  test("a list that cannot be loaded says so, with the reference of the server's log, and loads again", async () => {
    await open("/customers");
    await acme.world.database.begin((db) => sql`alter table tags rename to tags_away`.execute(db));
    await page.goto(`${acme.served.origin}/customers/tags`);
    await hears(
      page,
      /^The tags could not be loaded The server failed\. Try again\. If it happens again, tell whoever runs the server this reference: [\da-f]{12} Try again$/,
      "alert",
    );
    const reference = await page.locator("main code").first().textContent();
    assert.ok(acme.served.log.some((entry) => entry.reference === reference));
    await acme.world.database.begin((db) => sql`alter table tags_away rename to tags`.execute(db));
    await page.getByRole("button", { name: "Try again" }).focus();
    await press(page, "Enter");
    await page.getByRole("link", { name: "Trade" }).or(page.getByText("Trade")).first().waitFor();
  });

  test("a write that the server fails says the reference, and stays until it is dismissed", async () => {
    await open("/connect");
    await untilTimerKeys(page);
    await page.clock.install();
    await page.route("**/timer", async (route) => {
      if (route.request().method() === "GET") return route.continue();
      return route.fulfill({ status: 500, json: BUG });
    });
    await press(page, "c");
    await hears(page, `The server failed. Try again. Reference: ${BUG.reference}`);
    await page.clock.runFor(60_000);
    await page.getByText(BUG.reference).waitFor();
    await page.unroute("**/timer");
  });

  test("a page that cannot be loaded at all has the reference too", async () => {
    await page.route("**/api/me", async (route) => route.fulfill({ status: 500, json: BUG }));
    await page.goto(`${acme.served.origin}/customers`);
    await page.getByRole("heading", { name: "Ledgerport", level: 1 }).waitFor();
    await hears(page, /^Your account could not be loaded.*reference: 7f3a90c1d2e4/, "alert");
    await inspect(page, "account-failed");
    await page.unroute("**/api/me");
    await page.getByRole("button", { name: "Try again" }).press("Enter");
    await page.getByRole("heading", { name: "Customers" }).waitFor();
  });

  test("nobody is told what nobody asked for", async () => {
    await open("/customers");
    await page.waitForTimeout(500);
    assert.deepEqual(
      (await heard(page)).filter(({ words }) => !words.startsWith("Loading")),
      [],
    );
  });
});
