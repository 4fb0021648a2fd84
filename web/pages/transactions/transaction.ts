import type { Input, Output } from "../../api.ts";
import { oneOf } from "../../list/one-of.ts";
import type { Selected } from "../../list/selected.ts";

export type TransactionRow = Output<"GET /api/teams/:team/transactions">["items"][number];

export type Transaction = Output<"GET /api/teams/:team/transactions/:id">;

type Chosen = Input<"POST /api/teams/:team/transactions/status">["chosen"];

export type Status = Input<"POST /api/teams/:team/transactions/status">["status"];

/** Statuses in the order of a transaction's life. */
export const STATUSES = [
  { value: "pending", label: "Pending" },
  { value: "posted", label: "Posted" },
  { value: "completed", label: "Completed" },
  { value: "exported", label: "Exported" },
  { value: "archived", label: "Archived" },
  { value: "excluded", label: "Excluded" },
] as const satisfies readonly { readonly value: Status; readonly label: string }[];

export function statusName(status: string): string {
  return STATUSES.find(({ value }) => value === status)?.label ?? status;
}

/** Figures of reports, by which the list can be filtered: it then has the report's total. */
export const FIGURES = [
  { value: "revenue", label: "Revenue" },
  { value: "expense", label: "Expense" },
  { value: "burn", label: "Burn" },
  { value: "spending", label: "Spending" },
  { value: "capital_out", label: "Capital out" },
] as const;

export function figureOf(values: Readonly<Record<string, string>>) {
  return FIGURES.find(({ value }) => value === values["figure"]);
}

/** Value of the filter by category for transactions without one. */
export const UNCATEGORIZED = "uncategorized";

/** The filters of the list as the routes take them. */
export function filterOf(values: Readonly<Record<string, string>>) {
  const { q, account, category, tag, import: ofImport, from, to, min, max } = values;
  const status = oneOf(
    STATUSES.map(({ value }) => value),
    values["status"],
  );
  return {
    ...(q === undefined ? {} : { q }),
    ...(account === undefined ? {} : { account }),
    ...(category === undefined ? {} : { category }),
    ...(tag === undefined ? {} : { tag }),
    ...(ofImport === undefined ? {} : { import: ofImport }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(min === undefined ? {} : { min: Number(min) }),
    ...(max === undefined ? {} : { max: Number(max) }),
    ...(status === undefined ? {} : { status }),
    direction: oneOf(["in", "out"], values["direction"]),
    figure: figureOf(values)?.value,
  };
}

/** The selected transactions as the routes of batches take them. */
export function chosenOf({ target, count }: Selected<TransactionRow>): Chosen {
  return target.all === undefined
    ? { ids: [...target.ids] }
    : {
        all: { ...filterOf(target.all), hides_archived: figureOf(target.all) === undefined },
        count,
      };
}

/** Answers that a change of transactions changes. */
export const CHANGED = [
  "GET /api/teams/:team/transactions",
  "GET /api/teams/:team/transactions/:id",
  "GET /api/teams/:team/review",
  "GET /api/teams/:team/review/counts",
  "GET /api/teams/:team/bank-accounts",
  "GET /api/teams/:team/activity",
] as const;
