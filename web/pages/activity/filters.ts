import type { Input, Output } from "../../api.ts";
import type { Filter, LoadedChoices } from "../../list/filters.ts";

type Name = Exclude<keyof Input<"GET /api/teams/:team/activity">, "team" | "cursor" | "limit">;

export const EVENT_FILTERS: readonly Filter<Name>[] = [
  {
    name: "actor",
    label: "Person",
    kind: "loaded choice",
    all: "Anybody",
    unknown: "Somebody else",
  },
  {
    name: "credential",
    label: "Through",
    kind: "loaded choice",
    all: "Anything",
    unknown: "A key or app",
  },
  {
    name: "subject",
    label: "About",
    kind: "loaded choice",
    all: "Everything",
    unknown: "Something else",
  },
  {
    name: "outcome",
    label: "Outcome",
    kind: "choice",
    all: "Any",
    choices: [
      { value: "done", label: "Done" },
      { value: "refused", label: "Refused" },
    ],
  },
  { name: "from", label: "From", kind: "day" },
  { name: "to", label: "To", kind: "day" },
];

export function eventChoices(
  known: Output<"GET /api/teams/:team/activity/filters"> | undefined,
): LoadedChoices {
  return {
    actor: known?.people.map(({ id, name }) => ({ value: id, label: name })),
    credential: known?.credentials,
    subject: known?.subjects,
  };
}
