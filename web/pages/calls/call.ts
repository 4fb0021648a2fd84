import { csvLine } from "../../../src/shared/csv.ts";
import type { Output, Input } from "../../api.ts";
import type { Filter, LoadedChoices } from "../../list/filters.ts";

export type Call = Output<"GET /api/teams/:team/calls">["calls"][number];

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

/** The calls as a table for spreadsheets (RFC 4180). A row may stand for many that were only counted. */
export function callsCsv(calls: readonly Call[]): string {
  const lines = calls.map((call) => COLUMNS.map(([, value]) => value(call)));
  return [COLUMNS.map(([title]) => title), ...lines].map(csvLine).join("");
}

type CsvColumn = readonly [title: string, value: (call: Call) => string];

const COLUMNS: readonly CsvColumn[] = [
  ["When (UTC)", ({ at }) => at],
  ["Tool", ({ tool }) => tool ?? ""],
  ["Through", ({ via }) => via.kind],
  ["Name of the key or app", ({ via }) => via.name ?? ""],
  ["Held by", ({ holder }) => holder.name],
  ["Program", ({ client }) => client ?? ""],
  ["Outcome", ({ outcome }) => outcome ?? "counted only"],
  ["Because", ({ because }) => because ?? ""],
  ["Rows returned", ({ rows }) => (rows === null ? "" : String(rows))],
  ["Milliseconds", ({ milliseconds }) => (milliseconds === null ? "" : String(milliseconds))],
  ["Calls", ({ calls }) => String(calls)],
  ["Call id", ({ id }) => id],
];
