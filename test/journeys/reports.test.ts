import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Page } from "playwright-core";
import { addTeamRate } from "../rates.ts";
import { october } from "../reports.ts";
import { Books } from "../transactions.ts";
import { Acme } from "./acme.ts";
import { CHROMIUM } from "./chromium.ts";
import { press } from "./focus.ts";
import { resize } from "./redrawn.ts";
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

  /** The tables as they are saved for spreadsheets. */
  async function saved() {
    const started = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as CSV" }).click();
    const file = await started;
    const parts: Buffer[] = [];
    for await (const part of await file.createReadStream()) parts.push(Buffer.from(part));
    const lines = Buffer.concat(parts).toString().replace("\uFEFF", "").split("\r\n");
    return { name: file.suggestedFilename(), lines };
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
    await page.getByText("No transactions yet").waitFor();
    await page.getByRole("link", { name: "Import a file of your bank" }).waitFor();
    await inspect(page, "reports-empty");
  });

  test("a page that cannot be loaded offline says so and keeps the app, and is loaded later", async () => {
    await open("/reports");
    await page.getByText("No transactions yet").waitFor();
    await page.context().setOffline(true);
    await page.getByRole("link", { name: "Customers", exact: true }).focus();
    await press(page, "Enter");
    await page.getByText(/^This device is offline\. Connect/).waitFor();
    await inspect(page, "page-offline");
    const reload = page.getByRole("button", { name: "Reload the page" });
    await reload.focus();
    await press(page, "Enter");
    await page.getByText(/^This device is offline\. Connect/).waitFor();
    await page.context().setOffline(false);
    await reload.focus();
    // The page that the key was pressed on is gone with it.
    await page.keyboard.press("Enter");
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
      .getByRole("link", { name: /^Runway: [\d.]+ months$/ })
      .waitFor();
    for (const figure of [/^Balance: €/, /^Recurring expenses: /, /^Tax: €/])
      await items.getByRole("link", { name: figure }).waitFor();
    await items.getByText("No paid invoices yet").waitFor();
    for (const period of [
      "Revenue, this month so far",
      "Burn rate, last 12 months",
      "Recurring expenses, last six months",
      "Balance, today",
    ])
      await items.getByText(period, { exact: true }).waitFor();
    await items.getByText("Most as Service revenue: €1,200.00").waitFor();
    await items.getByText(/^Average per month, last \d+ full months?$/).waitFor();
    await items.getByText(/^A month on average, to \d+ payees?/).waitFor();
    assert.equal(await items.locator("a:not([tabindex='-1'])").count(), 9, "one Tab stop a row");
    await inspect(page, "reports");
  });

  test("a figure that could not be loaded is tried again", async () => {
    const asked = "**/api/teams/*/reports/runway";
    await page.route(asked, async (route) => route.abort());
    await open("/reports");
    const again = page.getByRole("button", { name: "Try again" });
    await again.waitFor();
    await page.unroute(asked);
    await again.focus();
    await press(page, "Enter");
    await page.getByRole("link", { name: /^Runway: / }).waitFor();
  });

  test("without a network there is one button for all figures, and they load by themselves when it is back", async () => {
    await open("/");
    await page.getByRole("heading", { name: "Latest activity" }).waitFor();
    await page.getByRole("link", { name: "Reports", exact: true }).click();
    await page.getByRole("link", { name: /^Runway: / }).waitFor();
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.getByRole("heading", { name: "Latest activity" }).waitFor();
    const asked = "**/api/teams/*/reports/*";
    await page.route(asked, async (route) => route.abort());
    await page.reload();
    await page.getByRole("link", { name: "Reports", exact: true }).click();
    await page.getByText("Could not be loaded").nth(4).waitFor();
    await page.getByRole("complementary", { name: "Connection" }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Try again" }).count(), 1);
    await inspect(page, "reports-lost");
    await page.unroute(asked);
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await page.getByRole("link", { name: /^Runway: / }).waitFor();
    await page.getByRole("complementary", { name: "Connection" }).waitFor({ state: "detached" });
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

  test("profit and loss has its categories over their sums, each with its list", async () => {
    await open(`/reports/profit-loss?${OCTOBER}&compare=previous`);
    const table = page.getByRole("table", { name: "By category" });
    const row = (name: string) => table.getByRole("row", { name });
    await row("Total revenue")
      .getByRole("link", { name: "Total revenue, Amount: €4,810.00" })
      .waitFor();
    await row("Total expense").getByText("€1,447.50").waitFor();
    await row("Result").getByText("€3,362.50").waitFor();
    // Rent is of both ranges, hosting of the later one alone.
    await row("Rent")
      .getByRole("link", { name: "Expense, Rent, September 2026: €1,300.00" })
      .waitFor();
    await row("Hosting").getByText("€0.00").waitFor();
    assert.equal(await table.getByRole("row", { name: /^Uncategorized/ }).count(), 2);
    await inspect(page, "report-profit-loss-categories");
    await row("Uncategorized")
      .getByRole("link", { name: "Expense, Uncategorized, Amount: €45.50" })
      .click();
    await page.waitForURL(/figure=expense&from=2026-10-01&to=2026-10-31&category=uncategorized$/);
    await page.getByText("Expense €45.50").first().waitFor();
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
    await page.getByRole("columnheader", { name: "September 2026" }).first().waitFor();
    await inspect(page, "report-revenue-compared");
    await page.getByRole("combobox", { name: "Range" }).selectOption("Days of your choice");
    await page.getByLabel("From").fill("2026-11-05");
    await page.getByText("From is after To. The figures are still of 1 Oct 2026").waitFor();
    assert.equal(await page.getByLabel("From").inputValue(), "2026-11-05");
    await inspect(page, "report-days-refused");
    await page.getByLabel("To, inclusive").fill("2026-11-30");
    await page.waitForURL(/from=2026-11-05&to=2026-11-30&compare=previous$/);
    await page.getByText("From is after To").waitFor({ state: "detached" });
    await open("/reports/profit-loss?from=2026-10-10&to=2026-10-31");
    await page.getByText("Hatched: October 2026, only 10 Oct 2026 to 31 Oct 2026.").waitFor();
    await open("/reports/spending?from=2026-05-01&to=2026-05-31");
    await page.getByText("Nothing in this range").waitFor();
    await inspect(page, "report-nothing");
  });

  test("a range that goes on says so, and is compared with one that ends as early", async () => {
    await open("/reports/revenue?from=2026-11-01&to=2026-11-30&compare=previous");
    await page.getByText("(so far; today is 18 Nov 2026)").waitFor();
    await page.getByText("1 Oct 2026 to 18 Oct 2026: as far as this range has gone").waitFor();
    await page.getByRole("columnheader", { name: "1 Oct 2026 to 18 Oct 2026" }).first().waitFor();
    await open(`/reports/spending?${OCTOBER}&compare=previous`);
    await page.getByText("more (162 %) than").waitFor();
    await page.getByText("so far; today").waitFor({ state: "detached" });
    await page.getByText("as far as this range has gone").waitFor({ state: "detached" });
    await open("/reports/burn-rate?from=2026-10-05&to=2026-10-20");
    await page.getByText("In all; no whole month since the books begin").waitFor();
    await open("/reports/burn-rate?from=2026-10-10&to=2026-11-20");
    await page.getByText("So far; no whole month is over").waitFor();
  });

  test("what is left out is told, with the lists of it", async () => {
    await open(`/reports/spending?${OCTOBER}`);
    await page.getByText("€45.50 without a category is not in the total.").waitFor();
    await inspect(page, "report-spending");
    await page.getByText("€2,000.00 of it is capital,").waitFor();
    await page.getByRole("link", { name: "See this capital" }).click();
    await page.getByText("Capital out €2,000.00").first().waitFor();
    await page.goBack();
    await resize(page, { width: 360, height: 640 });
    const row = page.getByRole("row", { name: /^Rent/ });
    const [name, sum] = [row.getByText("Rent", { exact: true }), row.getByText("€1,200.00")];
    await name.waitFor();
    const [left, right] = [await name.boundingBox(), await sum.boundingBox()];
    assert.ok(Math.abs((left?.y ?? 0) - (right?.y ?? 99)) < 4, "name and amount share a line");
    assert.ok(((await row.boundingBox())?.height ?? 99) < 84, "a row has two lines");
    await resize(page, { width: 1280, height: 800 });
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

  test("Home has three figures of the books, each with its report or list, and what waits for review", async () => {
    await open("/");
    const money = page.getByRole("region", { name: "Money" });
    await money.getByText("Burn this month so far").waitFor();
    await inspect(page, "home-money");
    const waiting = page.getByRole("list", { name: "Things that need attention" });
    await waiting
      .getByText(/^\d+ transactions? waits? for review, \d+ without a category\.$/)
      .waitFor();
    await waiting.getByRole("link", { name: "Review" }).click();
    await page.waitForURL(/\/transactions\/review$/);
    await page.goBack();
    await money.getByText("At the average burn of Jun to Oct 2026, if no money comes in").waitFor();
    await money.getByRole("link", { name: /^[\d.]+ months$/ }).click();
    await page.waitForURL(/\/reports\/runway$/);
    await page.getByRole("heading", { level: 1, name: "How long does our cash last?" }).waitFor();
  });

  test("the other reports have their figures too", async () => {
    for (const name of ["burn-rate", "runway", "balance", "recurring-expenses", "tax"]) {
      await open(`/reports/${name}?from=2026-06-01&to=2026-11-30`);
      await figure().waitFor();
      if (name === "runway") await page.getByText("Months from now").waitFor();
      await inspect(page, `report-${name}`);
    }
    await open("/reports/top-customers");
    await page.getByText("No paid invoices").waitFor();
    await open("/reports/nothing-such");
    await page.getByRole("heading", { level: 1, name: /not found|no such|nothing/i }).waitFor();
  });

  test("the balance names rates with their day, and what is not in the cash", async () => {
    const books = await Books.of(acme.team, { name: "Company card", type: "card" });
    await books.add({ date: "2026-11-02", amount_minor: -43_020 });
    await addTeamRate(acme.team, { currency: "USD", day: "2026-11-16", rate: "1.25" });
    await open("/reports/balance");
    const cash = page.getByRole("table", {
      name: /^The cash is in 3 accounts; 1 card is not in it/,
    });
    await cash
      .getByRole("link", { name: "Dollars, Rate: 1 EUR = 1.25 USD, 16 Nov 2026" })
      .waitFor();
    await cash.getByRole("link", { name: "Dollars, In EUR: −€80.00" }).waitFor();
    const others = page.getByRole("table", { name: "Not in the cash" });
    await others.getByRole("link", { name: "Company card, Balance: −€430.20" }).waitFor();
    const euros = page
      .getByRole("table", { name: "By currency" })
      .getByRole("row", { name: /^EUR/ });
    await euros.getByRole("link", { name: "EUR, Not in the cash: −€430.20" }).waitFor();
    await inspect(page, "report-balance-cards");
    await others.getByRole("link", { name: "Company card", exact: true }).click();
    await page.waitForURL(/\/transactions\?account=/);
  });

  test("figures of tax and of payees open lists of the same total", async () => {
    const books = await Books.of(acme.team, { name: "Taxed" });
    const add = async (amount_minor: number, category_slug: string, more: object) =>
      books.add({ date: "2026-03-10", amount_minor, category_slug, ...more });
    const vat = { tax_rate_bp: 1900, tax_type: "VAT" };
    await add(119_000, "service-revenue", vat);
    await add(-23_800, "hosting", vat);
    await add(-5000, "rent", {});
    await add(-250_000, "salary", {});
    await add(-10_000, "vat-gst-pst-qst-payments", vat);
    const rent = { team: acme.team.id, slug: "rent", tax_rate: 19, tax_type: "VAT" };
    await books.app.ask("PATCH /api/teams/:team/category-settings/:slug", rent);
    await open("/reports/tax?from=2026-03-01&to=2026-03-31");
    await figure().getByText("€152.00").waitFor();
    await page
      .getByText(
        "This is not yet what is due: €100.00 that was paid to the state as VAT and sales tax is not taken off, and import tax",
      )
      .waitFor();
    const byRate = page.getByRole("table", { name: /of tax was collected, and €38.00 paid/ });
    for (const [name, net, tax, gross] of [
      ["Collected on sales, 19 % VAT", "€1,000.00", "€190.00", "€1,190.00"],
      ["Total collected on sales", "€1,000.00", "€190.00", "€1,190.00"],
      ["Paid on purchases, 19 % VAT", "€200.00", "€38.00", "€238.00"],
    ])
      for (const [title, sum] of Object.entries({ Net: net, Tax: tax, Gross: gross }))
        await byRate.getByRole("link", { name: `${name}, ${title}: ${sum}` }).waitFor();
    await page
      .getByRole("table", { name: "By rate and category" })
      .getByRole("row", { name: "Total paid on purchases, 19 % VAT" })
      .getByText("€200.00")
      .waitFor();
    await page
      .getByRole("table", { name: "Paid to the state" })
      .getByRole("link", { name: "Total, Amount: €100.00" })
      .waitFor();
    await inspect(page, "report-tax-by-rate");
    await byRate.getByRole("link", { name: "Paid on purchases, 19 % VAT, Net: €200.00" }).click();
    await page.waitForURL(/figure=taxed_purchases_net&from=2026-03-01&to=2026-03-31&tax=19\+VAT$/);
    await page.getByText("Taxed purchases, net €200.00").first().waitFor();
    await page.goBack();
    await page.getByRole("link", { name: "See what was paid to the state" }).click();
    await page.getByText("Paid to the state €100.00").first().waitFor();
    await page.goBack();
    await byRate.getByRole("link", { name: "Collected on sales, 19 % VAT, Tax: €190.00" }).click();
    await page.waitForURL(/figure=tax_collected&from=2026-03-01&to=2026-03-31&tax=19\+VAT$/);
    await page.getByText("Tax collected €190.00").first().waitFor();
    await page.getByRole("button", { name: "Remove the filter Tax: 19 % VAT" }).waitFor();
    await inspect(page, "report-list-of-tax");
    await page.goBack();
    await figure().getByRole("link", { name: "€152.00" }).click();
    await page.getByText("Tax collected less paid €152.00").first().waitFor();
    await page.goBack();
    const untaxed = page.getByRole("table", { name: "No tax stated" });
    const row = (name: string) => untaxed.getByRole("row", { name });
    await row("Salary").getByText("€2,500.00").waitFor();
    await row("Rent").getByText("19 % VAT").waitFor();
    await row("Total expense").getByRole("cell", { name: "2", exact: true }).waitFor();
    await row("Total expense").getByText("€2,550.00").waitFor();
    await inspect(page, "report-tax-not-stated");
    const { lines } = await saved();
    assert.deepEqual(lines.slice(lines.indexOf("No tax stated")), [
      "No tax stated",
      "Kind,Category,Tax of the category,Transactions,Amount,Note,Currency",
      "Expense,Salary,,1,2500.00,,EUR",
      "Expense,Rent,19 % VAT,1,50.00,,EUR",
      "Expense,Total expense,,2,2550.00,,EUR",
      "",
    ]);
    await untaxed.getByRole("link", { name: "Expense, Rent, Amount: €50.00" }).click();
    await page.waitForURL(/figure=expense&from=2026-03-01&to=2026-03-31&category=rent&tax=none$/);
    await page.getByText("Expense €50.00").first().waitFor();
    await open("/reports/recurring-expenses");
    await page.getByRole("link", { name: "Office, In all: €3,960.00" }).click();
    await page.getByText("Expense €3,960.00").first().waitFor();
    await page.getByRole("button", { name: "Remove the filter Party: office" }).click();
    await page.waitForURL(/\/transactions\?figure=expense&from=2026-05-01&to=2026-10-31$/);
  });

  test("its tables are saved with the same figures, and a printed page has no controls", async () => {
    await open(`/reports/profit-loss?${OCTOBER}`);
    await figure().waitFor();
    const { name, lines } = await saved();
    assert.equal(name, "profit-loss-2026-10-01-2026-10-31.csv");
    assert.deepEqual(lines, [
      "Month,Revenue,Expense,Result,Note,Currency",
      "October 2026,4810.00,1447.50,3362.50,,EUR",
      "Total,4810.00,1447.50,3362.50,,EUR",
      "",
      "By category",
      "Kind,Category,Amount,Note,Currency",
      "Revenue,Service revenue,5000.00,,EUR",
      "Revenue,Uncategorized,10.00,,EUR",
      "Revenue,Customer refunds,-200.00,,EUR",
      "Revenue,Total revenue,4810.00,,EUR",
      "Expense,Rent,1200.00,,EUR",
      "Expense,Hosting,92.00,,EUR",
      "Expense,Software,50.00,,EUR",
      "Expense,Uncategorized,45.50,,EUR",
      "Expense,Office supplies,40.00,,EUR",
      "Expense,Meals,20.00,,EUR",
      "Expense,Total expense,1447.50,,EUR",
      ",Result,3362.50,,EUR",
      "",
    ]);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.getByRole("button", { name: "Save as CSV" }).isVisible(), false);
    assert.equal(await page.getByRole("navigation").first().isVisible(), false);
    assert.equal(await figure().isVisible(), true);
    await page.emulateMedia({ media: null });
  });

  test("the smaller categories of spending are one bar, which unfolds to theirs", async () => {
    const books = await Books.of(acme.team, { name: "Many" });
    const slugs = (
      await books.app.ask("GET /api/teams/:team/categories", { team: acme.team.id })
    ).items
      .filter(({ kind, system }) => kind === "expense" && system)
      .slice(0, 13);
    for (const [at, { slug }] of slugs.entries())
      await books.add({ date: "2025-02-10", amount_minor: -100 * (20 - at), category_slug: slug });
    await open("/reports/spending?from=2025-02-01&to=2025-02-28");
    await figure().getByText("€182.00").waitFor();
    const bars = page.getByRole("figure");
    const others = bars.locator("summary");
    await others.filter({ hasText: "Others (3)" }).getByText("€27.00").waitFor();
    const hidden = bars.getByRole("link", { name: slugs[12]?.name ?? "" });
    await hidden.waitFor({ state: "hidden" });
    await others.focus();
    await press(page, "Enter");
    await hidden.waitFor();
    await inspect(page, "report-spending-others");
    await hidden.click();
    await page.getByText("Spending €8.00").first().waitFor();
  });
});
