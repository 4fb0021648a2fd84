import { api, type Output } from "../../api.ts";
import type { AllSeries } from "../../chart/data.ts";
import { majorText } from "../../numbers.ts";
import {
  amount,
  type Asked,
  type Cell,
  comparedTo,
  type FurtherTable,
  isNothing,
  listLink,
  type Note,
  notesOf,
  partOf,
  plainCell,
  type ReportTable,
  type ReportView,
  withoutToday,
} from "./view.ts";

type Report = Output<"GET /api/teams/:team/reports/tax">;

export async function readTax(asked: Asked): Promise<ReportView> {
  const report = await api("GET /api/teams/:team/reports/tax", withoutToday(asked));
  const { currency, rates, collected, paid, difference, compared, list } = report;
  return {
    currency,
    range: { from: report.from, to: report.to },
    figure: {
      label: difference < 0 ? "More paid than collected" : "Collected less paid",
      cell: amount(difference, currency, listLink(list)),
    },
    compared:
      compared && comparedTo([difference, compared.difference], compared, listLink(compared.list)),
    finding: `${majorText(collected.tax, currency)} of tax was collected, and ${majorText(paid.tax, currency)} paid to suppliers`,
    remark: notCounted(report),
    ...(rates.length === 0
      ? {}
      : {
          chart: {
            kind: "bars" as const,
            places: rates.map((rate) => ({
              label: rate.rate === null ? "Several" : `${rate.rate} %`,
              name: rateName(rate),
            })),
            series: seriesOf(report),
          },
        }),
    table: byRate(report),
    further: [byCategory(report), toState(report), noTaxStated(report)],
    notes: [ROUNDED, ...notesOf(report)],
    isEmpty:
      rates.length === 0 &&
      isNothing(report.left_out, report.no_tax_stated.count, report.to_state.count),
  };
}

const SIDES = [
  { side: "collected", series: "Collected", part: "Collected on sales" },
  { side: "paid", series: "Paid to suppliers", part: "Paid on purchases" },
] as const;

function seriesOf({ rates }: Report): AllSeries {
  const [collected, paid] = SIDES;
  const of = ({ side, series }: (typeof SIDES)[number]) => ({
    name: series,
    values: rates.map((rate) => rate[side].tax),
    links: rates.map((rate) => listLink(rate[side].lists.tax)),
  });
  return [of(collected), of(paid)];
}

/** Tells why the difference is not what a tax office waits for. */
function notCounted({ to_state, currency }: Report): Note {
  const others = "import tax, reverse charge and tax that may not be deducted are not known here";
  // Advance payments are among what is paid to the state. Own categories may hold them too.
  const vat = to_state.categories.find(({ category_slug }) => category_slug === VAT_PAYMENTS);
  const { amount: sum, count, list } = vat ?? to_state;
  if (count === 0)
    return {
      text: `This may not be what is due: ${others}. Nothing was paid to the state in these days.`,
    };
  const as = vat === undefined ? "" : ` as ${vat.name}`;
  const paid =
    sum < 0
      ? `${majorText(-sum, currency)} that came back from the state${as} is not added`
      : `${majorText(sum, currency)} that was paid to the state${as} is not taken off`;
  return {
    text: `This is not yet what is due: ${paid}, and ${others}.`,
    link: { words: "See what was paid to the state", link: listLink(list) },
  };
}

const VAT_PAYMENTS = "vat-gst-pst-qst-payments";

const ROUNDED: Note = {
  text: "Tax is worked out from the rate that each transaction, or part of a split one, states. It is included in the amount, and rounded for each. Of several rates it is the sum that the receipts print.",
};

type Taxed = Report["collected"];

function cellsOf({ net, tax, gross, count, lists }: Taxed, currency: string): readonly Cell[] {
  return [
    plainCell(String(count)),
    amount(net, currency, listLink(lists.net)),
    amount(tax, currency, listLink(lists.tax)),
    amount(gross, currency, listLink(lists.gross)),
  ];
}

const TITLES = ["Transactions", "Net", "Tax", "Gross"];

/** Lines of a tax return: the rates of each side, over its sum. */
function byRate(report: Report): ReportTable {
  const { rates, currency, difference, list } = report;
  return {
    main: "Tax",
    titles: ["Rate", ...TITLES],
    rows: SIDES.flatMap(({ side, part }) => {
      const rows = rates
        .filter((rate) => rate[side].count > 0)
        .map((rate) => ({
          key: keyOf(rate),
          name: rateName(rate),
          cells: cellsOf(rate[side], currency),
        }));
      return rows.length === 0 ? [] : partOf(part, rows, cellsOf(report[side], currency));
    }),
    total: {
      key: "total",
      name: "Collected less paid",
      cells: [
        plainCell(""),
        plainCell(""),
        amount(difference, currency, listLink(list)),
        plainCell(""),
      ],
    },
  };
}

function keyOf({ rate, type }: Pick<Report["rates"][number], "rate" | "type">): string {
  return `${rate} ${type ?? ""}`;
}

function byCategory({ rates, categories, currency }: Report): FurtherTable {
  return {
    title: "By rate and category",
    table: {
      main: "Tax",
      titles: ["Category", ...TITLES],
      rows: SIDES.flatMap(({ side, part }) =>
        rates.flatMap((rate) => {
          const rows = categories
            .filter((item) => item.side === side && keyOf(item) === keyOf(rate))
            .map((item) => ({
              key: item.category_slug,
              name: item.name,
              cells: cellsOf(item, currency),
            }));
          const name = `${part}, ${rateName(rate)}`;
          return rows.length === 0 ? [] : partOf(name, rows, cellsOf(rate[side], currency));
        }),
      ),
    },
  };
}

function toState({ to_state, currency }: Report): FurtherTable {
  const rowOf = (name: string, { amount: sum, count, list }: Omit<ToState, "categories">) => ({
    key: name,
    name,
    cells: [plainCell(String(count)), amount(sum, currency, listLink(list))],
  });
  return {
    title: "Paid to the state",
    hint: "All categories of Taxes, less refunds. In none of the figures of tax, also where a tax is stated.",
    table: {
      main: "Amount",
      titles: ["Category", "Transactions", "Amount"],
      rows: to_state.categories.map((item) => ({
        ...rowOf(item.name, item),
        key: item.category_slug,
      })),
      total: rowOf("Total", to_state),
    },
  };
}

type ToState = Report["to_state"];

function noTaxStated({ no_tax_stated, currency }: Report): FurtherTable {
  const figures = [
    { part: "Revenue", untaxed: no_tax_stated.revenue },
    { part: "Expense", untaxed: no_tax_stated.expense },
    { part: "Capital", untaxed: no_tax_stated.capital_out },
  ];
  // Where no category has a tax, a column of them would be empty.
  const hasTax = figures.some(({ untaxed }) =>
    untaxed.categories.some(({ tax_rate }) => tax_rate !== null),
  );
  const cellsOf = ({ amount: sum, count, list }: Counted, tax: string) => [
    ...(hasTax ? [plainCell(tax)] : []),
    plainCell(String(count)),
    amount(sum, currency, listLink(list)),
  ];
  return {
    title: "No tax stated",
    hint: `In none of the figures of tax. Some bear none, such as salaries, repaid loans, and payments to the state, which stand here too.${hasTax ? " Where a category has a tax, its transactions may lack it." : ""}`,
    table: {
      main: "Amount",
      titles: ["Category", ...(hasTax ? ["Tax of the category"] : []), "Transactions", "Amount"],
      rows: figures.flatMap(({ part, untaxed }) => {
        const rows = untaxed.categories.map((item) => ({
          key: item.category_slug,
          name: item.name,
          cells: cellsOf(item, taxOf(item)),
        }));
        return rows.length === 0 ? [] : partOf(part, rows, cellsOf(untaxed, ""));
      }),
    },
  };
}

type Untaxed = Report["no_tax_stated"]["expense"]["categories"][number];

type Counted = Pick<Untaxed, "amount" | "count" | "list">;

function taxOf({ tax_rate: rate, tax_type: type }: Untaxed): string {
  return rate === null ? "" : rateName({ rate, type });
}

type Named = { readonly rate: number | null; readonly type: string | null };

function rateName({ rate, type }: Named): string {
  const name = rate === null ? "Several rates" : `${rate} %`;
  return type === null ? name : `${name}${rate === null ? "," : ""} ${type.toUpperCase()}`;
}
