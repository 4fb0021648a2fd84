import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { type Filters, filtersOf } from "./filters/filters.ts";

declare module "@tanstack/react-router" {
  // The way in which the router is told what its history holds beside addresses.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface HistoryState {
    /** Whether the open event was opened from the list: then going back closes it. */
    isOpened?: boolean | undefined;
    /** How many pages of rows had been loaded. */
    pages?: number | undefined;
  }
}

type Search = Readonly<Record<string, string>>;
type State = { readonly isOpened?: boolean | undefined; readonly pages?: number | undefined };
export type Address = ReturnType<typeof useAddress>;

const PATH = "/activity";

/** What the address says: what the list is narrowed down to, and which event is open. */
export function useAddress() {
  const search = useSearch({ from: PATH });
  const navigate = useNavigate();
  const router = useRouter();
  const go = (search: Search, state: State, isReplaced: boolean) =>
    void navigate({ to: PATH, search, state, replace: isReplaced, resetScroll: false });

  /** Where the reader is when something is pressed, which for a toast may be on another page. */
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
    /** How many pages of rows there were when the reader was here last. */
    pages: router.state.location.state.pages ?? 1,
    narrow: (filters: Filters) => go({ ...filters }, {}, false),
    /** Opens an event in the place of the one that is open, so that one step back closes it. */
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
