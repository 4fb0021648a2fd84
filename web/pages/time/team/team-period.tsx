import { useState } from "react";
import { DayField } from "../../../form/day-field.tsx";
import { looseField } from "../../../form/field.ts";
import { SelectField } from "../../../form/select-field.tsx";
import type { Range } from "../../reports/ranges.ts";
import { type Kind, rangeKind, wholeOf } from "./team-range.ts";

type TeamPeriodProps = {
  readonly range: Range;
  readonly today: string;
  readonly onChange: (range: Range) => void;
};

const KINDS = [
  { value: "day", label: "Day" },
  { value: "week", label: "Week" },
  { value: "month", label: "Month" },
  { value: "period", label: "Other days" },
] as const;

/** Day that cannot be shown, such as a first one after the last. */
type Wrong = { readonly name: "from" | "to"; readonly problem: string };

/** Chooses a length, or any two days. */
export function TeamPeriod({ range, today, onChange }: TeamPeriodProps) {
  const [isOwn, setOwn] = useState(false);
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const { from, to } = range;
  const kind = isOwn ? "period" : rangeKind(range);
  const choose = (kind: Kind) => {
    setOwn(kind === "period");
    // Today, where the shown days have it: otherwise their first.
    const day = from <= today && today <= to ? today : from;
    if (kind !== "period") onChange(wholeOf(kind, day));
  };
  const dayField = (name: "from" | "to") => ({
    ...looseField<string | null>(name, range[name], (day) => {
      setWrong(null);
      if (day !== null) onChange({ ...range, [name]: day });
    }),
    refuse: (problem: string) => setWrong({ name, problem }),
    problem: wrong?.name === name ? wrong.problem : null,
  });
  return (
    <div className="grid gap-3">
      <div className="w-36">
        <SelectField
          field={looseField<Kind>("kind", kind, choose)}
          isLabelHidden
          label="Period"
          options={[...KINDS]}
        />
      </div>
      {kind === "period" ? (
        <div className="flex flex-wrap gap-4">
          <DayField field={dayField("from")} label="First day" max={to} />
          <DayField field={dayField("to")} label="Last day" min={from} />
        </div>
      ) : null}
    </div>
  );
}
