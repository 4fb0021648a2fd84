import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import { Activity } from "../../../../test/activity.ts";
import { onEachDatabase, type Team } from "../../../../test/app.ts";
import { addTeamRate } from "../../../../test/rates.ts";
import {
  addTransactions,
  Books,
  importTransaction,
  ownerContext,
} from "../../../../test/transactions.ts";
import { cellsIn, sheetIn } from "../../../../test/xlsx.ts";
import type { Download } from "../../../core/route.ts";
import { ExportTransactions, exportTransactions } from "./export-transactions.ts";

const SAVE = "GET /api/teams/:team/transactions/file";
const GIVE = "POST /api/teams/:team/transactions/file";
const LIST = "GET /api/teams/:team/transactions";

type Record = Readonly<{ [title: string]: string }>;

onEachDatabase((world) => {
  for (const filter of [
    {},
    { category: "operations" },
    { category: "uncategorized" },
    { from: "2026-01-01", to: "2026-12-31", direction: "out" },
    { q: "market" },
    { status: "archived" },
  ])
    test(`sums of the file are the totals of the list: ${JSON.stringify(filter)}`, async () => {
      const { books, at } = await furnished();
      const { totals } = await books.app.ask(LIST, { ...at, ...filter } as never);
      assert.ok(totals !== null && totals.count > 0);
      for (const reader of ["list", "accountant"] as const) {
        const { body } = await books.app.attempt(SAVE, { ...at, ...filter, for: reader });
        const { lines, sums } = await tableIn(body);
        const counted = lines.filter((line) => line["Counted"] === "Yes");
        const title = reader === "list" ? "Amount" : "Gross";
        const told = (label: string, currency: string, title: string) =>
          centsOf(
            sums.find((sum) => sum["Date"] === label && sum["Currency"] === currency)?.[title],
          );
        for (const { currency, in_minor, out_minor } of totals.by_currency) {
          const amounts = counted
            .filter((line) => line["Currency"] === currency)
            .map((line) => centsOf(line[title]));
          assert.equal(sumOf(amounts), in_minor + out_minor);
          assert.equal(told("Total", currency, title), in_minor + out_minor);
          if (reader === "list") continue;
          assert.equal(sumOf(amounts.filter((minor) => minor > 0)), in_minor);
          assert.equal(told("Total in", currency, title), in_minor);
          assert.equal(told("Total out", currency, title), out_minor);
        }
        const bases = counted.map((line) => centsOf(line["In EUR"]));
        assert.equal(sumOf(bases), totals.in_minor + totals.out_minor);
        const unrated = counted.filter((line) => line["In EUR"] === "");
        assert.equal(unrated.length, totals.no_rate);
        assert.equal(new Set(lines.map((line) => line["Id"])).size, totals.count);
      }
    });

  test("more than a chunk comes whole and in order, and nothing of another team", async () => {
    const { team, books, at } = await furnished();
    const other = await Books.of(await world.team());
    await other.add({ name: "Theirs" });
    await addTransactions(team, books.account, 1203, { date: "2026-10-01", name: "Many" });
    for (const sort of ["date", "-date"] as const) {
      const { body } = await books.app.attempt(SAVE, { ...at, sort });
      const { lines } = await tableIn(body);
      const days = lines.map((line) => line["Date"] ?? "");
      const sorted = days.toSorted();
      assert.deepEqual(days, sort === "date" ? sorted : sorted.toReversed());
      assert.equal(lines.filter((line) => line["Name"] === "Many").length, 1203);
      assert.ok(!body.includes("Theirs"));
    }
  });

  test("what is excluded by its category is in no sum of the list and the file, and the file says so", async () => {
    const books = await Books.of(await world.team());
    const { app } = books;
    const at = { team: books.team.id };
    await app.ask("POST /api/teams/:team/categories", { ...at, name: "Private", excluded: true });
    await books.add({ name: "Kept", amount_minor: -1000, category_slug: "rent" });
    await books.add({ name: "Private", amount_minor: -200, category_slug: "private" });
    const split = await books.add({ name: "Both", amount_minor: -30 });
    await books.split(split.id, [
      { amount_minor: -10, category_slug: "private" },
      { amount_minor: -20, category_slug: "rent" },
    ]);
    const { totals } = await app.ask(LIST, at);
    assert.deepEqual(
      [totals?.count, totals?.counted, totals?.out_minor, totals?.by_currency[0]?.out_minor],
      [3, 2, -1020, -1020],
    );
    const named = async (counted: "yes" | "no") =>
      (await app.ask(LIST, { ...at, counted })).items.map(({ name }) => name).toSorted();
    assert.deepEqual([await named("yes"), await named("no")], [["Both", "Kept"], ["Private"]]);
    for (const [reader, expected] of [
      ["list", ["Both -0.20 Yes", "Kept -10.00 Yes", "Private -2.00 No"]],
      ["accountant", ["Both -0.10 No", "Both -0.20 Yes", "Kept -10.00 Yes", "Private -2.00 No"]],
    ] as const) {
      const { body } = await app.attempt(SAVE, { ...at, for: reader });
      const { lines, sums } = await tableIn(body);
      const title = reader === "list" ? "Amount" : "Gross";
      const told = lines.map((line) => [line["Name"], line[title], line["Counted"]].join(" "));
      assert.deepEqual(told.toSorted(), expected);
      assert.equal(sums.find((sum) => sum["Date"] === "Total")?.[title], "-10.20");
    }
  });

  if (world.isSecond) return;

  test("an accountant gets a line for each part, with its tax, rate, and the code of its category", async () => {
    const { books, at } = await furnished();
    const code = { slug: "office-supplies", tax_reporting_code: "4930" };
    await books.app.ask("PATCH /api/teams/:team/category-settings/:slug", { ...at, ...code });
    const { body } = await books.app.attempt(SAVE, { ...at, for: "accountant", sort: "date" });
    const { lines, sums } = await tableIn(body);
    const [one, other] = lines.filter((line) => line["Name"] === "Market");
    assert.partialDeepStrictEqual(one, {
      Part: "1 of 2",
      "Category code": "4930",
      Gross: "-70.01",
      Net: "-58.83",
      Tax: "-11.18",
      "Tax rate %": "19",
      "Tax type": "VAT",
      "In EUR": "-70.01",
      Rate: "",
    });
    assert.partialDeepStrictEqual(other, { Part: "2 of 2", Gross: "10.00", Net: "10.00", Tax: "" });
    const dollars = lines.filter((line) => line["Currency"] === "USD");
    assert.deepEqual(
      dollars.map((line) => [line["Gross"], line["Rate"], line["Rate day"], line["In EUR"]]),
      [
        ["-3.33", "", "", ""],
        ["-100.01", "0.8", "2026-11-02", "-80.01"],
      ],
    );
    const tax = sums.find((sum) => sum["Date"] === "Total of a tax");
    assert.partialDeepStrictEqual(tax, { "Tax rate %": "19", Gross: "-70.01", Tax: "-11.18" });
  });

  test("no cell of a file is a formula, and the semicolon file has decimal commas", async () => {
    const { team, books, at } = await furnished();
    const asked = { ...at, format: "csv_semicolon" };
    const { body, headers } = await books.app.attempt(SAVE, asked);
    assert.match(headers.get("content-disposition") ?? "", /Transactions\.csv/);
    assert.match(body, /^Date;Name;/);
    const cells = parse(body, { delimiter: ";", relax_column_count: false }).flat();
    for (const cell of cells)
      if (/^[=+@\t]/.test(cell) || (cell.startsWith("-") && !/^-\d+,\d\d$/.test(cell)))
        assert.fail(`${cell} could be a formula`);
    for (const text of ["'=1+1", "'=Giro", "'\tTab", "'+1", "'@home;x", '\'-2 "quoted"'])
      assert.ok(cells.includes(text), text);
    assert.ok(cells.includes("50000,00") && cells.includes("-11,90"));
    const sheet = await workbookOf(team, {});
    assert.doesNotMatch(sheet.xml, /<f[ >]/);
    assert.ok(sheet.rows.flat().includes("=1+1"));
  });

  test("a workbook has the same cells as the table, with days and amounts as numbers", async () => {
    const { team, books, at } = await furnished();
    const { body } = await books.app.attempt(SAVE, { ...at, for: "accountant" });
    const table = parse(body.replace("\uFEFF", ""));
    const { rows } = await workbookOf(team, { for: "accountant" });
    assert.equal(rows.length, table.length);
    for (const [at, row] of table.entries())
      for (const [column, cell] of row.entries())
        assert.equal(written(rows[at]?.[column] ?? null), plain(cell), `${at} ${column}`);
    assert.equal(rows[1]?.[0], 46_329);
  });

  test("a file that marks its transactions does so in one event, which can be undone", async () => {
    const { team, books, at } = await furnished();
    const filter = { ...at, from: "2026-11-01", to: "2026-11-30", for: "accountant" };
    const { totals } = await books.app.ask(LIST, { ...at, from: "2026-11-01", to: "2026-11-30" });
    const count = totals?.count ?? 0;
    const refused = await books.app.refused(GIVE, { ...filter, count: count - 1 });
    assert.deepEqual([refused.status, refused.code], [409, "changed_meanwhile"]);
    world.pass(1000);
    const { status, body, headers } = await books.app.attempt(GIVE, { ...filter, count });
    assert.equal(status, 200);
    const { lines } = await tableIn(body);
    const statuses = Map.groupBy(lines, (line) => line["Status"] ?? "");
    assert.deepEqual([...statuses.keys()].toSorted(), ["Excluded", "Exported", "Pending"]);
    assert.equal(new Set(lines.map((line) => line["Id"])).size, count);
    const activity = await Activity.of(team);
    const event = await activity.latest(GIVE);
    assert.equal(headers.get("activity-event"), event.id);
    world.pass(1000);
    await activity.undo(event);
    const { items } = await books.app.ask(LIST, { ...at, status: "exported" });
    assert.deepEqual(items, []);
    const again = await books.app.attempt(GIVE, { ...at, status: "pending", count: 1 });
    assert.deepEqual([again.status, again.headers.get("activity-event")], [200, null]);
  });

  test("no transactions make a file of titles alone", async () => {
    const team = await world.team();
    const books = await Books.of(team);
    const { body } = await books.app.attempt(SAVE, { team: team.id });
    assert.deepEqual(body.split("\r\n").slice(1), [""]);
    assert.equal((await workbookOf(team, {})).rows.length, 1);
  });

  /** Books in two currencies, with splits, a transfer, and all that counts nowhere. */
  async function furnished() {
    world.at("2026-11-21T12:00:00Z");
    const team = await world.team();
    await addTeamRate(team, { currency: "USD", day: "2026-11-02", rate: "1.25" });
    const books = await Books.of(team, { name: "=Giro" });
    const dollars = await books.app.ask("POST /api/teams/:team/bank-accounts", {
      team: team.id,
      name: "Dollars",
      type: "current",
      currency: "USD",
    });
    const on = { date: "2026-11-03" };
    await books.add({ ...on, name: "=1+1", amount_minor: -1190, category_slug: "software" });
    await books.add({ ...on, name: "@home;x", amount_minor: 5_000_000, note: '-2 "quoted"' });
    const split = await books.add({ ...on, name: "Market", amount_minor: -6001 });
    await books.split(split.id, [
      { amount_minor: -7001, category_slug: "office-supplies", tax_rate_bp: 1900, tax_type: "VAT" },
      { amount_minor: 1000, category_slug: "meals" },
    ]);
    await books.add({ ...on, bank_account_id: dollars.id, amount_minor: -10_001 });
    await books.add({ date: "2025-01-01", bank_account_id: dollars.id, amount_minor: -333 });
    await books.add({ ...on, name: "Soon", status: "pending" });
    await books.add({ ...on, name: "Private", status: "excluded" });
    await books.add({ ...on, name: "Old", status: "archived" });
    await importTransaction(team, books.account, { name: "\tTab", description: "+1" });
    return { team, books, at: { team: team.id }, split };
  }
});

async function workbookOf(team: Team, input: object) {
  const asked = ExportTransactions.parse({ ...input, format: "xlsx" });
  const xml = await sheetIn(await bytesOf(await exportTransactions(ownerContext(team), asked)));
  return { xml, rows: cellsIn(xml) };
}

async function bytesOf({ content }: Download): Promise<Buffer> {
  assert.ok(typeof content !== "string" && !(content instanceof Uint8Array));
  return Buffer.concat(await Array.fromAsync(content));
}

/** Lines and totals of a CSV file, by its titles. */
async function tableIn(body: string) {
  const records: Record[] = parse(body, { columns: true, bom: true });
  const end = records.findIndex((record) => record["Date"] === "");
  assert.ok(end > 0, body);
  return { lines: records.slice(0, end), sums: records.slice(end + 1) };
}

function centsOf(text: string | undefined): number {
  return Math.round(Number(text ?? Number.NaN) * 100);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** A cell of a workbook as a table writes it; days are numbers there. */
function written(cell: string | number | null): string | number {
  return cell ?? "";
}

function plain(text: string): string | number {
  if (/^\d{4}-\d\d-\d\d$/.test(text))
    return (Date.parse(text) - Date.parse("1899-12-30")) / 86_400_000;
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  return text.replace(/^'/, "");
}
