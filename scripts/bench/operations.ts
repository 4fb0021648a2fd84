import { ABSENT_TERM, type Filled, FREQUENT_TERM } from "./fill.ts";
import { LIST_TOOLS, toolCall, type Sequences } from "./requests.ts";

export const OPERATIONS = [
  "tools/list",
  "customers_get",
  "customers_list",
  "start + stop",
  "search, frequent term",
  "search, absent term",
] as const;
export type Operation = (typeof OPERATIONS)[number];

export const SEQUENCES: Readonly<Record<Operation, (filled: Filled) => Sequences>> = {
  "tools/list": () => [[LIST_TOOLS]],
  customers_get: ({ customerIds }) => customerIds.map((id) => [toolCall("customers_get", { id })]),
  customers_list: () => [[toolCall("customers_list", {})]],
  "start + stop": ({ projectId }) => [
    [
      toolCall("tracker_start_timer", { project_id: projectId, start: midnight() }),
      toolCall("tracker_stop_timer", {}),
    ],
  ],
  "search, frequent term": () => [[toolCall("customers_list", { name: FREQUENT_TERM })]],
  "search, absent term": () => [[toolCall("customers_list", { name: ABSENT_TERM })]],
};

/** A timer started then is of today, and long enough to be kept. */
function midnight(): string {
  return `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;
}
