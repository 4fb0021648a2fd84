import { useState } from "react";
import {
  headOf,
  headPressed,
  isChosen,
  NONE,
  stretched,
  toggled,
} from "../../../list/selection.ts";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { isAcceptable, type OneItem } from "./item.ts";

export const SUGGESTIONS = "GET /api/teams/:team/review/suggestions";

export type Selecting = ReturnType<typeof useSelecting>;

/**
 * The selected transactions among those without a category.
 * @param waiting number of all of them, of which some are shown
 */
export function useSelecting(shown: readonly OneItem[], waiting: number) {
  const [chosen, setChosen] = useState(NONE);
  const keys = shown.map(({ key }) => key);
  const items = shown.filter(({ key }) => isChosen(chosen, key));
  const { isAll } = chosen;
  const all = useOfTeam(useTeam(), SUGGESTIONS, {}, { isAsked: isAll });
  return {
    /** The shown ones among them. */
    items,
    isAll,
    isEachShown: items.length > 0 && items.length === shown.length,
    waiting,
    count: isAll ? waiting : items.length,
    /** Number of suggestions that can be accepted; null until those of all are counted. */
    suggested: isAll ? (all.data?.count ?? null) : items.filter(isAcceptable).length,
    head: headOf(chosen, keys),
    onHead: () => setChosen(headPressed(chosen, keys)),
    /** Selects all that wait, and then again only those that are shown. */
    onAll: () => setChosen({ ...NONE, isAll: !isAll, keys: new Set(isAll ? keys : []) }),
    onToggle: (key: string, isRange: boolean) =>
      setChosen(isRange ? stretched(chosen, keys, key) : toggled(chosen, keys, key)),
    keepOnly: (some: readonly OneItem[]) =>
      setChosen({ ...NONE, keys: new Set(some.map(({ key }) => key)) }),
  } as const;
}
