import { X } from "lucide-react";
import { Button } from "../../../components/button.tsx";
import { counted } from "../../../numbers.ts";
import { rowSum } from "../sums.ts";
import type { Selecting } from "./use-selecting.ts";

type SelectedBarProps = {
  readonly selecting: Selecting;
  readonly onAccept: () => void;
  readonly onPick: () => void;
  readonly onClear: () => void;
};

/**
 * Number, sum and actions of the selected transactions. From 640 px on it stands in the place of the page's
 * lead, so that no row moves.
 */
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
