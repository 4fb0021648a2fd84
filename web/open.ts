import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";

export type Open = {
  /** The dialog that stands open, as the address has it: `?open=invite`. */
  readonly open: string | null;
  /** What it is about, where there are several: `&id=…`. */
  readonly about: string | null;
  readonly show: (open: string, about?: string) => void;
  readonly hide: () => void;
};

/** Which dialog is open stands in the address: Back closes it, and a link can open it. */
export function useOpen(): Open {
  const { open = null, id: about = null } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { history } = useRouter();
  const show = (open: string, id?: string) =>
    void navigate({
      to: ".",
      search: (search) => ({ ...closed(search), open, ...(id === undefined ? {} : { id }) }),
      hash: true,
      state: { wasShownHere: true },
      resetScroll: false,
    });
  const hide = () => {
    // What was opened by a link has no page without it to go back to.
    if (history.location.state.wasShownHere === true) history.back();
    else void navigate({ to: ".", search: closed, hash: true, replace: true, resetScroll: false });
  };
  return { open, about, show, hide };
}

/** What else stands in the address: filters, tabs. */
function closed(search: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const rest = Object.entries(search).filter(([name]) => name !== "open" && name !== "id");
  return Object.fromEntries(rest.map(([name, value]) => [name, value ?? ""]));
}
