import type { Bundle, List, Reader } from "./list.ts";

export type Line<Row> =
  | {
      readonly kind: "group";
      readonly key: string;
      readonly group: string;
      readonly title: string;
      readonly first: Row;
    }
  | { readonly kind: "row"; readonly key: string; readonly row: Row }
  | {
      readonly kind: "opening" | "closing";
      readonly key: string;
      readonly bundle: Bundle<Row>;
    };

type Drawn<Row> = Pick<List<Row>, "groups" | "keyOf" | "bundles">;

/**
 * Lines to draw: each group below its heading, each bundle of at least two rows between its opening and
 * closing line. The last bundle has no closing line while further rows can follow.
 */
export function linesOf<Row>(
  list: Drawn<Row>,
  rows: readonly Row[],
  reader: Reader,
  hasMore = false,
): readonly Line<Row>[] {
  const { groups, keyOf } = list;
  const lines: Line<Row>[] = [];
  let last: string | null = null;
  for (const together of bundlesOf(list, rows, reader)) {
    const [first] = together;
    if (first === undefined) continue;
    const group = groups?.of(first, reader) ?? null;
    if (groups !== undefined && group !== null && group !== last) {
      const title = groups.titleOf(group, reader, first);
      lines.push({ kind: "group", key: `group ${group}`, group, title, first });
    }
    last = group;
    const drawn = together.map((row) => ({ kind: "row", key: keyOf(row), row }) as const);
    if (together.length === 1) {
      lines.push(...drawn);
      continue;
    }
    const isOpen = hasMore && together.at(-1) === rows.at(-1);
    const bundle = { rows: together, isOpen };
    lines.push({ kind: "opening", key: `opening ${keyOf(first)}`, bundle }, ...drawn);
    if (!isOpen) lines.push({ kind: "closing", key: `closing ${keyOf(first)}`, bundle });
  }
  return lines;
}

function bundlesOf<Row>(
  { groups, bundles }: Drawn<Row>,
  rows: readonly Row[],
  reader: Reader,
): readonly (readonly Row[])[] {
  const found: Row[][] = [];
  for (const row of rows) {
    const current = found.at(-1);
    const above = current?.at(-1);
    const isNext =
      above !== undefined &&
      bundles?.isOne(above, row) === true &&
      groups?.of(above, reader) === groups?.of(row, reader);
    if (isNext) current?.push(row);
    else found.push([row]);
  }
  return found;
}
