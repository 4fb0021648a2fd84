import { X } from "lucide-react";
import { Button } from "../components/button.tsx";
import type { Chip } from "./filters.ts";

type ChipsProps = {
  readonly chips: readonly Chip[];
  readonly onRemove: (name: string) => void;
  readonly onClear: () => void;
};

/** The active filters, each with a button that removes it. */
export function Chips({ chips, onRemove, onClear }: ChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Filters that are set" className="flex flex-wrap items-center gap-2">
      {chips.map(({ name, label, value }) => (
        <li key={name}>
          <button
            className="flex min-h-11 cursor-pointer items-center gap-1.5 rounded-control border border-edge bg-surface px-2 hover:bg-hover sm:min-h-8"
            onClick={() => onRemove(name)}
            type="button"
          >
            <span className="sr-only">Remove the filter </span>
            <span className="text-ink2">{label}: </span>
            <bdi className="font-medium">{value}</bdi>
            <X aria-hidden className="shrink-0 text-ink2" size={16} strokeWidth={1.5} />
          </button>
        </li>
      ))}
      <li>
        <Button kind="quiet" onClick={onClear}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}
