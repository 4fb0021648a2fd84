import { ChevronLeft, ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Button, IconButton } from "../../components/button.tsx";

type PeriodNavProps = {
  /** The shown days: `23 Nov 2026 to 29 Nov 2026`. */
  readonly days: string;
  /** Noun of the buttons' names: `week`. */
  readonly what: string;
  /** Name of the button that leads to now: `This week`. */
  readonly now: string;
  /** Goes some periods on or back; null goes to now. */
  readonly onGo: (periods: number | null) => void;
  /** Total of the days. */
  readonly sum?: ReactNode;
  /** Stands at the end of the line. */
  readonly children?: ReactNode;
};

/** The shown days between buttons that lead to those before and after. */
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
