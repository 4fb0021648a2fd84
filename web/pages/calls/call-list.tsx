import { dayIn } from "../../../src/shared/time.ts";
import { api } from "../../api.ts";
import { dayWords, exactTime, toTheSecond } from "../../dates.ts";
import type { List } from "../../list/list.ts";
import { oneOf } from "../../list/one-of.ts";
import { Duration, Outcome, Through, Tool, Unknown } from "./call-cells.tsx";
import type { Call } from "./call.ts";
import { CALL_FILTERS } from "./filters.ts";
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
  filters: CALL_FILTERS,
  columns: [
    {
      title: "Time",
      width: "4.5rem",
      narrow: "second",
      // To the second: many calls come in one minute.
      cell: ({ at }, { timeZone }) => (
        <time className="text-ink2" dateTime={at} title={exactTime(at, timeZone)}>
          {toTheSecond(at, timeZone)}
        </time>
      ),
    },
    {
      title: "Tool",
      width: "minmax(0, 1.23fr)",
      narrow: "first",
      isName: true,
      cell: (call) => <Tool of={call} />,
    },
    {
      title: "Key or app",
      width: "minmax(0, 1.08fr)",
      narrow: "second",
      cell: (call) => <Through of={call} />,
    },
    {
      title: "Program",
      width: "minmax(0, 0.57fr)",
      isWideOnly: true,
      cell: ({ client }) =>
        client === null ? <span className="text-ink2">Not told</span> : <bdi>{client}</bdi>,
    },
    {
      title: "Outcome",
      width: "minmax(0, 1.48fr)",
      narrow: "first",
      cell: (call) => <Outcome of={call} />,
    },
    {
      title: "Rows returned",
      width: "6rem",
      align: "end",
      cell: ({ rows }) => rows ?? <Unknown>None</Unknown>,
    },
    {
      title: "Took",
      width: "4.5rem",
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
    // An entry may stand for many calls that were only counted.
    one: "log entry",
    many: "log entries",
    order: "The newest first",
    hasTimes: true,
    first: "newest",
    further: "older",
  },
  neverAny: <NoneYet />,
};
