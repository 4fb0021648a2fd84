import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase, type Team } from "../../../test/app.ts";
import { resource } from "../../../test/content.ts";
import { addTeamRate } from "../../../test/rates.ts";
import { assertLists } from "../../../test/report-checks.ts";
import { addTransaction, Books } from "../../../test/transactions.ts";

const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };
const NOVEMBER_22 = "2026-11-22T12:00:00Z";

onAnyDatabase((world) => {
  async function opened(account: object = {}) {
    world.at(NOVEMBER_22);
    const team = await world.team({ destructive_ai_tools: true });
    const books = await Books.of(team, account);
    const add = async (date: string, amount_minor: number, category_slug?: string) =>
      books.add({ date, amount_minor, category_slug });
    return { team, books, add };
  }

  test("refunds alone make a negative expense, and the last item of spending", async () => {
    const { team, add } = await opened();
    await add("2026-10-05", 9000, "software");
    await add("2026-10-05", -1000, "rent");
    await add("2026-10-06", 500, "rent");
    const { totals } = await team.call("reports_profit_loss", OCTOBER);
    assert.deepEqual(totals, { revenue: 0, expense: -85, delta: 85 });
    const { items, total } = await team.call("reports_spending", OCTOBER);
    assert.deepEqual(
      items.map((item: any) => [item.category_slug, item.amount, item.count]),
      [
        ["rent", 5, 2],
        ["software", -90, 1],
      ],
    );
    assert.equal(total, -85);
  });

  test("what has no category alone is revenue and expense by its sign, beside the spending", async () => {
    const { team, add } = await opened();
    await add("2026-10-05", 9000);
    await add("2026-10-06", -1234);
    const { totals } = await team.call("reports_profit_loss", OCTOBER);
    assert.deepEqual(totals, { revenue: 90, expense: 12.34, delta: 77.66 });
    const spent = await team.call("reports_spending", OCTOBER);
    assert.deepEqual([spent.items, spent.total], [[], 0]);
    assert.deepEqual(spent.uncategorized, { amount: 12.34, count: 1 });
    const { sources } = await team.call("reports_revenue", OCTOBER);
    assert.deepEqual(sources, [{ category_slug: "uncategorized", amount: 90 }]);
  });

  test("a category that is excluded leaves the reports at once, and comes back as it was", async () => {
    const { team, add } = await opened();
    const own = { name: "Own", kind: "expense" };
    const { id, slug } = await team.call("categories_create", own);
    await add("2026-10-05", -1000, slug);
    const before = await team.call("reports_profit_loss", OCTOBER);
    await team.call("categories_update", { id, excluded: true });
    const without = await team.call("reports_profit_loss", OCTOBER);
    assert.deepEqual([without.totals.expense, without.left_out.excluded], [0, 1]);
    assert.deepEqual(without.notices, [
      "Left out: 1 transaction excluded by status or category (10.00 EUR out).",
    ]);
    await team.call("categories_update", { id, excluded: false });
    assert.deepEqual(await team.call("reports_profit_loss", OCTOBER), before);
  });

  test("the other side of a transfer counts again when one side is deleted", async () => {
    const { team, books, add } = await opened();
    const other = await books.app.ask("POST /api/teams/:team/bank-accounts", {
      team: team.id,
      name: "Savings",
      type: "savings",
      currency: "EUR",
    });
    const paid = await add("2026-10-05", -1000);
    const given = { date: "2026-10-06", amount_minor: 1000, bank_account_id: other.id };
    const received = await books.add(given);
    const unlinked = await team.call("reports_profit_loss", OCTOBER);
    assert.equal(unlinked.totals.expense, 10);
    assert.deepEqual(unlinked.notices, [
      "2 transactions look like transfers between your accounts and are counted; see Review in the web app.",
    ]);
    const pair = { team: team.id, id: paid.id, other_id: received.id };
    await books.app.ask("POST /api/teams/:team/transfers", pair);
    const linked = await team.call("reports_profit_loss", OCTOBER);
    assert.deepEqual([linked.totals.delta, linked.left_out.transfer], [0, 2]);
    world.pass(1000);
    await team.call("transactions_delete", { id: received.id });
    const left = await team.call("reports_profit_loss", OCTOBER);
    assert.deepEqual([left.totals.expense, left.left_out.transfer], [10, 0]);
  });

  test("what has no exchange rate is named with its currency, and counts once it has one", async () => {
    const { team, books } = await opened({ currency: "RUB" });
    await books.add({ date: "2026-10-05", amount_minor: -1000, category_slug: "rent" });
    await books.add({ date: "2026-10-05", amount_minor: 500, category_slug: "rent" });
    const { totals, left_out, notices } = await team.call("reports_profit_loss", OCTOBER);
    assert.deepEqual([totals.expense, left_out.no_rate], [null, 2]);
    assert.deepEqual(notices, [
      "Not known, and null: figures whose amounts all lack an exchange rate from RUB to EUR.",
      "Left out: 2 transactions without an exchange rate (5.00 RUB in, 10.00 RUB out). Rates are set under Settings, Exchange rates.",
    ]);
    const unrated = async (report: "revenue" | "tax" | "burn-rate") => {
      const asked = { team: team.id, ...OCTOBER };
      return (await books.app.ask(`GET /api/teams/:team/reports/${report}`, asked)).left_out
        .no_rate;
    };
    assert.equal(await unrated("revenue"), 0, "no revenue lacks a rate");
    const listed = async () => {
      const list = { team: team.id, figure: "expense", ...OCTOBER } as const;
      return (await books.app.ask("GET /api/teams/:team/transactions", list)).items.length;
    };
    assert.equal(await listed(), 0, "the list of a figure has what counts in it");
    await addTeamRate(team, { currency: "RUB", day: "2026-10-05", rate: "2" });
    const rated = await team.call("reports_profit_loss", OCTOBER);
    assert.deepEqual([rated.totals.expense, rated.left_out.no_rate], [2.5, 0]);
    assert.equal(await listed(), 2);
    await books.add({ date: "2026-10-20", amount_minor: -1000, category_slug: "taxes" });
    const counts = [await unrated("revenue"), await unrated("tax"), await unrated("burn-rate")];
    assert.deepEqual(counts, [0, 1, 1], "what is paid to the state is no revenue");
  });

  test("another currency of the team converts the reports, and the first one brings them back", async () => {
    const { team, books, add } = await opened();
    await addTeamRate(team, { currency: "JPY", day: "2026-10-01", rate: "163.455" });
    await add("2026-10-05", -1000, "rent");
    const before = await team.call("reports_profit_loss", OCTOBER);
    const change = async (baseCurrency: string) => {
      world.pass(1000);
      await books.app.ask("PATCH /api/teams/:team", { team: team.id, baseCurrency });
    };
    await change("JPY");
    const yen = await team.call("reports_profit_loss", OCTOBER);
    assert.deepEqual([yen.currency, yen.totals.expense], ["JPY", 1635]);
    await change("EUR");
    assert.deepEqual(await team.call("reports_profit_loss", OCTOBER), before);
  });

  test("a month is over by the calendar of the team, and cut months are partial", async () => {
    const { team, add } = await opened();
    world.at("2026-10-31T20:00:00Z");
    await add("2026-10-05", -1000, "rent");
    const asked = { from: "2026-09-15", to: "2026-10-31" };
    for (const [time_zone, isOver] of [
      ["Pacific/Auckland", true],
      ["Pacific/Honolulu", false],
    ] as const) {
      await team.set({ time_zone });
      const { months, average, notices = [] } = await team.call("reports_burn_rate", asked);
      assert.deepEqual(
        months.map((month: any) => [month.month, month.burn, month.partial]),
        [
          ["2026-09", 0, true],
          ["2026-10", 10, !isOver],
        ],
      );
      assert.equal(average, isOver ? 10 : null);
      assert.equal(/no average/.test(notices[0] ?? ""), !isOver);
    }
  });

  test("the runway is of the months since the books began, cut to a decimal", async () => {
    const { team, add } = await opened({ opening_minor: 4_294_750, opening_date: "2026-05-01" });
    const burns = [300_000, 320_000, 290_000, 310_000, 330_000, 344_750];
    for (const [at, burn] of burns.entries())
      await add(`2026-${String(at + 5).padStart(2, "0")}-15`, -burn, "rent");
    const runway = await team.call("reports_runway");
    const { left_out: _left, ...figures } = runway;
    assert.deepEqual(figures, {
      currency: "EUR",
      months: 7.5,
      cash: 24_000,
      avg_burn: 3157.92,
      months_used: 6,
      from: "2026-05-01",
      to: "2026-10-31",
      net: { avg_burn: 3157.92, months: 7.5 },
    });
  });

  test("a runway is null while nothing burns, 0 without cash, and says how many months it is of", async () => {
    const { team, add } = await opened();
    const none = await team.call("reports_runway");
    assert.deepEqual([none.months, none.avg_burn, none.months_used], [null, 0, 0]);
    await add("2026-09-15", 1000, "service-revenue");
    const earning = await team.call("reports_runway");
    assert.deepEqual([earning.months, earning.cash, earning.months_used], [null, 10, 2]);
    assert.match(earning.notices[0], /of 2 months, not of 6/);
    await add("2026-10-15", -5000, "rent");
    const broke = await team.call("reports_runway");
    assert.deepEqual([broke.months, broke.cash, broke.avg_burn], [0, -40, 25]);
  });

  test("balances are told by currency for enabled accounts, with the oldest day that is known", async () => {
    const { team, books, add } = await opened();
    const open = { team: team.id, currency: "USD" };
    const card = { ...open, name: "Card", type: "card", opening_minor: -500 } as const;
    const { id } = await books.app.ask("POST /api/teams/:team/bank-accounts", {
      ...card,
      opening_date: "2026-09-01",
    });
    const closed = { ...open, name: "Closed", type: "cash", opening_minor: 100 } as const;
    const { id: closedId } = await books.app.ask("POST /api/teams/:team/bank-accounts", closed);
    await team.world.database.begin((db) =>
      db.updateTable("bank_accounts").set({ enabled: false }).where("id", "=", closedId).execute(),
    );
    await add("2026-11-02", 2000);
    await books.add({ amount_minor: -700, status: "pending", bank_account_id: id });
    const report = await team.call("reports_balance");
    assert.deepEqual(report.items, [
      { currency: "EUR", amount: 20, account_count: 1 },
      { currency: "USD", amount: -5, account_count: 1 },
    ]);
    assert.deepEqual([report.as_of, report.oldest_known], ["2026-11-22", "2026-09-01"]);
    assert.deepEqual(report.left_out, { pending: 1, disabled_accounts: 1 });
    assert.match(report.notices[0], /since 2026-09-01/);
  });

  test("an expense recurs from three months of six on, less its refunds", async () => {
    const { team, books } = await opened();
    const pay = async (name: string, date: string, amount_minor: number, slug = "software") =>
      books.add({ name, date, amount_minor, category_slug: slug });
    for (const month of ["05", "07", "10"]) {
      await pay("FIGMA 4711, US", `2026-${month}-03`, -1500);
      await pay("Owner", `2026-${month}-04`, -9900, "owner-draws");
    }
    await pay("FIGMA 0815, US", "2026-10-20", 100);
    for (const month of ["06", "10"]) await pay("Twice", `2026-${month}-03`, -1500);
    for (const month of ["03", "04", "05"]) await pay("Long ago", `2026-${month}-03`, -1500);
    const { items } = await team.call("reports_recurring_expenses");
    assert.deepEqual(items, [
      {
        counterparty: "FIGMA 0815, US",
        months: 3,
        avg_amount: 14.67,
        currency: "EUR",
        last_date: "2026-10-20",
        this_month: null,
        cadence: null,
        category_slug: "software",
        category: "Software",
        price_currency: "EUR",
        first_price: 15,
        last_price: 15,
        price_changes: [],
      },
    ]);
  });

  test("tax is told by rate and category on both sides, converted, and what states none is counted", async () => {
    const { team, books } = await opened();
    const dollars = await books.app.ask("POST /api/teams/:team/bank-accounts", {
      team: team.id,
      name: "Dollars",
      type: "current",
      currency: "USD",
    });
    await addTeamRate(team, { currency: "USD", day: "2026-10-05", rate: "1.0870" });
    const add = async (amount_minor: number, category_slug: string, more: object) =>
      books.add({ date: "2026-10-05", amount_minor, category_slug, ...more });
    const vat = { tax_rate_bp: 1900, tax_type: "VAT" };
    await add(119_000, "service-revenue", vat);
    await add(-11_900, "customer-refunds", vat);
    await add(-10_000, "hosting", { ...vat, bank_account_id: dollars.id });
    await add(-23_800, "fixed-assets", vat);
    await add(-1070, "meals", { tax_rate_bp: 700, tax_type: "VAT" });
    await add(-5000, "rent", {});
    await add(-250_000, "salary", {});
    await add(-1000, "rent", {});
    await add(-90_000, "loan-principal-repayment", {});
    await add(2000, "grants", {});
    const asked = { team: team.id, ...OCTOBER };
    const report = await books.app.ask("GET /api/teams/:team/reports/tax", asked);
    // 92.00 EUR include 14.69 of tax.
    const { collected, paid, difference } = report;
    assert.deepEqual([collected.tax, paid.tax, difference], [171, 53.39, 117.61]);
    assert.deepEqual([collected.net, collected.gross, collected.count], [900, 1071, 2]);
    assert.deepEqual([paid.net, paid.gross, paid.count], [287.31, 340.7, 3]);
    const { count: all, ...without } = report.no_tax_stated;
    assert.equal(all, 5);
    const told = Object.entries(without).map(([figure, { amount, count, categories }]) => ({
      [figure]: [amount, count],
      ...Object.fromEntries(
        categories.map((item) => [item.category_slug, [item.amount, item.count]]),
      ),
    }));
    assert.deepEqual(told, [
      { revenue: [20, 1], grants: [20, 1] },
      { expense: [2560, 3], salary: [2500, 1], rent: [60, 2] },
      { capital_out: [900, 1], "loan-principal-repayment": [900, 1] },
    ]);
    const rates = report.rates.map(({ rate, type, ...sides }) => [
      `${rate} ${type}`,
      ...[sides.collected, sides.paid].map(({ net, tax, gross, count }) => [
        net,
        tax,
        gross,
        count,
      ]),
    ]);
    assert.deepEqual(rates, [
      ["19 VAT", [900, 171, 1071, 2], [277.31, 52.69, 330, 2]],
      ["7 VAT", [0, 0, 0, 0], [10, 0.7, 10.7, 1]],
    ]);
    const hosting = report.categories.find(({ category_slug: slug }) => slug === "hosting");
    const { side, tax, gross, count } = hosting ?? {};
    assert.deepEqual(
      { side, tax, gross, count },
      { side: "paid", tax: 14.69, gross: 92, count: 1 },
    );
    const { tax: byTool } = await team.call("reports_profit_loss", { ...OCTOBER, tax: true });
    assert.partialDeepStrictEqual(report, byTool);
    assert.deepEqual([byTool.difference, byTool.rates.length], [117.61, 2]);
    assert.equal("tax" in (await team.call("reports_profit_loss", OCTOBER)), false);
    assert.partialDeepStrictEqual(await resource(team, "ledgerport://reports/tax/2026-10"), byTool);
    const quarter = await resource(team, "ledgerport://reports/tax/2026-Q4");
    const { from, to, difference: ofQuarter } = quarter;
    assert.deepEqual([from, to, ofQuarter], ["2026-10-01", "2026-12-31", 117.61]);
    assert.equal((await resource(team, "ledgerport://reports/tax/2026-Q3")).difference, 0);
  });

  test("revenue and spending are grouped by counterparty, and come to their totals", async () => {
    const { team, books } = await opened();
    const add = async (name: string, amount_minor: number, category_slug?: string) =>
      books.add({ date: "2026-10-05", name, amount_minor, category_slug });
    await add("Acme", 50_000, "service-revenue");
    await add("Acme", -10_000, "customer-refunds");
    await add("Globex", 30_000, "service-revenue");
    await add("Hetzner", -5000, "hosting");
    await add("Hetzner", -2000);
    await add("Bank", -100, "banking-fees");
    const grouped = { ...OCTOBER, group_by: "counterparty" };
    const toldBy = async (tool: string) => {
      const { counterparties, ...report } = await team.call(tool, grouped);
      const items = counterparties.items.map((item: any) => Object.values(item));
      return { items, others: counterparties.others, report };
    };
    const revenue = await toldBy("reports_revenue");
    assert.deepEqual(revenue.items, [
      [400, 2, "Acme"],
      [300, 1, "Globex"],
    ]);
    assert.deepEqual([revenue.others, revenue.report.total], [{ amount: 0, count: 0 }, 700]);
    const spent = await toldBy("reports_spending");
    assert.deepEqual(spent.items, [
      [70, 2, "Hetzner"],
      [1, 1, "Bank"],
    ]);
    const { total, uncategorized } = spent.report;
    assert.equal(total + uncategorized.amount, 71);
    assert.equal("counterparties" in (await team.call("reports_spending", OCTOBER)), false);
    const burn = await team.call("reports_runway");
    assert.deepEqual([burn.avg_burn, burn.net], [71, { avg_burn: -629, months: null }]);
  });

  test("a category that collects and pays tax has an item and a list for each side", async () => {
    const { team, books } = await opened();
    const { slug } = await team.call("categories_create", { name: "Mixed" });
    for (const amount_minor of [11_900, -23_800])
      await addTransaction(team, books.account, {
        date: "2026-10-05",
        amount_minor,
        category_slug: slug,
        tax_rate_bp: 1900,
        tax_type: "VAT",
      });
    const asked = { team: team.id, ...OCTOBER };
    const { categories } = await books.app.ask("GET /api/teams/:team/reports/tax", asked);
    const items = categories.filter(({ category_slug }) => category_slug === slug);
    assert.deepEqual(
      items.map(({ side, tax, gross }) => [side, tax, gross]),
      [
        ["collected", 19, 119],
        ["paid", 38, 238],
      ],
    );
    for (const { tax, lists } of items) {
      const list = { team: team.id, ...lists.tax };
      const { totals } = await books.app.ask("GET /api/teams/:team/transactions", list);
      assert.equal(totals?.figure_minor, tax * 100);
    }
  });

  test("what is paid to the state is no tax of suppliers, also where it states a rate", async () => {
    const { team, books } = await opened();
    const { items } = await books.app.ask("GET /api/teams/:team/categories", { team: team.id });
    const parent_id = items.find(({ slug }) => slug === "taxes")?.id;
    const own = await team.call("categories_create", { name: "Advance VAT", parent_id });
    const add = async (amount_minor: number, category_slug: string, more: object = {}) =>
      books.add({ date: "2026-10-10", amount_minor, category_slug, ...more });
    const vat = { tax_rate_bp: 1900, tax_type: "VAT" };
    await add(-11_900, "hosting", vat);
    await add(-119_000, "vat-gst-pst-qst-payments", vat);
    await add(19_000, "vat-gst-pst-qst-payments", { tax_rate_bp: 0 });
    await add(-50_000, own.slug, vat);
    await add(-30_000, "income-tax-payments");
    const split = await add(-23_800, "rent");
    await books.split(split.id, [
      { amount_minor: -11_900, category_slug: "taxes", ...vat },
      { amount_minor: -11_900, category_slug: "rent", ...vat },
    ]);
    const asked = { team: team.id, ...OCTOBER };
    const report = await books.app.ask("GET /api/teams/:team/reports/tax", asked);
    assert.deepEqual([report.paid.tax, report.paid.gross, report.difference], [38, 238, -38]);
    const { amount, count, categories } = report.to_state;
    const { tax } = await team.call("reports_profit_loss", { ...OCTOBER, tax: true });
    assert.deepEqual(tax.to_state, {
      amount,
      count,
      categories: categories.map(({ list: _list, ...told }) => told),
    });
    assert.deepEqual(
      [amount, count, categories.map((item) => [item.category_slug, item.amount, item.count])],
      [
        1919,
        5,
        [
          ["vat-gst-pst-qst-payments", 1000, 2],
          [own.slug, 500, 1],
          ["income-tax-payments", 300, 1],
          ["taxes", 119, 1],
        ],
      ],
    );
    await assertLists(team, OCTOBER);
    const { totals } = await team.call("reports_profit_loss", OCTOBER);
    assert.equal(totals.expense, 2157, "it is an expense all the same");
  });

  test("a figure that cannot be told exactly is refused, and a narrower range is told", async () => {
    const { team, books } = await opened();
    for (let number = 0; number < 11; number += 1)
      await addTransaction(team, books.account, {
        date: `2026-${number < 5 ? "09" : "10"}-05`,
        amount_minor: 99_999_999_999_999,
      });
    const both = { from: "2026-09-01", to: "2026-10-31" };
    for (const name of ["profit_loss", "revenue"]) {
      const { refused } = await team.attempt(`reports_${name}`, both);
      assert.equal(refused?.code, "too_large");
    }
    const { totals } = await team.call("reports_profit_loss", OCTOBER);
    assert.equal(totals.revenue, 5_999_999_999_999.94);
  });

  test("a range that ends before it begins, or of more than 120 months, is refused", async () => {
    const { team } = await opened();
    const refusal = async (from: string, to: string) =>
      (await team.attempt("reports_spending", { from, to })).refused;
    const turned = await refusal("2026-10-31", "2026-10-01");
    assert.deepEqual([turned?.code, turned?.path], ["invalid_argument", "to"]);
    assert.equal((await refusal("2016-10-15", "2026-10-15"))?.code, "invalid_argument");
    assert.equal((await refusal("1899-12-31", "1900-01-01"))?.code, "invalid_argument");
    assert.equal(await refusal("2016-10-15", "2026-10-14"), null);
    assert.equal(await refusal("9998-01-01", "9998-12-31"), null);
    assert.equal((await refusal("9998-12-01", "9999-12-31"))?.code, "invalid_argument");
  });

  test("a range is compared with as many months before, or the same days a year earlier", async () => {
    const { team, books, add } = await opened();
    await add("2026-09-30", -100, "rent");
    await add("2025-10-31", -200, "rent");
    await add("2026-10-01", -400, "rent");
    const compared = async (compare: "previous" | "year", days: object = OCTOBER) => {
      const asked = { team: team.id, ...OCTOBER, ...days, compare };
      return (await books.app.ask("GET /api/teams/:team/reports/spending", asked)).compared;
    };
    const [previous, year] = [await compared("previous"), await compared("year")];
    assert.deepEqual(
      [previous?.from, previous?.to, previous?.total],
      ["2026-09-01", "2026-09-30", 1],
    );
    assert.deepEqual([year?.from, year?.to, year?.total], ["2025-10-01", "2025-10-31", 2]);
    const days = await compared("previous", { from: "2026-10-02" });
    assert.deepEqual([days?.from, days?.to, days?.total], ["2026-09-02", "2026-10-01", 5]);
    const ten = await compared("previous", { from: "2028-02-29", to: "2038-02-28" });
    assert.deepEqual([ten?.from, ten?.to, ten?.total], ["2018-03-01", "2028-02-28", 7]);
    for (const compare of ["previous", "year"] as const)
      for (const [from, to] of [
        ["2026-10-31", "2026-10-01"],
        ["1900-01-01", "9998-12-31"],
      ] as const) {
        const asked = { team: team.id, from, to, compare };
        const { code } = await books.app.refused("GET /api/teams/:team/reports/spending", asked);
        assert.equal(code, "invalid_argument", `${from} ${to}`);
      }
  });

  test("a range that goes on is compared as far as it has gone by the team's calendar", async () => {
    const { team, books, add } = await opened();
    await team.set({ time_zone: "Pacific/Auckland" });
    await add("2026-10-23", -100, "rent");
    await add("2026-10-24", -200, "rent");
    const november = { from: "2026-11-01", to: "2026-11-30" };
    const asked = { team: team.id, ...november, compare: "previous" } as const;
    const { compared } = await books.app.ask("GET /api/teams/:team/reports/spending", asked);
    assert.deepEqual(
      [compared?.from, compared?.to, compared?.total],
      ["2026-10-01", "2026-10-23", 1],
    );
  });

  test("nothing of another team is in any report", async () => {
    const { add } = await opened();
    await add("2026-10-05", -1000, "rent");
    const other: Team = await world.team();
    const { totals, left_out } = await other.call("reports_profit_loss", OCTOBER);
    assert.deepEqual(totals, { revenue: 0, expense: 0, delta: 0 });
    assert.deepEqual(Object.values(left_out), [0, 0, 0, 0, 0]);
    assert.deepEqual((await other.call("reports_balance")).items, []);
  });
});
