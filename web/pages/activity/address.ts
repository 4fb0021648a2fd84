import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { type Filters, filtersOf } from "./filters/filters.ts";

declare module "@tanstack/react-router" {
  // Declares the state of history entries to the router.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface HistoryState {
    /** True when the event was opened from the list, so that going back closes it. */
    isOpened?: boolean | undefined;
    /** Number of loaded pages of rows. */
    pages?: number | undefined;
  }
}

type Search = Readonly<Record<string, string>>;
type State = { readonly isOpened?: boolean | undefined; readonly pages?: number | undefined };
export type Address = ReturnType<typeof useAddress>;

const PATH = "/activity";

/** Reads and changes the address: the filters and the open event. */
export function useAddress() {
  const search = useSearch({ from: PATH });
  const navigate = useNavigate();
  const router = useRouter();
  const go = (search: Search, state: State, isReplaced: boolean) =>
    void navigate({ to: PATH, search, state, replace: isReplaced, resetScroll: false });

  /** Current location at a press. A toast can be pressed on another page. */
  const here = () => {
    const { pathname, search, state } = router.state.location;
    const isHere = pathname === PATH;
    const { isOpened, pages } = isHere ? state : {};
    const filters = isHere ? filtersOf(search) : {};
    return { filters, isOpen: isHere && "event" in search, isOpened, pages } as const;
  };

  return {
    filters: filtersOf(search),
    openId: search["event"] ?? null,
    /** Number of pages that were loaded at the last visit. */
    pages: router.state.location.state.pages ?? 1,
    narrow: (filters: Filters) => go({ ...filters }, {}, false),
    /** Opens an event, in place of an open one, so that one step back closes it. */
    open: (id: string) => {
      const { filters, isOpen, isOpened, pages } = here();
      go({ ...filters, event: id }, { isOpened: !isOpen || isOpened, pages }, isOpen);
    },
    close: () => {
      const { filters, isOpened, pages } = here();
      if (isOpened === true) router.history.back();
      else go({ ...filters }, { pages }, true);
    },
    keepPages: (pages: number) => go(search, { isOpened: here().isOpened, pages }, true),
  } as const;
}
