import type { Query, QueryClient } from "@tanstack/react-query";
import type { List, RowPage } from "./list.ts";
import { LATEST, type Pages, SHOWN } from "./rows.ts";

/** Replaces one row in all loaded pages of a list, and in what was polled of it. */
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

/** Puts a row of the reader's own in front of the loaded ones, where no filter may leave it out. */
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
 * Loads the rows of a list again after a change of the reader's own: a row was added or removed, or many
 * were changed. The pages that were loaded stay until then.
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
