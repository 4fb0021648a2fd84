import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button, IconButton } from "../../components/button.tsx";
import { type KeyHint, KeyHints } from "../../components/key-hints.tsx";
import { isInDialog, isTyping, useKeyDown } from "../../keyboard.ts";
import { areSingleKeysOn } from "../../preferences.ts";

type PeriodNavProps = {
  readonly days: string;
  /** Noun of the buttons' names: `week`. */
  readonly what: string;
  /** Name of the button that leads to now: `This week`. */
  readonly now: string;
  /** Null goes to now. */
  readonly onGo: (periods: number | null) => void;
  readonly sum?: ReactNode;
  readonly children?: ReactNode;
};

export function PeriodNav({ days, what, now, onGo, sum = null, children }: PeriodNavProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <div className="-ms-2 flex min-w-0 flex-wrap items-center gap-x-1 max-sm:-ms-3">
        <IconButton
          aria-keyshortcuts="Alt+ArrowLeft"
          label={`Previous ${what}`}
          onClick={() => onGo(-1)}
          title={`Previous ${what} (Alt ←)`}
        >
          <ChevronLeft aria-hidden size={20} strokeWidth={1.5} />
        </IconButton>
        <output className="min-w-0 font-medium">{days}</output>
        <IconButton
          aria-keyshortcuts="Alt+ArrowRight"
          label={`Next ${what}`}
          onClick={() => onGo(1)}
          title={`Next ${what} (Alt →)`}
        >
          <ChevronRight aria-hidden size={20} strokeWidth={1.5} />
        </IconButton>
        <Button aria-keyshortcuts="T" kind="quiet" onClick={() => onGo(null)} title={`${now} (T)`}>
          {now}
        </Button>
      </div>
      <div className="flex flex-wrap items-center gap-x-4">
        {sum === null ? null : <p className="font-semibold">Total {sum}</p>}
        {children}
      </div>
    </div>
  );
}

const NONE: readonly KeyHint[] = [];

type PeriodKeysProps = {
  readonly what: string;
  readonly now: string;
  readonly keys?: readonly KeyHint[];
};

/** Hints for a page's keys, and for those of `usePeriodKeys`. */
export function PeriodKeys({ what, now, keys = NONE }: PeriodKeysProps) {
  const others = [
    ["Alt ← →", `another ${what}`],
    ["T", now.toLowerCase()],
    ["?", "all keys"],
  ] as const;
  return <KeyHints keys={[...keys, ...others]} />;
}

/** Alt with ← or → goes a period back or on. T goes to today: `steps` is null then. */
export function usePeriodKeys(go: (steps: number | null) => void): void {
  useKeyDown((event) => {
    if (event.ctrlKey || event.metaKey || isInDialog()) return;
    const steps = event.altKey ? { ArrowLeft: -1, ArrowRight: 1 }[event.key] : undefined;
    const isToday = event.key === "t" && !event.altKey && areSingleKeysOn();
    const isInText = isTyping(event.target) && !(event.target instanceof HTMLSelectElement);
    // Option with an arrow goes over a word of a text on macOS.
    if (isInText || (steps === undefined && (!isToday || isTyping(event.target)))) return;
    event.preventDefault();
    go(steps ?? null);
  });
}
