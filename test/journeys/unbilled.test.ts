import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { addEntry, addProject } from "../tracker.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { hasFocus, press, tabTo } from "./focus.ts";
import { inspectReflow } from "./reflow.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
/** More than the 50 of a page. */
const ENTRIES = 60;
const ROW_PX = 36;
const HEIGHTS = `[...document.querySelectorAll("[role=grid] tbody tr")].map((row) => row.offsetHeight)`;

describe("a person finds the time that no invoice has yet", { skip }, () => {
  let acme: Acme;
  let page: Page;
  let zenith: string;

  before(async () => {
    acme = await Acme.open("/time");
    page = acme.olga.page;
    const { team } = acme;
    const customer = async (name: string) =>
      (await team.call("customers_create", { name, email: "a@b.example" })).id;
    zenith = await customer("Zenith");
    const other = await customer("Other");
    const euros = { billable: true, rate_minor: 9000, currency: "EUR" };
    const website = await addProject(team, { ...euros, name: "Website", customer_id: zenith });
    for (let index = 1; index <= ENTRIES; index += 1)
      await addEntry(team, { project_id: website, duration: 600, description: `Work ${index}` });
    const app = await addProject(team, { ...euros, name: "App", customer_id: other });
    await addEntry(team, { project_id: app, duration: 60 });
    await addProject(team, { name: "Done", customer_id: other, status: "completed" });
    const yen = { ...euros, currency: "JPY", name: "Abroad" };
    await addEntry(team, { project_id: await addProject(team, yen) });
  });

  after(async () => {
    await acme?.close();
  });

  test("the figures of Home lead to lists with the same totals", async () => {
    await page.goto(new URL("/", page.url()).href);
    await page.getByRole("link", { name: "€901.50" }).press("Enter");
    await page.waitForURL("**/projects/unbilled?currency=EUR");
    await page.getByRole("heading", { name: "Unbilled time", level: 1 }).waitFor();
    await page.getByText("€901.50").first().waitFor();
    await page.getByText("€900.00").waitFor();
    await page.getByText("€1.50").waitFor();
    assert.equal(await page.getByText("Abroad").count(), 0);
    await hasFocus(page, "Unbilled time");
    await tabTo(page, "Export CSV");
    const [file] = await Promise.all([page.waitForEvent("download"), press(page, "Enter")]);
    const lines = (await text(await file.createReadStream())).trim().split("\r\n");
    assert.equal(lines.at(-1), "Total,,10.02,36060,,901.50,EUR");
    assert.equal(lines.length, 4);
    await inspect(page, "unbilled");
  });

  test("a project leads to its own line, and days narrow rows, totals and the file", async () => {
    await page.getByRole("link", { name: "Website" }).press("Enter");
    await page.getByRole("link", { name: "€900.00" }).press("Enter");
    await page.waitForURL(/\/projects\/unbilled\?project=[0-9a-f-]{36}$/);
    await page.getByRole("button", { name: "Remove the filter Project: Website" }).waitFor();
    await page.getByText("The project that matches").waitFor();
    const today = acme.world.now.slice(0, 10);
    const at = (days: object) =>
      `/projects/unbilled?${new URLSearchParams({ ...days }).toString()}`;
    await page.goto(new URL(at({ currency: "EUR", from: today }), page.url()).href);
    await page.getByText("€901.50").waitFor();
    await page.getByText("time that you export stays.").waitFor();
    const href = await page.getByRole("link", { name: "Export CSV" }).getAttribute("href");
    assert.match(href ?? "", new RegExp(`from=${today}`));
    await page.goto(new URL(at({ currency: "EUR", to: "2020-01-01" }), page.url()).href);
    await page.getByText("No projects match these filters").waitFor();
    await inspect(page, "unbilled-no-match");
    await page.getByRole("link", { name: "this month" }).press("Enter");
    await page.waitForURL(/currency=EUR&to=\d{4}-\d\d-\d\d&from=\d{4}-\d\d-01$/);
    await page.getByText("€901.50").waitFor();
    const month = new URL(page.url()).searchParams.get("from") ?? "";
    assert.equal(month.slice(0, 7), today.slice(0, 7));
    const file = await page.getByRole("link", { name: "Export CSV" }).getAttribute("href");
    assert.match(file ?? "", new RegExp(`from=${month}`));
    await page.goto(new URL(at({ currency: "EUR" }), page.url()).href);
    await page.getByText("€901.50").waitFor();
  });

  test("the list is narrowed to a customer that is searched for, and opens a project", async () => {
    await tabTo(page, "Clear all");
    await press(page, "Enter");
    await hasFocus(page, /^Search/);
    await page.getByText("Abroad").waitFor();
    await page.getByText(/^\d+:\d\d hours in all$/).waitFor();
    for (const [name, hours, amount] of [
      ["EUR", "10:01", "€901.50"],
      ["JPY", "1:00", "JP¥9,000"],
    ] as const) {
      const sums = page.getByRole("row", { name: new RegExp(`^${name}`) }).getByRole("gridcell");
      assert.deepEqual(
        (await sums.allTextContents()).filter((text) => text !== ""),
        [hours, amount],
      );
    }
    await inspect(page, "unbilled-currencies");
    await inspectReflow(page, "unbilled");
    await chooseCustomer("zen", "Zenith");
    await page.waitForURL(`**/projects/unbilled?customer=${zenith}`);
    await page.getByRole("button", { name: "Remove the filter Customer: Zenith" }).waitFor();
    await page.getByText("App", { exact: true }).waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("button", { name: "Remove the filter Customer: Zenith" }).waitFor();
    await page.getByRole("link", { name: "Website" }).waitFor();
    await press(page, "j");
    await hasFocus(page, "Website");
    await press(page, "Enter");
    await page.getByRole("heading", { name: "Website", level: 1 }).waitFor();
  });

  test("projects are filtered by a customer in the same way", async () => {
    await page.goto(new URL("/projects", page.url()).href);
    await chooseCustomer("oth", "Other");
    await page.waitForURL(/\/projects\?customer=/);
    await page.getByRole("link", { name: "Website" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "App" }).waitFor();
    assert.deepEqual(await page.evaluate(HEIGHTS), [ROW_PX, ROW_PX]);
  });

  test("the time of a customer in this month leads to entries with the same total", async () => {
    await page.goto(new URL(`/customers/${zenith}`, page.url()).href);
    await page.getByRole("link", { name: "10 h" }).first().press("Enter");
    await page.waitForURL(/\?tab=time&from=\d{4}-\d\d-01&to=/);
    await page.getByText(`All ${ENTRIES} entries that match`).waitFor();
    const total = page.getByRole("row", { name: /^All / });
    assert.match((await total.textContent()) ?? "", /10:00$/);
    await inspect(page, "customer-time-of-month");
    await page.goto(new URL("/customers", page.url()).href);
    await page.getByText("All 2 customers").waitFor();
    assert.match((await page.getByRole("row", { name: /^All / }).textContent()) ?? "", /10:01/);
    await inspect(page, "customers-with-hours");
    await page.getByRole("link", { name: "10:00" }).press("Enter");
    await page.waitForURL(new RegExp(`/customers/${zenith}\\?tab=time&from=\\d{4}-\\d\\d-01&to=`));
    await page.getByText(`All ${ENTRIES} entries that match`).waitFor();
  });

  test("a customer's time and activity are lists, page by page", async () => {
    await page.goto(new URL(`/customers/${zenith}?tab=time`, page.url()).href);
    await page
      .getByText(/^Work \d+$/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: /^Load/ }).press("Enter");
    await page.getByText(`${ENTRIES} entries`, { exact: false }).first().waitFor();
    assert.match(page.url(), /\?tab=time$/);
    await inspect(page, "customer-time-list");
    await page.getByRole("tab", { name: "Activity" }).press("Enter");
    await page.getByRole("link", { name: /added the customer/ }).press("Enter");
    await page.waitForURL(/\/activity\?event=/);
    assert.deepEqual(acme.olga.offences, []);
  });

  async function chooseCustomer(typed: string, name: string): Promise<void> {
    await page.getByRole("heading", { level: 1 }).focus();
    await tabTo(page, "Customer");
    await page.keyboard.type(typed);
    await page.getByRole("option", { name }).and(page.locator("[data-highlighted]")).waitFor();
    await press(page, "Enter");
  }
});
