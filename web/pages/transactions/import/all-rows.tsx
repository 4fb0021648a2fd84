import { useId } from "react";
import { counted } from "../../../numbers.ts";
import { type Decisions, isPlanned } from "./decisions.ts";
import type { Action } from "./plan-words.ts";
import type { PlannedRow } from "./sent-file.ts";

type AllRowsProps = {
  readonly count: number;
  readonly decisions: Decisions;
  readonly of: { readonly action: Action; readonly rows: readonly PlannedRow[] };
  readonly onAll: (of: AllRowsProps["of"], isTaken: boolean) => void;
};

/** One box for all rows of an action, also for those that the preview does not list. */
export function AllRows({ count, decisions, of, onAll }: AllRowsProps) {
  const id = useId();
  if (count < 2 || of.action === "duplicate") return null;
  const changed = of.rows.filter(({ at }) => decisions.ticks.has(at)).length;
  return (
    <label
      className="flex min-h-6 cursor-pointer items-center max-sm:min-h-11 gap-2 font-medium"
      htmlFor={id}
    >
      <input
        checked={isPlanned(of.action, decisions)}
        className="size-4 accent-accent"
        id={id}
        onChange={({ target }) => onAll(of, target.checked)}
        type="checkbox"
      />
      Import all {count.toLocaleString("en-GB")}
      {changed === 0 ? "" : `, but for ${counted(changed, "row")} changed below`}
    </label>
  );
}
