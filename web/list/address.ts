import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { keepLeft } from "../focus.ts";
import { type FilterValues, searchIn, valuesIn, withValue } from "./filters.ts";
import type { Column, List } from "./list.ts";
import { sortIn } from "./sort.ts";

declare module "@tanstack/react-router" {
  // Declares the state of history entries to the router.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface HistoryState {
    /** True if the row was opened from the list: going back closes it. */
    isOpened?: boolean | undefined;
    pages?: number | undefined;
  }
}

type State = { readonly isOpened?: boolean | undefined; readonly pages?: number | undefined };
export type Address = ReturnType<typeof useListAddress>;

type Addressed = Pick<
  List<never>,
  "page" | "openAs" | "filters" | "search" | "sort" | "hasTiles"
> & {
  readonly columns: readonly Pick<Column<never>, "sort">[];
};

export function useListAddress(list: Addressed) {
  const { page, openAs } = list;
  const isTab = typeof page !== "string";
  const path = isTab ? page.to.replace("$id", page.id) : page;
  const sheet = openAs !== undefined && "sheet" in openAs ? openAs.sheet : null;
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const go = (values: FilterValues, state: State, replace: boolean, ignoreBlocker = false) => {
    const rest = { state, replace, resetScroll: false, ignoreBlocker };
    const view = hasTiles(router.state.location.search) ? TILES : {};
    const search = { ...values, ...view };
    if (isTab) {
      const { to, id, search: tab } = page;
      void navigate({ to, params: { id }, search: { ...tab, ...search }, ...rest });
    } else void navigate({ to: page, search, ...rest });
  };
  const hasTiles = (search: Search) => list.hasTiles === true && search["view"] === TILES.view;
  const valuesOf = (search: Search): FilterValues => ({
    ...searchIn(list.search, search),
    ...valuesIn(list.filters, search),
    ...sortIn(list, search),
  });
  const withOpen = (values: FilterValues, key: string | undefined) =>
    sheet === null || key === undefined ? values : { ...values, [sheet]: key };

  /** Location at the moment of a press. A toast can be pressed on another page. */
  const here = () => {
    const { pathname, search, state } = router.state.location;
    const isHere = pathname === path;
    const { isOpened, pages } = isHere ? state : {};
    const values = isHere ? valuesOf(search) : {};
    const openKey = isHere && sheet !== null ? search[sheet] : undefined;
    return { values, openKey, isOpened, pages } as const;
  };
  const openSheet = (key: string) => {
    const { values, openKey, isOpened, pages } = here();
    const isOpen = openKey !== undefined;
    go(withOpen(values, key), { isOpened: !isOpen || isOpened, pages }, isOpen);
  };

  return {
    values: valuesOf(search),
    openKey: sheet === null ? null : (search[sheet] ?? null),
    isTiled: hasTiles(search),
    showTiles: (isTiled: boolean) => {
      const { values, pages } = here();
      const view = isTiled ? TILES : {};
      const rest = { state: { pages }, replace: true, resetScroll: false } as const;
      if (!isTab) void navigate({ to: page, search: { ...values, ...view }, ...rest });
    },
    pages: router.state.location.state.pages ?? 1,
    narrow: (values: FilterValues) => go(values, {}, false),
    /** Replaces the history entry, as one search follows another letter by letter. */
    searchFor: (q: string) => go(withValue(here().values, "q", q), {}, true),
    sortBy: (sort: string) =>
      go({ ...withValue(here().values, "sort", ""), ...sortIn(list, { sort }) }, {}, false),
    /**
     * Opens a row on its page, or in the sheet. A row in an open sheet replaces its history entry, so
     * that one step back closes the sheet.
     */
    open: (key: string) => {
      if (openAs === undefined) return;
      if ("sheet" in openAs) {
        openSheet(key);
        return;
      }
      keepLeft(router.state.location.state, key);
      router.history.push(openAs.page(key));
    },
    /** Closes the sheet. `isGone`: its record was deleted, so unsaved text needs no question. */
    close: (isGone = false) => {
      const { values, isOpened, pages } = here();
      if (isOpened === true) router.history.back({ ignoreBlocker: isGone });
      else go(values, { pages }, true, isGone);
    },
    keepPages: (pages: number) => {
      const { values, openKey, isOpened } = here();
      go(withOpen(values, openKey), { isOpened, pages }, true);
    },
    hrefOf: (key: string) => {
      if (openAs === undefined) return null;
      if ("page" in openAs) return openAs.page(key);
      const shown = withOpen(valuesOf(search), key);
      return `${path}?${new URLSearchParams(shown).toString()}`;
    },
  } as const;
}

/** Part of the address that shows rows as pictures. */
const TILES = { view: "grid" } as const;

type Search = Readonly<Record<string, string | undefined>>;
