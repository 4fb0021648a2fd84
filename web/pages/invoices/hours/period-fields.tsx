import { useState } from "react";
import { dayRange } from "../../../dates.ts";
import { DayField, DayRangeField } from "../../../form/day-field.tsx";
import { type Field, looseField } from "../../../form/field.ts";
import { SelectField } from "../../../form/select-field.tsx";
import { months, type Range } from "../../reports/ranges.ts";

/** Before all tracked time. An invoice has the first and the last day of its hours, not this one. */
const EARLIEST = "2000-01-01";

const KINDS = [
  { value: "last month", label: "Last month" },
  { value: "this month", label: "This month" },
  { value: "until", label: "All until a day" },
  { value: "days", label: "Other days" },
] as const;

type Kind = (typeof KINDS)[number]["value"];

type DayOf = Field<string | undefined, string>;

type PeriodFieldsProps = {
  readonly from: DayOf;
  readonly to: DayOf;
  readonly today: string;
  /** Runs after other days were chosen. */
  readonly onChange: () => void;
};

/** Days of the hours: a month, all until a day, or any days. */
export function PeriodFields({ today, onChange, ...fields }: PeriodFieldsProps) {
  const [isOwn, setIsOwn] = useState(false);
  const from = changing(fields.from, onChange);
  const to = changing(fields.to, onChange);
  const range = { from: from.value ?? "", to: to.value ?? "" };
  const kind = isOwn ? "days" : kindOf(range, today);
  const choose = (kind: Kind) => {
    setIsOwn(kind === "days");
    const next = rangeOf(kind, range, today);
    from.set(next.from);
    to.set(next.to);
  };
  return (
    <div className="grid gap-3">
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          field={looseField<Kind>("hours-period", kind, choose)}
          hint={kind.endsWith("month") ? dayRange(range.from, range.to) : undefined}
          label="Period"
          options={[...KINDS]}
        />
        {kind === "until" ? <DayField field={to} label="Until, inclusive" max={today} /> : null}
      </div>
      {kind === "days" ? <DayRangeField from={from} label="Days" to={to} /> : null}
    </div>
  );
}

/** All hours until the same day. */
export function allUntil({ to }: Range): Range {
  return { from: EARLIEST, to };
}

function changing(field: DayOf, onChange: () => void): DayOf {
  return {
    ...field,
    set: (day) => {
      field.set(day);
      onChange();
    },
  };
}

function kindOf(range: Range, today: string): Kind {
  if (range.from === EARLIEST) return "until";
  const isMonth = (after: number) => {
    const { from, to } = months(today, after, 1);
    return from === range.from && to === range.to;
  };
  return isMonth(-1) ? "last month" : isMonth(0) ? "this month" : "days";
}

function rangeOf(kind: Kind, range: Range, today: string): Range {
  if (kind === "last month") return months(today, -1, 1);
  if (kind === "this month") return months(today, 0, 1);
  if (kind === "until") return allUntil({ ...range, to: today });
  return range.from === EARLIEST ? { ...range, from: months(today, -1, 1).from } : range;
}
