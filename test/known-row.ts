import type { KnownRow } from "../src/domains/imports/known-rows.ts";

let ids = 0;

/** A transaction that a file's rows are compared with: one of 10 March 2026, from a CSV file of other words. */
export function knownRow(given: Partial<KnownRow> = {}): KnownRow {
  ids += 1;
  return {
    id: `T${ids}`,
    date: "2026-03-10",
    amount_minor: -350,
    name: "Another text",
    bank_name: "Another text",
    description: null,
    reference: null,
    status: "posted",
    source: "csv",
    signature: "csv bank",
    bank_id: null,
    row_key: null,
    is_split: false,
    transfer_id: null,
    ...given,
  };
}
