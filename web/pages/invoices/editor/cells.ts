/** Columns of a line as a check or a refusal names them, and the field that each is edited in. */
const FIELDS: Readonly<Record<string, string>> = {
  discount_bp: "discount",
  discount_minor: "discount",
  tax_rate_id: "tax",
};

/** Id of the element of a line's field. */
export function cellId(line: string, column: string): string {
  return `line-${line}-${FIELDS[column] ?? column}`;
}

/** Splits `lines.2.price` or `/lines/2/price`; null for another path. */
export function cellOfPath(path: string): { readonly at: number; readonly column: string } | null {
  const [, at, column] = /^\/?lines[./](\d+)(?:[./](\w+))?$/.exec(path) ?? [];
  if (at === undefined) return null;
  return { at: Number(at), column: FIELDS[column ?? "name"] ?? column ?? "name" };
}
