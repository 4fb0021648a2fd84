import { api } from "../../api.ts";
import { dayIn, dayWords } from "../../days.ts";
import type { List } from "../../list/list.ts";
import { oneOf } from "../../list/one-of.ts";
import { exactly, toTheSecond } from "../../moments.ts";
import { Duration, NONE, Outcome, Through, Tool } from "./call-cells.tsx";
import type { Call } from "./call.ts";
import { FILTERS } from "./filters.ts";
import { NoneYet } from "./none-yet.tsx";

const PATH = "GET /api/teams/:team/calls";

/** Calls of keys and apps, newest first, under the headings of the days. */
export const CALLS: List<Call> = {
  page: "/calls",
  route: PATH,
  read: async ({ outcome, ...values }, place) => {
    const { calls, nextCursor } = await api(PATH, {
      ...values,
      ...place,
      outcome: oneOf(["done", "refused", "failed"], outcome),
    });
    return { rows: calls, nextCursor };
  },
  keyOf: ({ id }) => id,
  filters: FILTERS,
  columns: [
    {
      title: "Time",
      width: "4.5rem",
      narrow: "second",
      // To the second: many calls come in one minute.
      cell: ({ at }, { timeZone }) => (
        <time className="text-ink2" dateTime={at} title={exactly(at, timeZone)}>
          {toTheSecond(at, timeZone)}
        </time>
      ),
    },
    {
      title: "Tool",
      width: "minmax(0, 1fr)",
      narrow: "first",
      isName: true,
      cell: (call) => <Tool of={call} />,
    },
    {
      title: "Key or app",
      width: "minmax(0, 1.2fr)",
      narrow: "second",
      cell: (call) => <Through of={call} />,
    },
    {
      title: "Program",
      width: "minmax(0, 0.7fr)",
      isWideOnly: true,
      cell: ({ client }) => (client === null ? NONE : <bdi>{client}</bdi>),
    },
    {
      title: "Outcome",
      width: "minmax(0, 1.5fr)",
      narrow: "first",
      cell: (call) => <Outcome of={call} />,
    },
    { title: "Rows", width: "3rem", align: "end", cell: ({ rows }) => rows ?? NONE },
    {
      title: "ms",
      width: "3rem",
      align: "end",
      narrow: "second",
      cell: (call) => <Duration of={call} />,
    },
  ],
  groups: {
    of: ({ at }, { timeZone }) => dayIn(timeZone, at),
    titleOf: (day, { today }) => dayWords(day, today),
  },
  everyMs: 15_000,
  words: {
    what: "the calls",
    one: "row",
    many: "rows",
    order: "The newest first",
    hasTimes: true,
    first: "newest",
    further: "older",
  },
  neverAny: <NoneYet />,
};
