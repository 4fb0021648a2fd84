import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { DayField } from "../../form/day-field.tsx";
import { type Field, looseField } from "../../form/field.ts";
import { SelectField } from "../../form/select-field.tsx";
import type { ReportName } from "../../reports.ts";
import { RANGE_PRESETS, rangePreset, type Range, rangeText } from "./ranges.ts";

type Compare = "previous" | "year";

type PeriodProps = {
  readonly name: ReportName;
  readonly range: Range;
  readonly compare: Compare | undefined;
  readonly books: { readonly today: string; readonly fiscalYearStart: string };
};

const OWN = "own";

/** Chooses the range and the one to compare with. Both stand in the address. */
export function Period({ name, range, compare, books }: PeriodProps) {
  const navigate = useNavigate();
  const preset = rangePreset(range, books);
  const [isOwn, setOwn] = useState(preset === null);
  const go = (next: Range, compare: Compare | undefined) =>
    void navigate({
      to: "/reports/$name",
      params: { name },
      search: { ...next, ...(compare === undefined ? {} : { compare }) },
      resetScroll: false,
    });
  const choose = (value: string) => {
    const chosen = RANGE_PRESETS.find((preset) => preset.value === value);
    setOwn(chosen === undefined);
    if (chosen !== undefined) go(chosen.rangeOf(books), compare);
  };
  return (
    <search aria-label="Range of the report" className="grid content-start gap-4 print:hidden">
      <div className="grid gap-x-4 gap-y-3 sm:grid-cols-[14rem_16rem]">
        <SelectField<string>
          field={looseField<string>("range", isOwn ? OWN : (preset ?? OWN), choose)}
          label="Range"
          options={[
            ...RANGE_PRESETS.map(({ value, label }) => ({ value, label })),
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
        <OwnDays onChoose={(days) => go(days, compare)} range={range} />
      ) : null}
    </search>
  );
}

type OwnDaysProps = { readonly range: Range; readonly onChoose: (days: Range) => void };

type End = keyof Range;

/** Two days of the person's choice. Typed days stay while they make no range. */
function OwnDays({ range, onChoose }: OwnDaysProps) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(range));
  const isMoved = draft.of.from !== range.from || draft.of.to !== range.to;
  if (isMoved) setDraft(draftOf(range));
  const { days, refused } = draft;
  const choose = (end: End, day: string) => {
    const next = { ...days, [end]: day };
    const isWrong = next.from > next.to;
    const words = `From is after To. The figures are still of ${rangeText(range)}.`;
    const refused = isWrong ? { end, words, isShown: true } : null;
    setDraft({ of: range, days: next, refused });
    if (!isWrong) onChoose(next);
  };
  const fieldOf = (end: End): Field<string> => ({
    ...looseField<string>(end, days[end], (day) => choose(end, day)),
    problem: refused?.end === end && refused.isShown ? refused.words : null,
    refuse: (words) => setDraft({ ...draft, refused: { end, words, isShown: false } }),
    leave: () =>
      setDraft((draft) => ({
        ...draft,
        refused: draft.refused && { ...draft.refused, isShown: true },
      })),
  });
  return (
    <fieldset className="grid max-w-120 gap-1">
      <legend className="sr-only">Days</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <DayField field={fieldOf("from")} label="From" />
        <DayField field={fieldOf("to")} label="To, inclusive" />
      </div>
    </fieldset>
  );
}

type Draft = {
  readonly of: Range;
  readonly days: Range;
  /** Reason for which the days are no range, told beside `end`. */
  readonly refused: {
    readonly end: End;
    readonly words: string;
    readonly isShown: boolean;
  } | null;
};

function draftOf(range: Range): Draft {
  return { of: range, days: range, refused: null };
}
