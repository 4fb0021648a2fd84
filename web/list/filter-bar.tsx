import { ListFilter } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../components/button.tsx";
import { SelectField, TextField } from "../components/fields.tsx";
import { FILTERS_BUTTON } from "./filter-focus.ts";
import {
  choicesOf,
  type Filter,
  type FilterValues,
  isDay,
  type LoadedChoices,
  withValue,
} from "./filters.ts";

type FilterBarProps = {
  /** Accessible name: `Filter the activity`. */
  readonly label: string;
  readonly filters: readonly Filter[];
  readonly values: FilterValues;
  readonly loaded: LoadedChoices;
  readonly onChange: (values: FilterValues) => void;
};

/** Controls of the filters. Narrow screens fold them under a button with their number. */
export function FilterBar({ label, filters, values, loaded, onChange }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const count = Object.keys(values).length;
  return (
    <search aria-label={label} className="grid gap-3">
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
        className={`${isOpen ? "grid" : "hidden"} gap-3 md:grid md:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]`}
        id={id}
      >
        {filters.map((filter) => (
          <Control
            filter={filter}
            key={filter.name}
            loaded={loaded}
            onChange={(value) => onChange(withValue(values, filter.name, value))}
            value={values[filter.name]}
          />
        ))}
      </div>
    </search>
  );
}

type ControlProps<F extends Filter = Filter> = {
  readonly filter: F;
  readonly loaded: LoadedChoices;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
};

function Control({ filter, loaded, value, onChange }: ControlProps) {
  if (filter.kind === "day")
    return (
      <DayField label={filter.label} name={filter.name} onChange={onChange} value={value ?? ""} />
    );
  return (
    <SelectField
      label={filter.label}
      name={filter.name}
      onChange={(event) => onChange(event.target.value)}
      options={[{ value: "", label: filter.all }, ...choicesOf(filter, loaded, value)]}
      value={value ?? ""}
    />
  );
}

type DayFieldProps = {
  readonly name: string;
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
