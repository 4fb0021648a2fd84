import { useNavigate, useSearch } from "@tanstack/react-router";
import { looseField } from "../../../form/field.ts";
import { SelectField } from "../../../form/select-field.tsx";
import type { Rates } from "./source.tsx";

export type OwnFilters = {
  readonly currency: string | null;
  readonly year: string | null;
  readonly set: (name: "currency" | "year", value: string | null) => void;
  readonly clear: () => void;
};

/** Filters of the own rates, kept in the address. */
export function useOwnFilters(): OwnFilters {
  const { currency = "", year = "" } = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (values: Readonly<Record<string, string | null>>) =>
    void navigate({
      to: ".",
      search: (old: Readonly<Record<string, string | undefined>>) =>
        Object.fromEntries(
          Object.entries({ ...old, ...values }).flatMap(([name, value]) =>
            value === null ? [] : [[name, value ?? ""]],
          ),
        ),
      hash: true,
      replace: true,
      resetScroll: false,
    });
  return {
    currency: /^[A-Z]{3}$/.test(currency) ? currency : null,
    year: /^(19|2\d)\d\d$/.test(year) ? year : null,
    set: (name, value) => change({ [name]: value }),
    clear: () => change({ currency: null, year: null }),
  };
}

/** `USD and 2024`, for what is filtered by. */
export function filterWords({ currency, year }: OwnFilters): string {
  return [currency, year].filter((one) => one !== null).join(" and ");
}

/** Number of the team's rates that the filters leave; null where it is not known by year. */
export function ownCount(
  known: Rates["own"],
  { currency, year }: Pick<OwnFilters, "currency" | "year">,
): number | null {
  if (year !== null) return null;
  return known
    .filter((one) => currency === null || one.currency === currency)
    .reduce((sum, { count }) => sum + count, 0);
}

/** Filters as the route takes them. */
export function ownFilterInput({ currency, year }: OwnFilters) {
  return {
    ...(currency === null ? {} : { currency }),
    ...(year === null ? {} : { from: `${year}-01-01`, to: `${year}-12-31` }),
  };
}

/** Rows from which filters are worth their place. */
const MANY = 10;

type OwnFilterBarProps = { readonly known: Rates["own"]; readonly filters: OwnFilters };

export function OwnFilterBar({ known, filters }: OwnFilterBarProps) {
  const { currency, year, set } = filters;
  const count = known.reduce((sum, one) => sum + one.count, 0);
  if (count < MANY && currency === null && year === null) return null;
  return (
    <fieldset aria-label="Filters" className="grid grid-cols-2 gap-3 sm:flex sm:*:w-40">
      <SelectField
        field={looseField<string | null>("own-currency", currency, (one) => set("currency", one))}
        isLabelHidden
        label="Currency of the rates"
        options={[
          { value: null, label: "All currencies" },
          ...known.map((one) => ({ value: one.currency, label: one.currency })),
        ]}
      />
      <SelectField
        field={looseField<string | null>("own-year", year, (one) => set("year", one))}
        isLabelHidden
        label="Year of the rates"
        options={[
          { value: null, label: "All years" },
          ...yearsOf(known).map((one) => ({ value: one, label: one })),
        ]}
      />
    </fieldset>
  );
}

/** Years from the newest rate back to the oldest. */
function yearsOf(known: Rates["own"]): readonly string[] {
  const years = known.flatMap(({ from, to }) => [from, to].map((day) => Number(day.slice(0, 4))));
  if (years.length === 0) return [];
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return Array.from({ length: last - first + 1 }, (_, back) => String(last - back));
}
