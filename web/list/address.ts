import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { type FilterValues, valuesIn } from "./filters.ts";
import type { List } from "./list.ts";

declare module "@tanstack/react-router" {
  // Declares the state of history entries to the router.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface HistoryState {
    /** True when the row was opened from the list, so that going back closes it. */
    isOpened?: boolean | undefined;
    /** Number of loaded pages of rows. */
    pages?: number | undefined;
  }
}

type State = { readonly isOpened?: boolean | undefined; readonly pages?: number | undefined };
export type Address = ReturnType<typeof useListAddress>;

/** Reads and changes the address of a list: its filters and the open row. */
export function useListAddress({
  page,
  openAs,
  filters,
}: Pick<List<never>, "page" | "openAs" | "filters">) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const router = useRouter();
  const go = (search: FilterValues, state: State, replace: boolean) =>
    void navigate({ to: page, search, state, replace, resetScroll: false });

  /** Current location at a press. A toast can be pressed on another page. */
  const here = () => {
    const { pathname, search, state } = router.state.location;
    const isHere = pathname === page;
    const { isOpened, pages } = isHere ? state : {};
    const values = isHere ? valuesIn(filters, search) : {};
    return { values, isOpen: isHere && openAs in search, isOpened, pages } as const;
  };

  return {
    values: valuesIn(filters, search),
    openKey: search[openAs] ?? null,
    /** Number of pages that were loaded at the last visit. */
    pages: router.state.location.state.pages ?? 1,
    filterBy: (values: FilterValues) => go(values, {}, false),
    /** Opens a row, in place of an open one, so that one step back closes it. */
    open: (key: string) => {
      const { values, isOpen, isOpened, pages } = here();
      go({ ...values, [openAs]: key }, { isOpened: !isOpen || isOpened, pages }, isOpen);
    },
    close: () => {
      const { values, isOpened, pages } = here();
      if (isOpened === true) router.history.back();
      else go(values, { pages }, true);
    },
    keepPages: (pages: number) => {
      const { values, isOpened } = here();
      const open = router.state.location.search[openAs];
      const opened = open === undefined ? {} : { [openAs]: open };
      go({ ...values, ...opened }, { isOpened, pages }, true);
    },
    hrefOf: (key: string) => {
      const shown = { ...valuesIn(filters, search), [openAs]: key };
      return `${page}?${new URLSearchParams(shown).toString()}`;
    },
  } as const;
}
