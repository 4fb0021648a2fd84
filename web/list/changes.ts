import type { Query, QueryClient } from "@tanstack/react-query";
import type { List, RowPage } from "./list.ts";
import { LATEST, type Pages, SHOWN } from "./rows.ts";

export function replaceRow<Row>(
  queries: QueryClient,
  { route, keyOf }: Pick<List<Row>, "route" | "keyOf">,
  row: Row,
): void {
  const key = keyOf(row);
  const replaced = (page: RowPage<Row>) => ({
    ...page,
    rows: page.rows.map((other) => (keyOf(other) === key ? row : other)),
  });
  queries.setQueriesData<Pages<Row>>({ queryKey: [route], predicate: isShown }, (data) =>
    data === undefined ? data : { ...data, pages: data.pages.map(replaced) },
  );
  queries.setQueriesData<RowPage<Row>>({ queryKey: [route], predicate: isLatest }, (page) =>
    page === undefined ? page : replaced(page),
  );
}

/**
 * Adds the person's own new row before the loaded ones, unless a filter is set, which might exclude it.
 */
export function addRow<Row>(
  queries: QueryClient,
  { route, keyOf }: Pick<List<Row>, "route" | "keyOf">,
  row: Row,
): void {
  const isUnfiltered = (query: Query) => isShown(query) && hasTeamAlone(query.queryKey[1]);
  queries.setQueriesData<Pages<Row>>({ queryKey: [route], predicate: isUnfiltered }, (data) => {
    const [first, ...others] = data?.pages ?? [];
    if (data === undefined || first === undefined) return data;
    const rows = [row, ...first.rows.filter((other) => keyOf(other) !== keyOf(row))];
    return { ...data, pages: [{ ...first, rows }, ...others] };
  });
}

/**
 * Reloads the rows of a list after the person added, removed or changed some. The loaded pages stay until
 * then.
 */
export async function reloadRows(
  queries: QueryClient,
  { route }: Pick<List<never>, "route">,
): Promise<void> {
  queries.removeQueries({ queryKey: [route], type: "inactive" });
  const shown = queries.getQueryCache().findAll({ queryKey: [route], predicate: isShown });
  // `refetchQueries` leaves them out, since nothing else may refetch them.
  await Promise.allSettled(shown.map(async (query) => query.fetch()));
}

function hasTeamAlone(input: unknown): boolean {
  return typeof input === "object" && input !== null && Object.keys(input).join() === "team";
}

function isShown({ queryKey }: Pick<Query, "queryKey">): boolean {
  return queryKey.at(-1) === SHOWN;
}

function isLatest({ queryKey }: Pick<Query, "queryKey">): boolean {
  return queryKey.at(-1) === LATEST;
}
