import { BYTE_ORDER_MARK } from "../src/shared/csv.ts";

/** Saves a table for spreadsheets as a file. */
export function saveTable(text: string, name: string): void {
  const file = new Blob([BYTE_ORDER_MARK, text], { type: "text/csv;charset=utf-8" });
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The started download holds the file.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
