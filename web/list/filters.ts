import { isDay, shortDay } from "../dates.ts";
import type { Search as RecordSearch } from "../form/choosable.ts";

export type Choice = { readonly value: string; readonly label: string };

/** Filter of a list. Its name is a query parameter of the address and of the route. */
export type Filter<Name extends string = string> = {
  readonly name: Name;
  readonly label: string;
  /** Folded under "More filters" on wide screens too, unless it is set. */
  readonly isRare?: true;
  /** Set only by links of other pages, and shown while it is set. */
  readonly isByLink?: true;
} & (
  | { readonly kind: "day" }
  /** Amount in major units of any currency. */
  | { readonly kind: "amount" }
  | { readonly kind: "choice"; readonly all: string; readonly choices: readonly Choice[] }
  /**
   * `unknown` is the text of a chosen value that is not among the loaded choices; by default the value
   * itself.
   */
  | { readonly kind: "loaded choice"; readonly all: string; readonly unknown?: string }
  /** Record that is searched for. The loaded choices have the name of the chosen one. */
  | {
      readonly kind: "record";
      readonly all: string;
      readonly unknown?: string;
      readonly search: (team: string) => RecordSearch;
      readonly nothing: string;
    }
);

export type FilterValues = Readonly<Record<string, string>>;

/** By the filter's name; undefined until they are loaded. */
export type LoadedChoices = Readonly<Record<string, readonly Choice[] | undefined>>;

type Search = Readonly<Record<string, string | undefined>>;

export function valuesIn(filters: readonly Filter[], search: Search): FilterValues {
  return Object.fromEntries(
    filters.flatMap((filter) => {
      const value = search[filter.name];
      return value !== undefined && isValid(filter, value) ? [[filter.name, value]] : [];
    }),
  );
}

function isValid(filter: Filter, value: string): boolean {
  if (filter.kind === "day") return isDay(value);
  if (filter.kind === "amount") return /^\d{1,12}(\.\d{1,4})?$/.test(value);
  return filter.kind === "choice"
    ? filter.choices.some((choice) => choice.value === value)
    : value !== "";
}

/** An empty value removes the filter. */
export function withValue(values: FilterValues, name: string, value: string): FilterValues {
  const rest = Object.entries(values).filter(([other]) => other !== name);
  return Object.fromEntries(value === "" ? rest : [...rest, [name, value]]);
}

/**
 * Choices of a filter. A chosen value that is not among them is added: as "…" until they are loaded.
 */
export function filterChoices(
  filter: Exclude<Filter, { kind: "day" | "amount" }>,
  loaded: LoadedChoices,
  chosen: string | undefined,
): readonly Choice[] {
  if (filter.kind === "choice") return filter.choices;
  const choices = loaded[filter.name];
  if (chosen === undefined || choices?.some(({ value }) => value === chosen) === true)
    return choices ?? [];
  return [
    ...(choices ?? []),
    { value: chosen, label: choices === undefined ? "…" : (filter.unknown ?? chosen) },
  ];
}

export type Chip = { readonly name: string; readonly label: string; readonly value: string };

export function chipsOf(
  filters: readonly Filter[],
  values: FilterValues,
  loaded: LoadedChoices,
): readonly Chip[] {
  return filters.flatMap((filter) => {
    const value = values[filter.name];
    if (value === undefined) return [];
    const { name, label } = filter;
    return [{ name, label, value: saidOf(filter, value, loaded) }];
  });
}

function saidOf(filter: Filter, value: string, loaded: LoadedChoices): string {
  if (filter.kind === "day") return shortDay(value);
  if (filter.kind === "amount") return Number(value).toLocaleString("en-GB");
  const choices = filterChoices(filter, loaded, value);
  return choices.find((choice) => choice.value === value)?.label ?? value;
}

export function oneOf<T extends string>(
  choices: readonly T[],
  text: string | undefined,
): T | undefined {
  return choices.find((choice) => choice === text);
}

/** Search field of a list. The route searches by `q`. */
export type SearchField = {
  readonly label: string;
  /** Placeholder on narrow screens, where a longer label would be cut. */
  readonly brief?: string;
};

export function searchIn(
  field: SearchField | undefined,
  { q }: Readonly<Record<string, string | undefined>>,
): { readonly q?: string } {
  const text = q?.trim() ?? "";
  return field === undefined || text === "" ? {} : { q: text };
}

/** Text of the field, the search last seen in the address, and the search last sent. */
export type Typed = { readonly text: string; readonly seen: string; readonly sent: string };

/**
 * Follows the address. The field's own search keeps what is being typed; any other search replaces it.
 */
export function following(typed: Typed, q: string): Typed {
  if (typed.seen === q) return typed;
  return q === typed.sent ? { ...typed, seen: q } : { text: q, seen: q, sent: q };
}
