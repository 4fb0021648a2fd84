import { useMemo } from "react";
import { api } from "../../api.ts";
import { Empty } from "../../components/answer.tsx";
import { clockTime, dayIn, dayWords } from "../../dates.ts";
import { ListView } from "../../list/list-view.tsx";
import type { List } from "../../list/list.ts";
import { EVENT_ROWS } from "../activity/event-rows.ts";
import type { Event } from "../activity/event.ts";
import { DoerShape, Sentence } from "../activity/sentence.tsx";
import type { Customer } from "./customer.ts";

/** Changes of the customer, newest first; each leads to Activity, where it is undone. */
export function History({ customer: { id } }: { readonly customer: Customer }) {
  const list = useMemo(() => historyOf(id), [id]);
  return <ListView choices={{}} list={list} />;
}

function historyOf(id: string): List<Event> {
  return {
    page: { to: "/customers/$id", id, search: { tab: "activity" } },
    openAs: { page: (event) => `/activity?event=${event}` },
    ...EVENT_ROWS,
    read: async (_values, place) => {
      const filter = { record: `customer:${id}`, ...place };
      const { events, nextCursor } = await api(EVENT_ROWS.route, filter);
      return { rows: events, nextCursor };
    },
    filters: [],
    columns: [
      {
        title: "Time",
        width: "3rem",
        narrow: "first",
        cell: ({ at }, { timeZone }) => (
          <time className="text-ink2" dateTime={at}>
            {clockTime(at, timeZone)}
          </time>
        ),
      },
      {
        title: "Change",
        width: "minmax(0, 1fr)",
        narrow: "second",
        isName: true,
        cell: (event) => (
          <>
            <span className="me-2">
              <DoerShape event={event} />
            </span>
            <Sentence event={event} />
          </>
        ),
      },
    ],
    groups: {
      of: ({ at }, { timeZone }) => dayIn(timeZone, at),
      titleOf: (day, { today }) => dayWords(day, today),
    },
    everyMs: 30_000,
    words: {
      what: "the activity",
      one: "change",
      many: "changes",
      order: "The newest first",
      hasTimes: true,
      first: "newest",
      further: "older",
    },
    neverAny: <Empty title="No changes">Changes of the customer appear here.</Empty>,
  };
}
