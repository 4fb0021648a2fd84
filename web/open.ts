import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { createContext } from "react";

export type Open = {
  readonly open: string | null;
  readonly about: string | null;
  readonly show: (open: string, about?: string) => void;
  readonly hide: () => void;
};

/** Keeps the open dialog in the address: Back closes it, and a link can open it. */
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
    // A dialog opened by a link has no entry before it to go back to.
    if (history.location.state.wasShownHere === true) history.back();
    else void navigate({ to: ".", search: closed, hash: true, replace: true, resetScroll: false });
  };
  return { open, about, show, hide };
}

function closed(search: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const rest = Object.entries(search).filter(([name]) => name !== "open" && name !== "id");
  return Object.fromEntries(rest.map(([name, value]) => [name, value ?? ""]));
}

/** Opens the palette, for a page that leads to it. */
export const OpenSearch = createContext<(what: "palette") => void>(() => undefined);
