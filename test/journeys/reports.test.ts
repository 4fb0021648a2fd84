import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { october } from "../reports.ts";
import { Books } from "../transactions.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { press } from "./focus.ts";
import { inspect } from "./visit.ts";

const skip = CHROMIUM === undefined && "Chromium is not on the PATH";

const OCTOBER = "from=2026-10-01&to=2026-10-31";

describe("a person asks how the business does", { skip }, () => {
  let acme: Acme;
  let page: Page;

  before(async () => {
    acme = await Acme.open("/reports");
    page = acme.olga.page;
    acme.world.at("2026-11-18T09:00:00Z");
  });

  after(async () => {
    assert.deepEqual(acme.olga.offences, []);
    await acme.close();
  });

  async function open(path: string): Promise<void> {
    await page.goto(`${acme.served.origin}${path}`);
  }

  /** The page's one large figure. */
  function figure() {
    return page.locator("main dl dd").first();
  }

  function focusedName(): Promise<string> {
    return page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''");
  }

  test("without transactions a report leads to the first ones", async () => {
    await open("/reports/profit-loss");
    await page.getByRole("heading", { level: 1, name: "Did we earn money?" }).waitFor();
    await page.getByText("No transactions yet").waitFor();
    await inspect(page, "report-empty");
    await open("/reports/top-customers");
    await page.getByText("No transactions yet").waitFor();
    await open("/reports");
    await page.getByText("Nothing yet").nth(8).waitFor();
    await inspect(page, "reports-empty");
  });

  test("a page that cannot be loaded offline says so and keeps the app, and is loaded later", async () => {
    await open("/reports");
    await page.getByText("Nothing yet").nth(8).waitFor();
    await page.context().setOffline(true);
    await page.getByRole("link", { name: "Customers", exact: true }).focus();
    await press(page, "Enter");
    await page.getByText("This device is offline.").waitFor();
    await inspect(page, "page-offline");
    const reload = page.getByRole("button", { name: "Reload the page" });
    await reload.focus();
    await press(page, "Enter");
    await page.getByText("This device is offline.").waitFor();
    await page.context().setOffline(false);
    await reload.focus();
    await press(page, "Enter");
    await page.getByRole("heading", { level: 1, name: "Customers" }).waitFor();
  });

  test("the index has nine questions, each with its figure", async () => {
    const { books } = await october(acme.team);
    await books.add({
      date: "2026-11-03",
      amount_minor: 120_000,
      category_slug: "service-revenue",
    });
    for (const [month, minor] of [
      ["2026-06", 80_000],
      ["2026-07", 95_000],
      ["2026-08", 91_000],
      ["2026-09", 130_000],
    ] as const) {
      await books.add({
        date: `${month}-01`,
        amount_minor: -minor,
        category_slug: "rent",
        name: "Office",
      });
      await books.add({
        date: `${month}-20`,
        amount_minor: minor * 3,
        category_slug: "service-revenue",
      });
    }
    await open("/reports");
    const items = page.getByRole("list", { name: "Reports" }).getByRole("listitem");
    await items.filter({ hasText: "Did we earn money?" }).getByText("€1,200.00").waitFor();
    assert.equal(await items.count(), 9);
    await items
      .filter({ hasText: "How long does our cash last?" })
      .getByText(/^[\d.]+ months$/)
      .waitFor();
    await inspect(page, "reports");
  });

  test("a figure opens the list with the same total, and Back returns to the report", async () => {
    await open(`/reports/profit-loss?${OCTOBER}`);
    await figure().getByText("€3,362.50").waitFor();
    await inspect(page, "report-profit-loss-month");
    await page.getByRole("link", { name: "Total, Expense: €1,447.50" }).click();
    await page.waitForURL(/\/transactions\?figure=expense&from=2026-10-01&to=2026-10-31$/);
    await page.getByText("Expense €1,447.50").first().waitFor();
    await inspect(page, "report-list");
    await page.goBack();
    await figure().getByText("€3,362.50").waitFor();
    await page.goForward();
    await page.getByText("Expense €1,447.50").first().waitFor();
    await page.getByRole("button", { name: /^Remove the filter Figure of reports/ }).click();
    await page.waitForURL(/\/transactions\?from=2026-10-01&to=2026-10-31$/);
  });

  test("keys reach each point of the chart, which is read with its value and leads to its list", async () => {
    await open("/reports/profit-loss?from=2026-06-01&to=2026-11-30");
    const points = page.getByRole("figure").getByRole("link");
    await points.first().waitFor();
    assert.equal(await points.count(), 12);
    await points.first().focus();
    assert.equal(await focusedName(), "June 2026: Revenue €2,400.00");
    await press(page, "End");
    assert.equal(await focusedName(), "November 2026, not over yet: Expense €0.00");
    await page.getByText("Hatched: November 2026, not over yet.").waitFor();
    await inspect(page, "report-profit-loss");
    await points.first().focus();
    await press(page, "ArrowRight");
    await press(page, "Enter");
    await page.waitForURL(/\/transactions\?figure=expense&from=2026-06-01&to=2026-06-30$/);
    await page.getByText("Expense €800.00").first().waitFor();
  });

  test("the range and what it is compared with are chosen, and stand in the address", async () => {
    await open("/reports/revenue");
    await page.getByRole("combobox", { name: "Range" }).selectOption({ label: "Last month" });
    await page.waitForURL(new RegExp(`/reports/revenue\\?${OCTOBER}$`));
    await figure().getByText("€4,810.00").waitFor();
    await page.getByLabel("Compare with").selectOption({ label: "The range before" });
    await page.waitForURL(new RegExp(`/reports/revenue\\?${OCTOBER}&compare=previous$`));
    await page.getByText("€910.00 more (23 %) than").waitFor();
    await inspect(page, "report-revenue-compared");
    await open("/reports/profit-loss?from=2026-10-10&to=2026-10-31");
    await page.getByText("Hatched: October 2026, only 10 Oct 2026 to 31 Oct 2026.").waitFor();
    await open("/reports/spending?from=2026-05-01&to=2026-05-31");
    await page.getByText("Nothing in this range").waitFor();
    await inspect(page, "report-nothing");
  });

  test("what is left out is told, with the lists of it", async () => {
    await open(`/reports/spending?${OCTOBER}`);
    await page.getByText("€45.50 without a category is not in the total.").waitFor();
    await inspect(page, "report-spending");
    await page.getByRole("link", { name: "See what lacks one" }).click();
    await page.getByText("Burn €45.50").first().waitFor();
    await page.goBack();
    for (const [notice, reason, left, sum] of [
      ["1 transaction pending", "pending", "Pending", "−€20.00"],
      ["2 transactions in transfers", "transfer", "In transfers", "−€500.00"],
    ] as const) {
      const note = page.getByRole("listitem").filter({ hasText: `Left out: ${notice}` });
      await note.getByRole("link", { name: "See what is left out" }).click();
      const range = "from=2026-10-01&to=2026-10-31";
      await page.waitForURL(new RegExp(`/transactions\\?figure=burn&${range}&left_out=${reason}$`));
      await page.getByText(sum).first().waitFor();
      await page
        .getByRole("button", { name: `Remove the filter Left out of the figure: ${left}` })
        .waitFor();
      await inspect(page, `report-left-out-${reason}`);
      await page.goBack();
    }
  });

  test("Home has four figures of the books, each with its report or list", async () => {
    await open("/");
    const money = page.getByRole("region", { name: "Money" });
    await money.getByText("Burn this month").waitFor();
    await inspect(page, "home-money");
    await money.getByRole("link", { name: /^\d+ transactions?$/ }).click();
    await page.waitForURL(/\/transactions\?category=uncategorized$/);
    await page.goBack();
    await money.getByRole("link", { name: /^[\d.]+ months$/ }).click();
    await page.waitForURL(/\/reports\/runway$/);
    await page.getByRole("heading", { level: 1, name: "How long does our cash last?" }).waitFor();
  });

  test("the other reports have their figures too", async () => {
    for (const name of ["burn-rate", "runway", "balance", "recurring-expenses", "tax"]) {
      await open(`/reports/${name}?from=2026-06-01&to=2026-11-30`);
      await figure().waitFor();
      await inspect(page, `report-${name}`);
    }
    await open("/reports/top-customers");
    await page.getByText("No invoices yet").waitFor();
    await open("/reports/nothing-such");
    await page.getByRole("heading", { level: 1, name: /not found|no such|nothing/i }).waitFor();
  });

  test("figures of tax and of payees open lists of the same total", async () => {
    const books = await Books.of(acme.team, { name: "Taxed" });
    const add = async (amount_minor: number, category_slug: string, more: object) =>
      books.add({ date: "2026-03-10", amount_minor, category_slug, ...more });
    const vat = { tax_rate_bp: 1900, tax_type: "VAT" };
    await add(119_000, "service-revenue", vat);
    await add(-23_800, "hosting", vat);
    await add(-5000, "rent", {});
    await open("/reports/tax?from=2026-03-01&to=2026-03-31");
    await figure().getByText("€152.00").waitFor();
    await page.getByRole("link", { name: "19 % VAT, Collected: €190.00" }).click();
    await page.waitForURL(/figure=tax_collected&from=2026-03-01&to=2026-03-31&tax=19\+VAT$/);
    await page.getByText("Tax collected €190.00").first().waitFor();
    await page.getByRole("button", { name: "Remove the filter Tax: 19 % VAT" }).waitFor();
    await inspect(page, "report-list-of-tax");
    await page.goBack();
    await figure().getByRole("link", { name: "€152.00" }).click();
    await page.getByText("Tax collected less paid €152.00").first().waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "See what was bought" }).click();
    await page.getByText("Burn €50.00").first().waitFor();
    await open("/reports/recurring-expenses");
    await page.getByRole("link", { name: "Office, In all: €3,960.00" }).click();
    await page.getByText("Expense €3,960.00").first().waitFor();
    await page.getByRole("button", { name: "Remove the filter Party: office" }).click();
    await page.waitForURL(/\/transactions\?figure=expense&from=2026-05-01&to=2026-10-31$/);
  });

  test("its table is saved with the same figures, and a printed page has no controls", async () => {
    await open(`/reports/profit-loss?${OCTOBER}`);
    const started = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const file = await started;
    assert.equal(file.suggestedFilename(), "profit-loss-2026-10-01-2026-10-31.csv");
    const parts: Buffer[] = [];
    for await (const part of await file.createReadStream()) parts.push(Buffer.from(part));
    assert.deepEqual(Buffer.concat(parts).toString().replace("\uFEFF", "").split("\r\n"), [
      "Month,Revenue,Expense,Result,Note,Currency",
      "October 2026,4810.00,1447.50,3362.50,,EUR",
      "Total,4810.00,1447.50,3362.50,,EUR",
      "",
    ]);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.getByRole("button", { name: "Save as CSV" }).isVisible(), false);
    assert.equal(await page.getByRole("navigation").first().isVisible(), false);
    assert.equal(await figure().isVisible(), true);
    await page.emulateMedia({ media: null });
  });
});
