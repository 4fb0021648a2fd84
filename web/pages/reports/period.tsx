import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { DayRangeField } from "../../form/day-range-field.tsx";
import { looseField } from "../../form/field.ts";
import { SelectField } from "../../form/select-field.tsx";
import type { ReportName } from "../../reports.ts";
import { PRESETS, presetOf, type Range } from "./ranges.ts";

type Compare = "previous" | "year";

type PeriodProps = {
  readonly name: ReportName;
  readonly range: Range;
  readonly compare: Compare | undefined;
  readonly books: { readonly today: string; readonly fiscalYearStart: string };
};

const OWN = "own";

/** Choice of the range and of what it is compared with; both stand in the address. */
export function Period({ name, range, compare, books }: PeriodProps) {
  const navigate = useNavigate();
  const preset = presetOf(range, books);
  const [isOwn, setOwn] = useState(preset === null);
  const go = (next: Range, compare: Compare | undefined) =>
    void navigate({
      to: "/reports/$name",
      params: { name },
      search: { ...next, ...(compare === undefined ? {} : { compare }) },
      resetScroll: false,
    });
  const choose = (value: string) => {
    const chosen = PRESETS.find((preset) => preset.value === value);
    setOwn(chosen === undefined);
    if (chosen !== undefined) go(chosen.rangeOf(books), compare);
  };
  const set = (next: Partial<Range>) => {
    const days = { ...range, ...next };
    if (days.from <= days.to) go(days, compare);
  };
  return (
    <search aria-label="Range of the report" className="grid gap-4 print:hidden">
      <div className="grid gap-4 sm:grid-cols-[14rem_16rem]">
        <SelectField<string>
          field={looseField<string>("range", isOwn ? OWN : (preset ?? OWN), choose)}
          label="Range"
          options={[
            ...PRESETS.map(({ value, label }) => ({ value, label })),
            { value: OWN, label: "Days of your choice" },
          ]}
        />
        <SelectField<string>
          field={looseField<string>("compare", compare ?? "", (value) =>
            go(range, value === "previous" || value === "year" ? value : undefined),
          )}
          label="Compare with"
          options={[
            { value: "", label: "Nothing" },
            { value: "previous", label: "The range before" },
            { value: "year", label: "The same days a year earlier" },
          ]}
        />
      </div>
      {isOwn || preset === null ? (
        <div className="max-w-120">
          <DayRangeField
            from={looseField<string | null>("from", range.from, (from) =>
              from === null ? undefined : set({ from }),
            )}
            label="Days"
            to={looseField<string | null>("to", range.to, (to) =>
              to === null ? undefined : set({ to }),
            )}
          />
        </div>
      ) : null}
    </search>
  );
}
