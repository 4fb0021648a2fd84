import type { Output } from "../../api.ts";
import { rateName } from "./rate-name.ts";
import { amount, type FurtherTable, listLink, partOf, plain } from "./view.ts";

type Report = Output<"GET /api/teams/:team/reports/tax">;

/** Transactions that state no tax, by category: revenue, expense and capital apart. */
export function withoutTax({ without_tax, currency }: Report): FurtherTable {
  const figures = [
    { part: "Revenue", untaxed: without_tax.revenue },
    { part: "Expense", untaxed: without_tax.expense },
    { part: "Capital", untaxed: without_tax.capital_out },
  ];
  // Where no category has a tax, a column of them would be empty.
  const hasTax = figures.some(({ untaxed }) =>
    untaxed.categories.some(({ tax_rate }) => tax_rate !== null),
  );
  const cellsOf = ({ amount: sum, count, list }: Counted, tax: string) => [
    ...(hasTax ? [plain(tax)] : []),
    plain(String(count)),
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

type Untaxed = Report["without_tax"]["expense"]["categories"][number];

type Counted = Pick<Untaxed, "amount" | "count" | "list">;

function taxOf({ tax_rate: rate, tax_type: type }: Untaxed): string {
  return rate === null ? "" : rateName({ rate, type });
}
