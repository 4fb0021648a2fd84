import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { addEntry, addProject } from "../tracker.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";
/** More than the 50 of a page. */
const ENTRIES = 60;

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
    const yen = { ...euros, currency: "JPY", name: "Abroad" };
    await addEntry(team, { project_id: await addProject(team, yen) });
  });

  after(async () => {
    await acme?.close();
  });

  test("the figures of Home lead to lists with the same totals", async () => {
    await page.goto(new URL("/", page.url()).href);
    await page.getByRole("link", { name: "€901.50" }).click();
    await page.waitForURL("**/projects/unbilled?currency=EUR");
    await page.getByRole("heading", { name: "Unbilled time", level: 1 }).waitFor();
    await page.getByText("€901.50").first().waitFor();
    await page.getByText("€900.00").waitFor();
    await page.getByText("€1.50").waitFor();
    assert.equal(await page.getByText("Abroad").count(), 0);
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export as CSV" }).click(),
    ]);
    const lines = (await text(await file.createReadStream())).trim().split("\r\n");
    assert.equal(lines.at(-1), "Total,,10.02,36060,,901.50,EUR");
    assert.equal(lines.length, 4);
    await inspect(page, "unbilled");
  });

  test("the list is narrowed to a customer that is searched for, and opens a project", async () => {
    await page.getByRole("button", { name: "Clear all" }).click();
    await page.getByText("Abroad").waitFor();
    await page.getByRole("combobox", { name: "Customer" }).fill("zen");
    await page.getByRole("option", { name: "Zenith" }).click();
    await page.waitForURL(`**/projects/unbilled?customer=${zenith}`);
    await page.getByRole("button", { name: "Remove the filter Customer: Zenith" }).waitFor();
    await page.getByText("App", { exact: true }).waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("button", { name: "Remove the filter Customer: Zenith" }).waitFor();
    await page.getByRole("link", { name: "Website" }).click();
    await page.getByRole("heading", { name: "Website", level: 1 }).waitFor();
  });

  test("projects are filtered by a customer in the same way", async () => {
    await page.goto(new URL("/projects", page.url()).href);
    await page.getByRole("combobox", { name: "Customer" }).fill("oth");
    await page.getByRole("option", { name: "Other" }).click();
    await page.waitForURL(/\/projects\?customer=/);
    await page.getByRole("link", { name: "Website" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "App" }).waitFor();
  });

  test("a customer's time and activity are lists, page by page", async () => {
    await page.goto(new URL(`/customers/${zenith}?tab=time`, page.url()).href);
    await page
      .getByText(/^Work \d+$/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: /^Load/ }).click();
    await page.getByText(`${ENTRIES} entries`, { exact: false }).first().waitFor();
    assert.match(page.url(), /\?tab=time$/);
    await inspect(page, "customer-time-list");
    await page.getByRole("tab", { name: "Activity" }).click();
    await page.getByRole("link", { name: /added the customer/ }).click();
    await page.waitForURL(/\/activity\?event=/);
    assert.deepEqual(acme.olga.offences, []);
  });
});
