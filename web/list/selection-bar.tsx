import { X } from "lucide-react";
import { Button } from "../components/button.tsx";
import { counted } from "../numbers.ts";
import type { ListWords, Selection, Totals } from "./list.ts";
import type { UsedSelection } from "./use-selection.ts";

type SelectionBarProps<Row> = {
  readonly selection: Selection<Row>;
  readonly used: UsedSelection<Row>;
  readonly words: ListWords;
  readonly totals: Totals | null;
  readonly loadedCount: number;
  readonly onClear: () => void;
};

/** Number, sum and actions of the selected rows, in place of the filters, so that no row moves. */
export function SelectionBar<Row>({
  selection: { sumOf, Actions },
  used: { chosen, selected, head, onAll, onHead },
  words,
  totals,
  loadedCount,
  onClear,
}: SelectionBarProps<Row>) {
  const { count, rows } = selected;
  const all = totals?.count ?? 0;
  const isMore = head === "all" && !chosen.isAll && all > loadedCount;
  return (
    <section
      aria-label={`Selected ${words.many}`}
      className="sticky top-0 z-20 -mx-2 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 bg-canvas px-2 py-1 sm:-mt-15 sm:min-h-13"
    >
      <output className="font-semibold">
        {chosen.isAll
          ? `All ${count.toLocaleString("en-GB")} matching ${words.many} selected`
          : `${counted(count, words.one, words.many)} selected`}
        {sumOf === undefined || chosen.isAll ? null : (
          <span className="font-normal text-ink2"> · {sumOf(rows)}</span>
        )}
      </output>
      {head === "all" ? null : (
        <span className="sm:hidden">
          <Button kind="quiet" onClick={onHead}>
            Select {loadedCount} loaded
          </Button>
        </span>
      )}
      {isMore ? (
        <Button kind="quiet" onClick={onAll}>
          Select all {all.toLocaleString("en-GB")} matching
        </Button>
      ) : null}
      <div className="flex flex-wrap items-center gap-2 sm:ms-auto">
        <Actions selected={selected} />
        <Button aria-keyshortcuts="Escape" kind="quiet" onClick={onClear}>
          <X aria-hidden size={16} strokeWidth={1.5} />
          Clear selection
        </Button>
      </div>
    </section>
  );
}
