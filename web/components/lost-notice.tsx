import { type QueryCache, useQueryClient } from "@tanstack/react-query";
import { useCallback, useState, useSyncExternalStore } from "react";
import { isLost } from "./answer.tsx";
import { Button } from "./button.tsx";
import { Shape } from "./shapes.tsx";

/** Tells once for the whole page that the server cannot be reached. What failed loads again with the network. */
export function LostNotice() {
  const queries = useQueryClient();
  const cache = queries.getQueryCache();
  const [isBusy, setIsBusy] = useState(false);
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const why = useSyncExternalStore(subscribe, () => lostIn(cache));
  if (why === null) return null;
  const again = async () => {
    setIsBusy(true);
    await queries.refetchQueries({
      type: "active",
      predicate: ({ state }) => state.error !== null,
    });
    setIsBusy(false);
  };
  return (
    <aside
      aria-label="Connection"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 bg-warn-soft px-4 py-1 forced-colors:border-b md:px-8"
    >
      <span className="flex items-start gap-2">
        <span className="pt-0.5">
          <Shape tone="warn" />
        </span>
        {why}
      </span>
      <Button isBusy={isBusy} onClick={() => void again()}>
        Try again
      </Button>
    </aside>
  );
}

function lostIn(cache: QueryCache): string | null {
  const lost = cache
    .getAll()
    .find((query) => query.isActive() && query.state.error !== null && isLost(query.state.error));
  return lost?.state.error?.message ?? null;
}
