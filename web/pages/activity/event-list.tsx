import { api } from "../../api.ts";
import { Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { clockTime, dayIn, dayWords, exactly } from "../../dates.ts";
import type { List } from "../../list/list.ts";
import { oneOf } from "../../list/one-of.ts";
import { EVENT_ROWS } from "./event-rows.ts";
import type { Event } from "./event.ts";
import { FILTERS } from "./filters.ts";
import { Mark } from "./mark.tsx";
import { DoerShape, Sentence } from "./sentence.tsx";
import { SessionClosing, SessionOpening } from "./session-lines.tsx";
import { isOneSession } from "./session.ts";
import { UndoSelected } from "./undo-many/undo-selected.tsx";

/** The team's journal, newest first, under the headings of the days. */
export const EVENTS: List<Event> = {
  page: "/activity",
  openAs: { sheet: "event" },
  ...EVENT_ROWS,
  read: async ({ outcome, ...values }, place) => {
    const { events, nextCursor } = await api(EVENT_ROWS.route, {
      ...values,
      ...place,
      outcome: oneOf(["done", "refused"], outcome),
    });
    return { rows: events, nextCursor };
  },
  filters: FILTERS,
  columns: [
    {
      title: "Time",
      width: "3rem",
      narrow: "first",
      cell: (event, { timeZone }) => (
        <>
          <span className="me-2 sm:hidden">
            <DoerShape event={event} />
          </span>
          <time className="text-ink2" dateTime={event.at} title={exactly(event.at, timeZone)}>
            {clockTime(event.at, timeZone)}
          </time>
        </>
      ),
    },
    {
      title: "Change",
      width: "minmax(0, 1fr)",
      narrow: "second",
      isName: true,
      cell: (event) => (
        <>
          <span className="me-2 max-sm:hidden">
            <DoerShape event={event} />
          </span>
          <Sentence event={event} />
        </>
      ),
    },
    {
      title: "Outcome",
      width: "6rem",
      align: "end",
      narrow: "first",
      cell: (event) => <Mark event={event} />,
    },
  ],
  selection: { Actions: UndoSelected },
  groups: {
    of: ({ at }, { timeZone }) => dayIn(timeZone, at),
    titleOf: (day, { today }) => dayWords(day, today),
  },
  bundles: { isOne: isOneSession, Opening: SessionOpening, Closing: SessionClosing },
  everyMs: 15_000,
  words: {
    what: "the activity",
    one: "event",
    many: "events",
    order: "The newest first",
    hasTimes: true,
    first: "newest",
    further: "older",
  },
  neverAny: (
    <Empty
      action={
        <ButtonLink kind="primary" to="/connect">
          Connect an assistant
        </ButtonLink>
      }
      title="No activity yet"
    >
      Changes by people, assistants and programs are recorded here with the values before and after,
      so that they can be undone.
    </Empty>
  ),
};
