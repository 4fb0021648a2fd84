import type { Input, Output } from "../../api.ts";
import type { Filter, LoadedChoices } from "../../list/filters.ts";

/** Each outcome in a word. */
export const OUTCOMES = { done: "Done", refused: "Refused", failed: "Failed" } as const;

type Name = Exclude<keyof Input<"GET /api/teams/:team/calls">, "team" | "cursor" | "limit">;

export const CALL_FILTERS: readonly Filter<Name>[] = [
  {
    name: "credential",
    label: "Key or app",
    kind: "loaded choice",
    all: "All",
    unknown: "One that is gone",
  },
  { name: "tool", label: "Tool", kind: "loaded choice", all: "All" },
  {
    name: "outcome",
    label: "Outcome",
    kind: "choice",
    all: "Any",
    choices: Object.entries(OUTCOMES).map(([value, label]) => ({ value, label })),
  },
  { name: "from", label: "From", kind: "day" },
  { name: "to", label: "To", kind: "day" },
];

type Known = {
  readonly keys: Output<"GET /api/teams/:team/keys">["keys"] | undefined;
  readonly apps: Output<"GET /api/teams/:team/apps">["apps"] | undefined;
  readonly tools: Output<"GET /api/teams/:team/tools">["tools"] | undefined;
};

/** The team's choices by the filter's name. */
export function callChoices({ keys, apps, tools }: Known): LoadedChoices {
  const credentials =
    keys === undefined || apps === undefined
      ? undefined
      : [
          ...keys.map(({ id, name, hint }) => ({ value: `key:${id}`, label: `${name} …${hint}` })),
          ...apps.map(({ id, name, holder }) => ({
            value: `app:${id}`,
            label: holder.isYou ? name : `${name} of ${holder.name}`,
          })),
        ];
  return {
    credential: credentials,
    tool: tools?.map(({ name, title }) => ({ value: name, label: title })),
  };
}
