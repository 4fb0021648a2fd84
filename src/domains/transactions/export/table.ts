import type { Cell, Column } from "./columns.ts";
import type { Lines } from "./lines.ts";
import { Totals } from "./totals.ts";

/** Rows of the file, a chunk at a time: the lines, an empty row, and the totals. */
export async function* rowsOf(
  columns: readonly Column[],
  lines: Lines,
): AsyncIterable<readonly (readonly Cell[])[]> {
  const totals = new Totals();
  for await (const chunk of lines) {
    for (const line of chunk) totals.add(line);
    yield chunk.map((line) => columns.map(({ of }) => of(line)));
  }
  const hasTaxes = columns.some(({ title }) => title === "Tax");
  const sums = totals.lines({ hasTaxes });
  if (sums.length === 0) return;
  yield [
    columns.map(() => null),
    ...sums.map((sum) => columns.map(({ total }) => total?.(sum) ?? null)),
  ];
}
