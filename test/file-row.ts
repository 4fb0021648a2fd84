import type { FileRow } from "../src/domains/imports/read/statement.ts";

let lines = 0;

/** A row of a file that is not read: a booking of 10 March 2026, on the line after that of the row before. */
export function fileRow({
  text = "Coffee Corner",
  ...given
}: Partial<FileRow> & { readonly text?: string } = {}): FileRow {
  lines += 1;
  return {
    line: lines,
    date: "2026-03-10",
    valueDate: null,
    minor: -350,
    isPending: false,
    name: text,
    description: null,
    reference: null,
    counterpartyNumber: null,
    bankId: null,
    original: null,
    details: [],
    isSplit: false,
    ownText: [text],
    transferTo: null,
    ...given,
  };
}
