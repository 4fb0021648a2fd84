import { ListFilter } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "../components/button.tsx";
import { ComboboxField } from "../form/combobox-field.tsx";
import { DayField } from "../form/day-field.tsx";
import { looseField } from "../form/field.ts";
import { SelectField } from "../form/select-field.tsx";
import { useTeam } from "../team.tsx";
import { AmountFilter } from "./amount-filter.tsx";
import { FILTERS_BUTTON } from "./filter-focus.ts";
import {
  choicesOf,
  type Filter,
  type FilterValues,
  type LoadedChoices,
  withValue,
} from "./filters.ts";
import { SearchInput } from "./search-input.tsx";
import type { SearchField } from "./search.ts";

type FilterBarProps = {
  /** Accessible name: `Filter the activity`. */
  readonly label: string;
  readonly search: SearchField | undefined;
  readonly filters: readonly Filter[];
  readonly values: FilterValues;
  readonly loaded: LoadedChoices;
  readonly onChange: (values: FilterValues) => void;
  readonly onSearch: (q: string) => void;
};

/** The search, and controls of the filters. Narrow screens fold these under a button with their number. */
export function FilterBar({ label, search, filters, values, loaded, ...on }: FilterBarProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const count = filters.filter(({ name }) => values[name] !== undefined).length;
  return (
    <search
      aria-label={label}
      className="grid gap-3 md:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]"
    >
      {search === undefined ? null : (
        <div className="md:col-span-2">
          <SearchInput field={search} onSearch={on.onSearch} q={values["q"] ?? ""} />
        </div>
      )}
      {filters.length === 0 ? null : (
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
      )}
      <div className={`${isOpen ? "grid" : "hidden"} gap-3 md:contents`} id={id}>
        {filters.map((filter) => (
          <Control
            filter={filter}
            key={filter.name}
            loaded={loaded}
            onChange={(value) => on.onChange(withValue(values, filter.name, value))}
            value={values[filter.name]}
          />
        ))}
      </div>
    </search>
  );
}

type ControlProps = {
  readonly filter: Filter;
  readonly loaded: LoadedChoices;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
};

function Control({ filter, loaded, value, onChange }: ControlProps) {
  const { id: team } = useTeam();
  const { name, label } = filter;
  if (filter.kind === "day") {
    const field = looseField<string | null>(name, value ?? null, (day) => onChange(day ?? ""));
    return <DayField field={field} isOptional label={label} />;
  }
  if (filter.kind === "amount")
    return <AmountFilter label={label} name={name} onChange={onChange} value={value ?? ""} />;
  if (filter.kind === "record") {
    const field = looseField<string | null | undefined>(name, value ?? null, (id) =>
      onChange(id ?? ""),
    );
    return (
      <ComboboxField
        field={field}
        isOptional
        known={choicesOf(filter, loaded, value)}
        label={label}
        nothing={filter.nothing}
        placeholder={filter.all}
        search={filter.search(team)}
      />
    );
  }
  return (
    <SelectField
      field={looseField<string>(name, value ?? "", onChange)}
      label={label}
      options={[{ value: "", label: filter.all }, ...choicesOf(filter, loaded, value)]}
    />
  );
}
