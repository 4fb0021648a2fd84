import type { Output } from "../api.ts";
import { folded } from "../folded.ts";

export type Found = Output<"GET /api/teams/:team/search">;

/** Records found for an earlier text that may match the current one too. */
export function stillMatching(
  { customers, projects, transactions, invoices, receipts }: Found,
  typed: string,
): Found {
  const words = folded(typed).split(/\s+/);
  const has = ({
    name,
    customer,
  }: {
    readonly name: string;
    readonly customer?: string | null;
  }) => {
    const text = folded(`${name} ${customer ?? ""}`);
    // The server folds letters too that have no mark to drop, such as ø: it decides on those.
    return !ASCII.test(text) || words.every((word) => text.includes(word));
  };
  return {
    customers: { ...customers, items: customers.items.filter(has) },
    projects: { ...projects, items: projects.items.filter(has) },
    transactions: { ...transactions, items: transactions.items.filter(has) },
    invoices: { ...invoices, items: invoices.items.filter(has) },
    // Documents are found by their texts too, which are not here: the server decides on those.
    documents: { items: [], hasMore: false },
    receipts: { ...receipts, items: receipts.items.filter(has) },
  };
}

const ASCII = /^[\0-\x7f]*$/;
