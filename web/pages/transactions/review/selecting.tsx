import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import {
  headOf,
  headPressed,
  isChosen,
  NONE,
  stretched,
  toggled,
} from "../../../list/selection.ts";
import { counted } from "../../../numbers.ts";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { rowSum } from "../sums.ts";
import { isAcceptable, type OneItem } from "./item.ts";

type SelectedBarProps = {
  readonly selecting: Selecting;
  readonly onAccept: () => void;
  readonly onPick: () => void;
  readonly onClear: () => void;
};

/** Bar of the selected transactions. From 640 px on it takes the place of the page's lead: no row moves. */
export function SelectedBar({ selecting, onAccept, onPick, onClear }: SelectedBarProps) {
  const { items, count, isAll, isEachShown, waiting, suggested, onAll } = selecting;
  const isMore = isEachShown && waiting > items.length;
  return (
    <section
      aria-label="Selected transactions"
      className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 py-0.5"
    >
      <output className="font-semibold">
        {isAll ? "All " : ""}
        {counted(count, "transaction")} selected
        {isAll ? null : (
          <span className="font-normal text-ink2"> · {rowSum(items.map(({ row }) => row))}</span>
        )}
      </output>
      {isMore || isAll ? (
        <span className="max-sm:order-3">
          <Button kind="quiet" onClick={onAll}>
            {isAll
              ? `Select only the ${items.length.toLocaleString("en-GB")} shown`
              : `Select all ${waiting.toLocaleString("en-GB")}`}
          </Button>
        </span>
      ) : null}
      <div className="flex flex-wrap items-center gap-2 max-sm:order-2 max-sm:basis-full sm:ms-auto">
        {suggested === 0 ? null : (
          <Button
            aria-keyshortcuts="A"
            isBusy={suggested === null}
            kind="primary"
            onClick={onAccept}
          >
            {suggested === null
              ? "Accept the suggestions"
              : `Accept ${counted(suggested, "suggestion")}`}
          </Button>
        )}
        <Button aria-keyshortcuts="C" onClick={onPick}>
          Category…
        </Button>
      </div>
      <span className="max-sm:order-1 max-sm:ms-auto">
        <Button aria-keyshortcuts="Escape" kind="quiet" onClick={onClear}>
          <X aria-hidden size={16} strokeWidth={1.5} />
          <span className="max-sm:sr-only">Clear selection</span>
        </Button>
      </span>
    </section>
  );
}

export const SUGGESTIONS = "GET /api/teams/:team/review/suggestions";

export type Selecting = ReturnType<typeof useSelecting>;

/**
 * Selects among the shown transactions without a category.
 * @param waiting number of all of them, hidden ones too
 */
export function useSelecting(shown: readonly OneItem[], waiting: number) {
  const [chosen, setChosen] = useState(NONE);
  const keys = shown.map(({ key }) => key);
  const items = shown.filter(({ key }) => isChosen(chosen, key));
  const { isAll } = chosen;
  const all = useOfTeam(useTeam(), SUGGESTIONS, {}, { isAsked: isAll });
  return {
    /** Only shown ones. */
    items,
    isAll,
    isEachShown: items.length > 0 && items.length === shown.length,
    waiting,
    count: isAll ? waiting : items.length,
    /** Number of suggestions that can be accepted; null until those of all are counted. */
    suggested: isAll ? (all.data?.count ?? null) : items.filter(isAcceptable).length,
    head: headOf(chosen, keys),
    onHead: () => setChosen(headPressed(chosen, keys)),
    /** Switches between all that wait and those that are shown. */
    onAll: () => setChosen({ ...NONE, isAll: !isAll, keys: new Set(isAll ? keys : []) }),
    onToggle: (key: string, isRange: boolean) =>
      setChosen(isRange ? stretched(chosen, keys, key) : toggled(chosen, keys, key)),
    keepOnly: (some: readonly OneItem[]) =>
      setChosen({ ...NONE, keys: new Set(some.map(({ key }) => key)) }),
  } as const;
}
