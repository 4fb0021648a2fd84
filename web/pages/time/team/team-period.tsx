import { useState } from "react";
import { addDays, daysBetween, mondayOf } from "../../../../src/shared/calendar.ts";
import { isDay } from "../../../dates.ts";
import { DayField } from "../../../form/day-field.tsx";
import { looseField } from "../../../form/field.ts";
import { SelectField } from "../../../form/select-field.tsx";
import { months, type Range } from "../../reports/ranges.ts";

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

export function TeamPeriod({ range, today, onChange }: TeamPeriodProps) {
  const [isOwn, setOwn] = useState(false);
  const [wrong, setWrong] = useState<{ name: keyof Range; problem: string } | null>(null);
  const { from, to } = range;
  const kind = isOwn ? "period" : rangeKind(range);
  const choose = (kind: Kind) => {
    setOwn(kind === "period");
    // Today, where the shown days have it: otherwise their first.
    const day = from <= today && today <= to ? today : from;
    if (kind !== "period") onChange(wholeOf(kind, day));
  };
  const dayField = (name: keyof Range) => ({
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

type Kind = "day" | "week" | "month" | "period";

/** Range of an address; null unless it names two days. */
export function rangeOf({ from, to }: Readonly<Record<string, string | undefined>>): Range | null {
  if (from === undefined || to === undefined || !isDay(from) || !isDay(to)) return null;
  return from <= to ? { from, to } : null;
}

/** The whole day, week or month around a day. */
export function wholeOf(kind: Exclude<Kind, "period">, day: string): Range {
  if (kind === "day") return { from: day, to: day };
  if (kind === "month") return months(day, 0, 1);
  const from = mondayOf(day);
  return { from, to: addDays(from, 6) };
}

export function rangeKind(range: Range): Kind {
  const kinds = ["day", "week", "month"] as const;
  const found = kinds.find((kind) => {
    const { from, to } = wholeOf(kind, range.from);
    return from === range.from && to === range.to;
  });
  return found ?? "period";
}

/** The range so many of its own length later. */
export function movedBy(periods: number, range: Range): Range {
  if (rangeKind(range) === "month") return months(range.from, periods, 1);
  const days = periods * (daysBetween(range.from, range.to) + 1);
  return { from: addDays(range.from, days), to: addDays(range.to, days) };
}
