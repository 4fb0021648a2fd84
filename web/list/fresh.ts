import type { List, RowPage } from "./list.ts";

type Pages<Row> = readonly RowPage<Row>[];
type KeyOf<Row> = List<Row>["keyOf"];

type Merged<Row> = {
  readonly rows: readonly Row[];
  readonly fresh: readonly Row[];
  /**
   * True if the whole polled page is new: more rows may lie between it and the first loaded one.
   */
  readonly isGap: boolean;
};

export function mergeLatest<Row>(
  keyOf: KeyOf<Row>,
  pages: Pages<Row>,
  latest: RowPage<Row> | undefined,
): Merged<Row> {
  const shown = pages.flatMap(({ rows }) => rows);
  if (latest === undefined) return { rows: shown, fresh: [], isGap: false };
  const known = new Set(shown.map(keyOf));
  const newest = new Map(latest.rows.map((row) => [keyOf(row), row] as const));
  const rows = shown.map((row) => newest.get(keyOf(row)) ?? row);
  const last = latest.rows.findLastIndex((row) => known.has(keyOf(row)));
  // A row behind the last known one may have moved up because another one went.
  const isEnd = last >= 0 && placeOf(keyOf, shown, latest.rows[last]) === shown.length - 1;
  const sure = isEnd && hasMore(pages) ? latest.rows.slice(0, last) : latest.rows;
  const fresh = sure.filter((row) => !known.has(keyOf(row)));
  return { rows, fresh, isGap: shown.length > 0 && last < 0 && fresh.length > 0 };
}

/** The loaded pages, with the polled page in place of the rows that it covers. */
export function withLatest<Row>(
  keyOf: KeyOf<Row>,
  pages: Pages<Row>,
  latest: RowPage<Row>,
): Pages<Row> {
  const shown = pages.flatMap(({ rows }) => rows);
  const [first, ...others] = pages;
  const newest = new Set(latest.rows.map(keyOf));
  const covered = shown.findLastIndex((row) => newest.has(keyOf(row)));
  if (first === undefined || covered < 0 || covered === shown.length - 1) return [latest];
  const left = new Set(shown.slice(covered + 1).map(keyOf));
  const rest = (rows: readonly Row[]) => rows.filter((row) => left.has(keyOf(row)));
  return [
    {
      ...first,
      ...latest,
      nextCursor: first.nextCursor,
      rows: [...latest.rows, ...rest(first.rows)],
    },
    ...others.map((page) => ({ ...page, rows: rest(page.rows) })),
  ];
}

function placeOf<Row>(keyOf: KeyOf<Row>, rows: readonly Row[], row: Row | undefined): number {
  return row === undefined ? -1 : rows.findIndex((other) => keyOf(other) === keyOf(row));
}

function hasMore<Row>(pages: Pages<Row>): boolean {
  return (pages.at(-1)?.nextCursor ?? null) !== null;
}
