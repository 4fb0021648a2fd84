import { fold, type SearchWord } from "../../core/fold.ts";
import type { Context } from "../../db/context.ts";
import type { Candidate } from "../search/relevance.ts";
import { todayOf } from "../team/today.ts";
import { findByWords } from "./find-invoices.ts";
import { toolInvoiceRow } from "./tool-answers.ts";

/** The newest invoices and credit notes that contain all words in their number, customer and reference. */
export async function searchInvoices(
  context: Context,
  words: readonly SearchWord[],
  rows: number,
): Promise<readonly Candidate[]> {
  const found = await findByWords(context, words, rows);
  if (found.length === 0) return [];
  const today = await todayOf(context);
  return found.map((row) => ({
    id: row.id,
    type: row.type,
    created_at: row.created_at,
    texts: {
      name: fold(row.buyer_name ?? row.customer_name ?? ""),
      reference: fold(row.number ?? ""),
      rest: `${row.search_text} ${fold(row.customer_name ?? "")}`,
    },
    read: async () => toolInvoiceRow(row, today),
  }));
}
