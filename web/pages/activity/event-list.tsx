import { Undo2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { dayIn } from "../../../src/shared/time.ts";
import { api } from "../../api.ts";
import { Empty } from "../../components/answer.tsx";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Status } from "../../components/status.tsx";
import { clockTime, dayWords, exactTime } from "../../dates.ts";
import { oneOf } from "../../list/filters.ts";
import type { Bundle, List } from "../../list/list.ts";
import type { Selected } from "../../list/selection.ts";
import { useOpen } from "../../open.ts";
import { useMe } from "../../queries.ts";
import { EVENT_ROWS, type Event, UNDO_SESSION, undoSessionId } from "./event.ts";
import { EVENT_FILTERS } from "./filters.ts";
import { DoerShape, Said, Sentence } from "./sentence.tsx";
import { countWords, isOneSession, sessionSpan } from "./session.ts";
import { assistantFor } from "./words.ts";

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
  filters: EVENT_FILTERS,
  columns: [
    {
      title: "Time",
      width: 3,
      narrow: "first",
      cell: (event, { timeZone }) => (
        <>
          <span className="me-2 table:hidden">
            <DoerShape event={event} />
          </span>
          <time className="text-ink2" dateTime={event.at} title={exactTime(event.at, timeZone)}>
            {clockTime(event.at, timeZone)}
          </time>
        </>
      ),
    },
    {
      title: "Change",
      width: { least: 24, grow: 1 },
      narrow: "second",
      isName: true,
      cell: (event) => (
        <>
          <span className="me-2 lines:hidden">
            <DoerShape event={event} />
          </span>
          <Sentence event={event} />
        </>
      ),
    },
    {
      title: "Outcome",
      width: 6,
      align: "end",
      narrow: "first",
      cell: (event) => <EventMark event={event} />,
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

const Dialog = lazy(async () =>
  import("./undo-many.tsx").then(({ UndoEvents }) => ({ default: UndoEvents })),
);

function UndoSelected({ selected }: { readonly selected: Selected<Event> }) {
  const [events, setEvents] = useState<readonly Event[] | null>(null);
  const close = () => {
    setEvents(null);
    selected.clear();
  };
  return (
    <>
      <Button kind="primary" onClick={() => setEvents(selected.rows)}>
        <Undo2 aria-hidden size={16} strokeWidth={1.5} />
        Undo…
      </Button>
      <Suspense>{events === null ? null : <Dialog events={events} onClose={close} />}</Suspense>
    </>
  );
}

type SessionLineProps = { readonly bundle: Bundle<Event> };

/** `Claude, for Mara · 10:02–10:06 · 12 changes`, with a button that undoes them. */
function SessionOpening({ bundle: { rows, isOpen } }: SessionLineProps) {
  const { timeZone } = useMe().user;
  const { show } = useOpen();
  const [newest] = rows;
  if (newest === undefined) return null;
  const who = assistantFor(newest);
  const span = sessionSpan(rows, timeZone);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-0.5">
      <p className="min-w-0">
        <span className="me-2">
          <DoerShape event={newest} />
        </span>
        <Said words={who} /> · {span} · {isOpen ? "at least " : ""}
        {countWords(rows)}
      </p>
      {rows.some(({ undo }) => undo.state === "possible") ? (
        <div>
          <Button
            id={undoSessionId(newest.id)}
            kind="quiet"
            onClick={() => show(UNDO_SESSION, newest.id)}
          >
            <Undo2 aria-hidden size={16} strokeWidth={1.5} />
            <span>
              Undo session<span className="sr-only"> of {span}</span>
            </span>
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function SessionClosing({ bundle: { rows } }: SessionLineProps) {
  return <p className="text-end text-small text-ink2">{countWords(rows)}</p>;
}

export function EventMark({ event }: { readonly event: Event }) {
  const { outcome, undo, undoes, subjects } = event;
  if (outcome === "refused") return <Status tone="warn">Refused</Status>;
  if (undo.state === "done") return <Status tone="quiet">Undone</Status>;
  if (undoes === null && subjects[0]?.did === "deleted") return <Status tone="bad">Removed</Status>;
  return null;
}
