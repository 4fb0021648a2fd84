import assert from "node:assert/strict";
import { parse } from "csv-parse/sync";
import type { Download } from "../src/core/route.ts";
import type { ListQuery } from "../src/domains/reports/book.ts";
import {
  ExportTransactions,
  exportTransactions,
} from "../src/domains/transactions/export/export-transactions.ts";
import type { Team } from "./app.ts";
import { cents } from "./report-checks.ts";
import { ownerContext } from "./transactions.ts";
import { WebApp } from "./web.ts";
import { cellsIn, sheetIn } from "./xlsx.ts";

type Days = { readonly from: string; readonly to: string };

type Line = ReadonlyMap<string, string>;

type Table = { readonly lines: readonly Line[]; readonly sums: readonly Line[] };

const READERS = ["list", "accountant"] as const;
const FORMATS = ["csv", "csv_semicolon", "xlsx"] as const;

/**
 * Asserts that every file of the transactions behind the figures of some days comes to these figures, as do its
 * own totals, and that a file of all of them comes to the totals of the list.
 */
export async function assertExports(team: Team, days: Days): Promise<void> {
  const app = await WebApp.of(team);
  const asked = { team: team.id, ...days };
  const [profit, burn, spent, earned] = await Promise.all([
    app.ask("GET /api/teams/:team/reports/profit-loss", asked),
    app.ask("GET /api/teams/:team/reports/burn-rate", asked),
    app.ask("GET /api/teams/:team/reports/spending", asked),
    app.ask("GET /api/teams/:team/reports/revenue", asked),
  ]);
  const { revenue, expense, delta, lists } = profit.totals;
  const figures: readonly (readonly [number | null, ListQuery])[] = [
    [revenue, lists.revenue],
    [expense, lists.expense],
    [delta, lists.delta],
    ...burn.months.slice(0, 1).map(({ burn, list }) => [burn, list] as const),
    [spent.total, spent.list],
    [spent.uncategorized.amount, spent.uncategorized.list],
    ...[...spent.items.slice(0, 2), ...earned.sources.slice(0, 2)].map(
      ({ amount, list }) => [amount, list] as const,
    ),
  ];
  for (const [figure, list] of figures)
    for (const reader of figure === null ? [] : READERS) {
      const told = `${reader} ${JSON.stringify(list)}`;
      const { lines, sums } = await tableOf(team, { ...list, for: reader, format: "csv" });
      const isIn = list.figure === "revenue" || list.figure === "profit";
      assert.ok(
        lines.every((line) => line.get("Counted") === "Yes"),
        told,
      );
      assert.equal(sumOf(lines, "In EUR"), isIn ? cents(figure) : 0 - cents(figure), told);
      assertSums({ lines, sums }, told);
    }
  await assertWhole(team, days);
}

/** Asserts that a file of all transactions has the totals of the list, in each format. */
async function assertWhole(team: Team, days: Days): Promise<void> {
  const app = await WebApp.of(team);
  const { totals } = await app.ask("GET /api/teams/:team/transactions", { team: team.id, ...days });
  assert.ok(totals !== null);
  for (const reader of READERS) {
    const [table, ...others] = await Promise.all(
      FORMATS.map(async (format) => tableOf(team, { ...days, for: reader, format })),
    );
    assert.ok(table !== undefined);
    for (const other of others) assert.deepEqual(amountsIn(other), amountsIn(table));
    const counted = table.lines.filter((line) => line.get("Counted") === "Yes");
    const title = reader === "list" ? "Amount" : "Gross";
    assert.equal(new Set(table.lines.map((line) => line.get("Id"))).size, totals.count);
    assert.equal(sumOf(counted, "In EUR"), totals.in_minor + totals.out_minor);
    const unrated = counted.filter((line) => line.get("In EUR") === "");
    assert.equal(new Set(unrated.map((line) => line.get("Id"))).size, totals.no_rate);
    for (const { currency, in_minor, out_minor } of totals.by_currency)
      assert.equal(
        sumOf(
          counted.filter((line) => line.get("Currency") === currency),
          title,
        ),
        in_minor + out_minor,
      );
    assertSums(table, reader);
  }
}

/** Asserts that a file's own totals are the sums of its lines, tax by tax, and that gross is net and tax. */
function assertSums({ lines, sums }: Table, told: string): void {
  const counted = lines.filter((line) => line.get("Counted") === "Yes");
  const columns = ["Amount", "Gross", "Net", "Tax", "In EUR"];
  const currencies = [...new Set(lines.map((line) => line.get("Currency") ?? ""))];
  for (const sum of sums) {
    const [label = "", currency = ""] = [sum.get("Date"), sum.get("Currency")];
    const isTax = label === "Total of a tax";
    const some = counted.filter((line) => {
      if (currency !== "" && line.get("Currency") !== currency) return false;
      const minor = centsIn(line.get("Amount") ?? line.get("Gross"));
      if (label === "Total in") return minor > 0;
      if (label === "Total out") return minor < 0;
      const isOfTax = ["Tax rate %", "Tax type"].every(
        (title) => line.get(title) === sum.get(title),
      );
      return !isTax || isOfTax;
    });
    for (const column of columns)
      if ((sum.get(column) ?? "") !== "")
        assert.equal(centsIn(sum.get(column)), sumOf(some, column), `${told} ${label} ${column}`);
  }
  const totals = sums.filter((sum) => sum.get("Date") === "Total");
  if (lines.length > 0)
    assert.equal(totals.length, currencies.length + (currencies.length > 1 ? 1 : 0), told);
  for (const line of lines)
    if (line.has("Gross"))
      assert.equal(
        centsIn(line.get("Gross")),
        centsIn(line.get("Net")) + centsIn(line.get("Tax") ?? ""),
        told,
      );
}

/** Amounts of a file, line by line, as numbers. */
function amountsIn({ lines, sums }: Table) {
  const columns = ["Amount", "Gross", "Net", "Tax", "In EUR", "Tax rate %"];
  return [...lines, ...sums].map((line) => columns.map((column) => centsIn(line.get(column))));
}

async function tableOf(team: Team, asked: object): Promise<Table> {
  const input = ExportTransactions.parse({ ...asked });
  const bytes = await bytesOf(await exportTransactions(ownerContext(team), input));
  const rows =
    input.format === "xlsx"
      ? cellsIn(await sheetIn(bytes)).map((row) => row.map((cell) => String(cell ?? "")))
      : parse(bytes.toString("utf8").replace("\uFEFF", ""), {
          delimiter: input.format === "csv" ? "," : ";",
        });
  const [titles = [], ...rest] = rows;
  const named = rest.map((row) => new Map(titles.map((title, at) => [title, row[at] ?? ""])));
  const end = named.findIndex((line) => (line.get("Date") ?? "") === "");
  return end < 0
    ? { lines: named, sums: [] }
    : { lines: named.slice(0, end), sums: named.slice(end + 1) };
}

async function bytesOf({ content }: Download): Promise<Buffer> {
  if (typeof content === "string") return Buffer.from(content);
  if (content instanceof Uint8Array) return Buffer.from(content);
  return Buffer.concat((await Array.fromAsync(content)).map((chunk) => Buffer.from(chunk)));
}

/** Nothing for an empty cell. Decimal commas are read too. */
function centsIn(text: string | undefined): number {
  return Math.round(Number((text ?? "").replace(",", ".")) * 100);
}

function sumOf(lines: readonly Line[], column: string): number {
  return lines.reduce((sum, line) => sum + centsIn(line.get(column)), 0);
}
