import { ListFilter } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../../../components/button.tsx";
import { SelectField, TextField } from "../../../components/fields.tsx";
import { FILTERS_BUTTON } from "./filter-focus.ts";
import type { Options } from "./filter-options.ts";
import { type Filter, type Filters, isDay, withFilter } from "./filters.ts";

type FilterBarProps = {
  readonly filters: Filters;
  readonly options: Options;
  readonly onChange: (filters: Filters) => void;
};

/** Controls of the filters. Narrow screens fold them under a button with their number. */
export function FilterBar({ filters, options, onChange }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const count = Object.keys(filters).length;
  const change = (filter: Filter) => (value: string) =>
    onChange(withFilter(filters, filter, value));
  return (
    <search aria-label="Filter the activity" className="grid gap-3">
      <div className="md:hidden">
        <Button
          aria-controls={id}
          aria-expanded={isOpen}
          id={FILTERS_BUTTON}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ListFilter aria-hidden size={16} strokeWidth={1.5} />
          {count === 0 ? "Filters" : `Filters (${count})`}
        </Button>
      </div>
      <div
        className={`${isOpen ? "grid" : "hidden"} gap-3 md:grid md:grid-cols-3 xl:grid-cols-6`}
        id={id}
      >
        {SELECTS.map(({ filter, label, all }) => (
          <SelectField
            key={filter}
            label={label}
            name={filter}
            onChange={(event) => change(filter)(event.target.value)}
            options={[{ value: "", label: all }, ...options[filter]]}
            value={filters[filter] ?? ""}
          />
        ))}
        <DayField label="From" name="from" onChange={change("from")} value={filters.from ?? ""} />
        <DayField label="To" name="to" onChange={change("to")} value={filters.to ?? ""} />
      </div>
    </search>
  );
}

const SELECTS = [
  { filter: "actor", label: "Person", all: "Anybody" },
  { filter: "credential", label: "Through", all: "Anything" },
  { filter: "subject", label: "About", all: "Everything" },
  { filter: "outcome", label: "Outcome", all: "Any" },
] as const;

type DayFieldProps = {
  readonly name: "from" | "to";
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
};

/** Date field that reports only whole days: browsers send partial years while typing. */
function DayField({ name, label, value, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState({ value, text: value });
  // Changed elsewhere: by Clear, a chip, or going back.
  if (typed.value !== value) setTyped({ value, text: value });
  return (
    <TextField
      label={label}
      name={name}
      onChange={({ target: { value: text } }) => {
        const isWhole = text === "" || isDay(text);
        setTyped({ value: isWhole ? text : value, text });
        if (isWhole) onChange(text);
      }}
      type="date"
      value={typed.text}
    />
  );
}
