import { ListFilter } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { readPlainNumber } from "../../src/shared/plain-number.ts";
import { Button } from "../components/button.tsx";
import { ComboboxField } from "../form/combobox-field.tsx";
import { DayField } from "../form/day-field.tsx";
import { looseField } from "../form/field.ts";
import { SelectField } from "../form/select-field.tsx";
import { TextField } from "../form/text-field.tsx";
import { useTeam } from "../team.tsx";
import {
  type Filter,
  filterChoices,
  type FilterValues,
  type LoadedChoices,
  type SearchField,
  withValue,
} from "./filters.ts";
import { SearchInput } from "./search-input.tsx";

type FilterBarProps = {
  readonly label: string;
  readonly search: SearchField | undefined;
  readonly filters: readonly Filter[];
  readonly values: FilterValues;
  readonly loaded: LoadedChoices;
  readonly onChange: (values: FilterValues) => void;
  readonly onSearch: (q: string) => void;
  readonly order: ReactNode;
};

/** Widths of one and of two filters, which need not be as wide as the list. */
const LOOSE_WIDTHS: Readonly<Record<number, string>> = { 1: "md:max-w-72", 2: "md:max-w-settings" };

/**
 * Search and filters. Narrow screens fold the filters under a button with their number, wide screens only
 * the rare ones.
 */
export function FilterBar(props: FilterBarProps) {
  const { label, search, filters, values, loaded, order, ...on } = props;
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const hasRare = filters.some(({ isRare }) => isRare === true);
  const shown = filters.filter(
    ({ isByLink, name }) => isByLink !== true || values[name] !== undefined,
  );
  const isOrderFolded = search !== undefined && filters.length > 0;
  const count = filters.filter(({ name }) => values[name] !== undefined).length;
  return (
    <search
      aria-label={label}
      className={`grid gap-3 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:items-end md:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] ${search === undefined ? (LOOSE_WIDTHS[filters.length] ?? "") : ""}`}
    >
      {search === undefined ? null : (
        <div className={`md:col-span-2 ${isOrderFolded ? "" : "max-md:col-span-2"}`}>
          <SearchInput field={search} onSearch={on.onSearch} q={values["q"] ?? ""} />
        </div>
      )}
      <div
        className={`flex gap-3 empty:hidden md:order-last md:self-end ${isOrderFolded ? "" : "max-md:col-span-2"} ${hasRare ? "" : "md:hidden"}`}
      >
        {filters.length === 0 ? null : (
          <Button
            aria-controls={id}
            aria-expanded={isOpen}
            id={FILTERS_BUTTON}
            onClick={() => setIsOpen(!isOpen)}
          >
            <ListFilter aria-hidden size={16} strokeWidth={1.5} />
            <span className="md:hidden">{count === 0 ? "Filters" : `Filters (${count})`}</span>
            <span className="max-md:hidden">{isOpen ? "Fewer filters" : "More filters"}</span>
          </Button>
        )}
        {isOrderFolded ? null : order}
      </div>
      <div className={`${isOpen ? "grid" : "hidden"} gap-3 max-md:col-span-2 md:contents`} id={id}>
        {isOrderFolded ? order : null}
        {shown.map((filter) => (
          <div
            className={
              filter.isRare === true && !isOpen && values[filter.name] === undefined
                ? "md:hidden"
                : "min-w-0"
            }
            key={filter.name}
          >
            <Control
              filter={filter}
              loaded={loaded}
              onChange={(value) => on.onChange(withValue(values, filter.name, value))}
              value={values[filter.name]}
            />
          </div>
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
        known={filterChoices(filter, loaded, value)}
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
      options={[{ value: "", label: filter.all }, ...filterChoices(filter, loaded, value)]}
    />
  );
}

type AmountFilterProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

type Typed = {
  readonly value: string;
  readonly text: string;
  readonly problem: string | null;
};

/** Applies an amount on blur or Enter. A text that is no amount stays, with the reason. */
function AmountFilter({ name, label, value, onChange }: AmountFilterProps) {
  const asSet: Typed = { value, text: value, problem: null };
  const [typed, setTyped] = useState(asSet);
  if (typed.value !== value) setTyped(asSet);
  const settle = () => {
    const read = readPlainNumber(typed.text, { decimals: 4, min: 0, max: 999_999_999_999 });
    if (read.state === "refused") {
      setTyped({ ...typed, problem: read.why });
      return;
    }
    const next = read.state === "read" ? String(read.value) : "";
    if (next === value) setTyped(asSet);
    else onChange(next);
  };
  return (
    // Keys and focus of the control within arrive here.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      onBlur={settle}
      onKeyDown={({ key }) => {
        if (key === "Enter") settle();
      }}
    >
      <TextField
        autoComplete="off"
        field={{
          ...looseField<string | null>(name, typed.text, (text) =>
            setTyped({ value, text: text ?? "", problem: null }),
          ),
          problem: typed.problem,
        }}
        inputMode="decimal"
        isOptional
        label={label}
      />
    </div>
  );
}

const FILTERS_BUTTON = "filters";

export function focusFilter(name: string): void {
  const control = document.getElementById(name);
  const isSeen = control?.checkVisibility() === true;
  (isSeen ? control : document.getElementById(FILTERS_BUTTON))?.focus();
}
