import type { Output } from "../../api.ts";
import type { TRANSACTION_INVOICES } from "./transaction.ts";

export const BOOK_PAYMENTS = "POST /api/teams/:team/transactions/:id/payments";

type Why = Output<typeof TRANSACTION_INVOICES>["suggested"][number]["why"];

const REASONS = {
  number: "Its number is in the text",
  sum: "All that the customer owes is this amount",
  amount: "The amount is the same",
  name: "the name is the customer’s",
} as const;

/** Reasons for a suggestion in a sentence, the surest first. */
export function whyWords(why: Why): string {
  const order = ["number", "sum", "amount", "name"] as const;
  const said = order.filter((reason) => why.includes(reason)).map((reason) => REASONS[reason]);
  const [first, ...others] = said;
  if (first === undefined) return "";
  const rest = others.map((words) => words.charAt(0).toLowerCase() + words.slice(1));
  return `${[first, ...rest].join(", and ")}.`;
}
