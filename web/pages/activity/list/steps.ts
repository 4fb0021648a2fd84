import { useEffect, useState } from "react";
import type { Address } from "../address.ts";
import { counted } from "../words.ts";
import type { useEvents } from "./events.ts";
import { useFocusOnRow } from "./focus.ts";

/** Loads newer and older rows and focuses the first of them. */
export function useSteps(events: ReturnType<typeof useEvents>, address: Address) {
  const { shown, rows, fresh, showFresh } = events;
  const [said, setSaid] = useState("");
  const focusOn = useFocusOnRow();
  const isNewOpen = fresh.some(({ id }) => id === address.openId);
  useEffect(() => {
    if (isNewOpen) showFresh();
  });

  const newer = () => {
    showFresh();
    focusOn(fresh[0]?.id ?? "");
  };
  const older = async () => {
    const { data, isError } = await shown.fetchNextPage();
    if (isError || data === undefined) return;
    const added = data.pages.at(-1)?.events ?? [];
    address.keepPages(data.pages.length);
    setSaid(`${counted(added.length, "more event")}, ${rows.length + added.length} in all.`);
    focusOn(added[0]?.id ?? "");
  };
  return { said, isNewOpen, newer, older } as const;
}
