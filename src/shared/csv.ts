/** Tells spreadsheets that a file is UTF-8; without it they assume their country's encoding. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** RFC 4180, with its line end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/**
 * Quotes a cell. An apostrophe turns a formula into text (OWASP, CSV Injection), also behind characters
 * that separate cells or lines for a spreadsheet of another locale, which splits within our quotes.
 */
export function csvCell(text: string): string {
  const harmless = text
    .replaceAll(/(^|[;\t\r\n])(\s*[=+\-@|%＝＋－＠])/g, "$1'$2")
    .replace(/^[\t\r\n]/, "'$&");
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Takes out the apostrophes that `csvLine` adds, so that a saved table reads back the same. */
export function withoutApostrophes(text: string): string {
  if (!text.includes("'")) return text;
  return text
    .replace(/^'(?=[\t\r\n])/, "")
    .replaceAll(/(^|[;\t\r\n])'(\s*[=+\-@|%＝＋－＠])/g, "$1$2");
}
