import { hours } from "../../numbers.ts";
import type { Entry } from "./entries/entry.ts";

type TimeSumProps = {
  readonly entries: readonly Pick<Entry, "seconds">[];
  readonly isRuled: boolean;
  /** Ends in line with the times of the entries. */
  readonly isInColumn?: true;
};

/** Sum of entries without the running timer. */
export function TimeSum({ entries, isRuled, isInColumn }: TimeSumProps) {
  const seconds = entries.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0);
  const isRunning = entries.some(({ seconds }) => seconds === null);
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className={isRuled ? "border-b-4 border-double border-accent" : ""}>
        {hours(seconds)}
      </span>
      <span
        className={`font-normal text-ink2 ${isInColumn === true ? "@min-[36rem]:inline-block @min-[36rem]:w-19 @min-[36rem]:ps-1" : ""}`}
      >
        {isRunning ? " + running" : null}
      </span>
    </span>
  );
}
