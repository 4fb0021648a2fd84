import { createContext, type ReactNode, use, useMemo, useState } from "react";

type Picking = {
  /** Id of the row whose category is being chosen. */
  readonly picked: string | null;
  readonly pick: (id: string | null) => void;
};

const PickingContext = createContext<Picking | null>(null);

/** Keeps which row of the list has its categories open: a key of the list opens them too. */
export function PickingProvider({ children }: { readonly children: ReactNode }) {
  const [picked, pick] = useState<string | null>(null);
  const picking = useMemo(() => ({ picked, pick }), [picked]);
  return <PickingContext value={picking}>{children}</PickingContext>;
}

export function usePicking(): Picking {
  const picking = use(PickingContext);
  if (picking === null) throw new Error("no list of transactions is above this component");
  return picking;
}
