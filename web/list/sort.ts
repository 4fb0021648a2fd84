import type { Column, List } from "./list.ts";

/** Sort of a column, as the route takes it: `hours` and `-hours`. */
export type ColumnSort = {
  readonly by: string;
  readonly first: "ascending" | "descending";
  /** Labels of both orders: `Fewest hours first`. The route has no order without a label. */
  readonly ascending?: string;
  readonly descending?: string;
};

type Sorted = Pick<List<never>, "sort"> & {
  readonly columns: readonly Pick<Column<never>, "sort">[];
};
type Direction = ColumnSort["first"];

/** Sort of an address; none if it is the default or unknown. */
export function sortIn(
  list: Sorted,
  search: Readonly<Record<string, string | undefined>>,
): { readonly sort?: string } {
  const { sort } = search;
  const isKnown = ordersOf(list).some(({ value }) => value === sort);
  return sort === undefined || !isKnown || sort === list.sort ? {} : { sort };
}

export function ordersOf({
  columns,
}: Sorted): readonly { readonly value: string; readonly label: string }[] {
  return columns.flatMap(({ sort }) => {
    if (sort === undefined) return [];
    const directions = [sort.first, OTHER[sort.first]] as const;
    return directions.flatMap((direction) => {
      const label = sort[direction];
      return label === undefined ? [] : [{ value: valueOf(sort, direction), label }];
    });
  });
}

export function orderWords(list: Sorted, sort: string | undefined): string | null {
  const order = sort ?? list.sort;
  return ordersOf(list).find(({ value }) => value === order)?.label ?? null;
}

export function directionOf({ by }: ColumnSort, sort: string | undefined): Direction | "none" {
  if (sort === by) return "ascending";
  return sort === `-${by}` ? "descending" : "none";
}

/** Sort after a press on a column's head: the other direction, or this column's first. */
export function pressed(column: ColumnSort, sort: string | undefined): string {
  const current = directionOf(column, sort);
  const next = current === "none" ? column.first : OTHER[current];
  return valueOf(column, column[next] === undefined ? column.first : next);
}

function valueOf({ by }: ColumnSort, direction: Direction): string {
  return direction === "ascending" ? by : `-${by}`;
}

const OTHER = { ascending: "descending", descending: "ascending" } as const;
