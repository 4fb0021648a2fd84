import type { Output } from "../../../api.ts";
import { shortDay } from "../list/days.ts";
import { type Filter, FILTERS, type Filters } from "./filters.ts";

type Choice = { readonly value: string; readonly label: string };

type ChoiceOf = Exclude<Filter, "from" | "to">;

/** Choices of the filters. */
export type Options = Readonly<Record<ChoiceOf, readonly Choice[]>>;

type Known = Output<"GET /api/teams/:team/activity/filters">;

/** The team's choices, and chosen values that are not among them. */
export function optionsOf(known: Known | undefined, filters: Filters): Options {
  const options: Options = {
    actor: known?.people.map(({ id, name }) => ({ value: id, label: name })) ?? [],
    credential: known?.credentials ?? [],
    subject: known?.subjects ?? [],
    outcome: OUTCOMES,
  };
  return {
    ...options,
    actor: withChosen(options.actor, filters.actor, known, "Somebody else"),
    credential: withChosen(options.credential, filters.credential, known, "A key or app"),
    subject: withChosen(options.subject, filters.subject, known, "Something else"),
  };
}

const OUTCOMES = [
  { value: "done", label: "Done" },
  { value: "refused", label: "Refused" },
] as const;

/** Adds a chosen value that is unknown, as "…" until the choices are loaded. */
function withChosen(
  choices: readonly Choice[],
  chosen: string | undefined,
  known: Known | undefined,
  unknown: string,
): readonly Choice[] {
  if (chosen === undefined || choices.some(({ value }) => value === chosen)) return choices;
  return [...choices, { value: chosen, label: known === undefined ? "…" : unknown }];
}

export type Chip = { readonly filter: Filter; readonly label: string; readonly value: string };

/** Labels and values of the active filters. */
export function chipsOf(filters: Filters, options: Options): readonly Chip[] {
  return FILTERS.flatMap((filter) => {
    const value = filters[filter];
    return value === undefined
      ? []
      : [{ filter, label: LABELS[filter], value: saidOf(filter, value, options) }];
  });
}

const LABELS: Readonly<Record<Filter, string>> = {
  actor: "Person",
  credential: "Through",
  subject: "About",
  outcome: "Outcome",
  from: "From",
  to: "To",
};

function saidOf(filter: Filter, value: string, options: Options): string {
  if (filter === "from" || filter === "to") return shortDay(value);
  return options[filter].find((choice) => choice.value === value)?.label ?? value;
}
