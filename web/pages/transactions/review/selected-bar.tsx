import { X } from "lucide-react";
import { Button } from "../../../components/button.tsx";
import { counted } from "../../../counted.ts";
import { sumOf } from "../sums.ts";
import type { OneItem } from "./item.ts";

type SelectedBarProps = {
  readonly items: readonly OneItem[];
  readonly onAccept: (item: OneItem) => void;
  readonly onPick: (item: OneItem) => void;
  readonly onClear: () => void;
};

/** Number, sum and actions of the selected transactions. */
export function SelectedBar({ items, onAccept, onPick, onClear }: SelectedBarProps) {
  const [first] = items;
  const suggested = items.filter(({ row }) => row.suggested !== null).length;
  if (first === undefined) return null;
  return (
    <section
      aria-label="Selected transactions"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1"
    >
      <output className="font-semibold">
        {counted(items.length, "transaction")} selected
        <span className="font-normal text-ink2"> · {sumOf(items.map(({ row }) => row))}</span>
      </output>
      <div className="flex flex-wrap items-center gap-2 sm:ms-auto">
        {suggested === 0 ? null : (
          <Button aria-keyshortcuts="A" onClick={() => onAccept(first)}>
            Accept {counted(suggested, "suggestion")}
          </Button>
        )}
        <Button aria-keyshortcuts="C" onClick={() => onPick(first)}>
          Category…
        </Button>
        <Button aria-keyshortcuts="Escape" kind="quiet" onClick={onClear}>
          <X aria-hidden size={16} strokeWidth={1.5} />
          Clear selection
        </Button>
      </div>
    </section>
  );
}
