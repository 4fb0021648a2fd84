import type { Output } from "../../api.ts";

/** Filters of the list, as in the address. */
export type Filters = {
  /** `key:…` or `app:…`. */
  readonly credential?: string;
  readonly tool?: string;
  readonly outcome?: Outcome;
};

export type Filter = keyof Filters;

type Outcome = keyof typeof OUTCOMES;

/** Each outcome in a word. */
export const OUTCOMES = { done: "Done", refused: "Refused", failed: "Failed" } as const;

type Search = Readonly<Record<string, string | undefined>>;

/** Reads filters from an address. What the server would refuse is left out. */
export function filtersOf({ credential, tool, outcome }: Search): Filters {
  return {
    ...(credential !== undefined && /^(key|app):./.test(credential) ? { credential } : {}),
    ...(tool ? { tool } : {}),
    ...(isOutcome(outcome) ? { outcome } : {}),
  };
}

function isOutcome(text: string | undefined): text is Outcome {
  return text !== undefined && Object.hasOwn(OUTCOMES, text);
}

/** Sets one filter; an empty value removes it. */
export function withFilter(filters: Filters, filter: Filter, value: string): Filters {
  return filtersOf({ ...filters, [filter]: value });
}

type Option = { readonly value: string; readonly label: string };

type Known = {
  readonly keys?: Output<"GET /api/teams/:team/keys">["keys"] | undefined;
  readonly apps?: Output<"GET /api/teams/:team/apps">["apps"] | undefined;
  readonly tools?: Output<"GET /api/teams/:team/tools">["tools"] | undefined;
};

/** Choices of the filters, with those of the address that are not among them. */
export function optionsOf({ keys, apps, tools }: Known, filters: Filters) {
  const credentials = [
    ...(keys ?? []).map(({ id, name, hint }) => ({
      value: `key:${id}`,
      label: `${name} …${hint}`,
    })),
    ...(apps ?? []).map(({ id, name, holder }) => ({
      value: `app:${id}`,
      label: holder.isYou ? name : `${name} of ${holder.name}`,
    })),
  ];
  const isLoaded = keys !== undefined && apps !== undefined;
  const unknown = filters.credential?.startsWith("key:") === true ? "A key" : "An app";
  return {
    credential: withChosen(credentials, filters.credential, isLoaded ? unknown : "…"),
    tool: withChosen(
      (tools ?? []).map(({ name, title }) => ({ value: name, label: title })),
      filters.tool,
      filters.tool ?? "",
    ),
    outcome: Object.entries(OUTCOMES).map(([value, label]) => ({ value, label })),
  } as const satisfies Record<Filter, readonly Option[]>;
}

function withChosen(
  choices: readonly Option[],
  chosen: string | undefined,
  label: string,
): readonly Option[] {
  if (chosen === undefined || choices.some(({ value }) => value === chosen)) return choices;
  return [...choices, { value: chosen, label }];
}
