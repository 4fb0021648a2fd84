import type { Input, Output } from "../../api.ts";
import { oneOf } from "../../list/filters.ts";
import type { Selected } from "../../list/selection.ts";

export type TransactionRow = Output<"GET /api/teams/:team/transactions">["items"][number];

export type Transaction = Output<"GET /api/teams/:team/transactions/:id">;

type Chosen = Input<"POST /api/teams/:team/transactions/status">["chosen"];

export type Status = Input<"POST /api/teams/:team/transactions/status">["status"];

export const STATUS_CHOICES = [
  { value: "pending", label: "Pending" },
  { value: "posted", label: "Posted" },
  { value: "completed", label: "Completed" },
  { value: "exported", label: "Exported" },
  { value: "archived", label: "Archived" },
  { value: "excluded", label: "Excluded" },
] as const satisfies readonly { readonly value: Status; readonly label: string }[];

export function statusName(status: string): string {
  return STATUS_CHOICES.find(({ value }) => value === status)?.label ?? status;
}

/** Figures of reports as filters: the list then has the report's total. */
export const FIGURE_LABELS = [
  { value: "revenue", label: "Revenue" },
  { value: "expense", label: "Expense" },
  { value: "profit", label: "Revenue less expense" },
  { value: "burn", label: "Burn" },
  { value: "spending", label: "Spending" },
  { value: "capital_out", label: "Capital out" },
  { value: "tax_collected", label: "Tax collected" },
  { value: "tax_paid", label: "Tax paid" },
  { value: "tax", label: "Tax collected less paid" },
  { value: "taxed_sales_net", label: "Taxed sales, net" },
  { value: "taxed_sales", label: "Taxed sales" },
  { value: "taxed_purchases_net", label: "Taxed purchases, net" },
  { value: "taxed_purchases", label: "Taxed purchases" },
  { value: "to_state", label: "Paid to the state" },
] as const;

/** Reasons for which reports leave transactions out of their figures. */
export const LEFT_OUT = [
  { value: "pending", label: "Pending" },
  { value: "excluded", label: "Excluded by status or category" },
  { value: "transfer", label: "In transfers" },
  { value: "capital", label: "In categories of capital" },
  { value: "no_rate", label: "Without an exchange rate" },
] as const;

/** Value of the filter by tax for transactions that state none. */
export const NO_TAX_OPTION = "none";

/** Turns the filter's `19 VAT` into `19 % VAT`, and `several VAT` into `Several rates, VAT`. */
export function taxName(tax: string): string {
  return tax
    .replace(/^[\d.]+/, "$& %")
    .replace(/^several\b/, "Several rates,")
    .replace(/,$/, "");
}

type Values = Readonly<Record<string, string>>;

function figureNamed(figure: string | undefined) {
  return FIGURE_LABELS.find(({ value }) => value === figure);
}

function leftOutOf(values: Values) {
  return LEFT_OUT.find(({ value }) => value === values["left_out"])?.value;
}

/** The figure that the list sums up. A filter by tax alone means the figure of all tax. */
export function shownFigure(values: Values) {
  if (leftOutOf(values) !== undefined) return undefined;
  const ofTax = values["tax"] === undefined ? undefined : figureNamed("tax");
  return figureNamed(values["figure"]) ?? ofTax;
}

/** True for lists of what reports count or leave out: archived transactions belong to them. */
export function isOfReports(values: Values): boolean {
  return shownFigure(values) !== undefined || leftOutOf(values) !== undefined;
}

/** True for lists with archived transactions though no filter asks for these. */
function hasArchived(values: Values): boolean {
  return isOfReports(values) || values["rule"] !== undefined;
}

export function transactionFilter(values: Values) {
  const statuses = STATUS_CHOICES.map(({ value }) => value);
  const { q, account, category, tag, from, to, min, max, tax, party, rule } = values;
  return {
    q,
    account,
    category,
    tag,
    import: values["import"],
    tax,
    party,
    rule,
    from,
    to,
    min: min === undefined ? undefined : Number(min),
    max: max === undefined ? undefined : Number(max),
    status: oneOf(statuses, values["status"]),
    counted: oneOf(["yes", "no"], values["counted"]),
    direction: oneOf(["in", "out"], values["direction"]),
    linked: oneOf(["yes"], values["linked"]),
    attachment: oneOf(["none"], values["attachment"]),
    figure: figureNamed(values["figure"])?.value,
    left_out: leftOutOf(values),
  };
}

/** The selected transactions as the routes of batches take them. */
export function chosenTransactions({ target, count }: Selected<TransactionRow>): Chosen {
  return target.all === undefined
    ? { ids: [...target.ids] }
    : {
        all: { ...transactionFilter(target.all), hides_archived: !hasArchived(target.all) },
        count,
      };
}

export function reasonOf({ in: same, of }: NonNullable<TransactionRow["suggested"]>): string {
  const share = same === of ? `The last ${of}` : `${same} of the last ${of}`;
  return `${share} with this party have it.`;
}

export const TRANSACTION_INVOICES = "GET /api/teams/:team/transactions/:id/invoices";

/** Answers that a change of transactions changes. */
export const TRANSACTION_CHANGES = [
  "GET /api/teams/:team/transactions",
  "GET /api/teams/:team/transactions/:id",
  TRANSACTION_INVOICES,
  "GET /api/teams/:team/review",
  "GET /api/teams/:team/review/counts",
  "GET /api/teams/:team/bank-accounts",
  "GET /api/teams/:team/activity",
] as const;
