import type { List, Reader } from "./list.ts";

/** A line of the drawn list: the heading of a group, or a row. */
export type Line<Row> =
  | { readonly kind: "group"; readonly key: string; readonly title: string }
  | { readonly kind: "row"; readonly key: string; readonly row: Row };

/** The rows in order, each group below its heading. */
export function linesOf<Row>(
  { groupOf, titleOf, keyOf }: Pick<List<Row>, "groupOf" | "titleOf" | "keyOf">,
  rows: readonly Row[],
  reader: Reader,
): readonly Line<Row>[] {
  const lines: Line<Row>[] = [];
  let last: string | null = null;
  for (const row of rows) {
    const group = groupOf(row, reader);
    if (group !== last)
      lines.push({ kind: "group", key: `group ${group}`, title: titleOf(group, reader) });
    last = group;
    lines.push({ kind: "row", key: keyOf(row), row });
  }
  return lines;
}
