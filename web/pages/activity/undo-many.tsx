import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, useEffect, useRef, type ReactNode, useId } from "react";
import type { Problem } from "../../../src/api/problem.ts";
import { api, type Input, Refused } from "../../api.ts";
import { Answer } from "../../components/answer.tsx";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Notice, Reference } from "../../components/status.tsx";
import { say } from "../../components/toast.tsx";
import { clockTime } from "../../dates.ts";
import { firstOnPage } from "../../focus.ts";
import { addRow, replaceRow } from "../../list/changes.ts";
import { rowId } from "../../list/open-row.ts";
import { counted } from "../../numbers.ts";
import { useOpen } from "../../open.ts";
import { useMe, useNow } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { Summary } from "./detail/summary.tsx";
import { type Event, UNDO_HOUR, UNDO_SESSION, undoSessionId, EVENT_ROWS } from "./event.ts";
import { Said } from "./sentence.tsx";
import { sessionSpan, type Chosen, chosenFrom, type Left } from "./session.ts";
import { assistantOf, plainWords } from "./words.ts";

/** The dialog in the address. */
export function UndoDialog({ credential }: { readonly credential: string | null }) {
  const { open, about } = useOpen();
  if (open === UNDO_SESSION) return about && <UndoSession eventId={about} />;
  return credential && <UndoHour credential={credential} />;
}

function UndoSession({ eventId }: { readonly eventId: string }) {
  const { timeZone } = useMe().user;
  const { hide } = useOpen();
  const ofWhat = (events: readonly Event[]) => {
    const [newest] = events;
    const who = newest === undefined ? null : assistantOf(newest);
    const span = sessionSpan(events, timeZone);
    return who === null ? `of ${span}` : `of ${plainWords(who, timeZone)}, ${span}`;
  };
  return (
    <UndoMany
      focusAfter={[undoSessionId(eventId), rowId(eventId)]}
      ofWhat={ofWhat}
      onClose={hide}
      title="Undo session"
      wanted={{ session: eventId }}
    />
  );
}

type UndoEventsProps = { readonly events: readonly Event[]; readonly onClose: () => void };

export function UndoEvents({ events, onClose }: UndoEventsProps) {
  const [first] = events;
  return (
    <UndoMany
      focusAfter={first === undefined ? [] : [rowId(first.id)]}
      ofWhat={() => "that are selected"}
      onClose={onClose}
      title="Undo the selected changes"
      wanted={{ events }}
    />
  );
}

const HOUR_MS = 60 * 60_000;

function UndoHour({ credential }: { readonly credential: string }) {
  const { hide } = useOpen();
  const now = useNow();
  const [since] = useState(() => new Date(Date.parse(now) - HOUR_MS).toISOString());
  return (
    <UndoMany
      focusAfter={[UNDO_HOUR]}
      ofWhat={() => "of the last hour"}
      onClose={hide}
      title="Undo the last hour"
      wanted={{ credential, since }}
    />
  );
}

type UndoManyProps = {
  readonly wanted: Wanted;
  readonly title: string;
  /** `of Claude, 10:02–10:06`: the end of the question. */
  readonly ofWhat: (events: readonly Event[]) => string;
  readonly onClose: () => void;
  /** Elements that get the focus on closing: the first that is there. */
  readonly focusAfter: readonly string[];
};

/** Asks, then undoes all events that can be undone, and names the others with their reasons. */
function UndoMany({ wanted, title, ofWhat, onClose, focusAfter }: UndoManyProps) {
  const events = useEvents(wanted);
  const { run, undoAll } = useUndoAll();
  const close = useRef<HTMLButtonElement>(null);
  const question =
    events.data === undefined ? title : questionOf(chosenFrom(events.data), ofWhat(events.data));
  return (
    <Dialog
      finalFocus={() => firstOnPage(...focusAfter)}
      initialFocus={close}
      isOpen
      onClose={onClose}
      size="wide"
      title={run?.isOver === true ? saidOf(run).slice(0, -1) : question}
    >
      {run?.isOver === true ? (
        <Result run={run} />
      ) : (
        <Answer query={events} what="the changes">
          {(events) => <Plan chosen={chosenFrom(events)} />}
        </Answer>
      )}
      <div className="flex flex-wrap items-center gap-2 max-sm:*:flex-1">
        <Button onClick={onClose} ref={close}>
          {closeWords(run)}
        </Button>
        {run?.isOver === true || events.data === undefined ? null : (
          <Confirm events={events.data} onConfirm={undoAll} run={run} />
        )}
        <output className="text-ink2 max-sm:basis-full!">
          {run === null || run.isOver
            ? ""
            : `${run.undone + run.left.length} of ${run.all} done. You can stop between two changes.`}
        </output>
      </div>
    </Dialog>
  );
}

function questionOf({ possible }: Chosen, ofWhat: string): string {
  return possible.length === 0
    ? `Nothing to undo ${ofWhat}`
    : `Undo ${counted(possible.length, "change")} ${ofWhat}?`;
}

function closeWords(run: Run | null): string {
  if (run === null) return "Cancel";
  return run.isOver ? "Close" : "Stop";
}

type ConfirmProps = {
  readonly events: readonly Event[];
  readonly run: Run | null;
  readonly onConfirm: (events: readonly Event[]) => Promise<void>;
};

function Confirm({ events, run, onConfirm }: ConfirmProps) {
  const { possible } = chosenFrom(events);
  if (possible.length === 0) return null;
  return (
    <Button isBusy={run !== null} kind="primary" onClick={() => void onConfirm(possible)}>
      Undo {counted(possible.length, "change")}
    </Button>
  );
}

function Plan({ chosen: { possible, left, undoneBefore } }: { readonly chosen: Chosen }) {
  return (
    <div className="grid gap-4">
      {possible.length === 0 ? null : (
        <>
          <p className="text-ink2">
            The newest first, each on its own. A record that was changed since stays as it is. Each
            undo is recorded in Activity as a change of yours.
          </p>
          <EventItems events={possible} />
        </>
      )}
      {undoneBefore === 0 ? null : (
        <p className="text-ink2">
          {counted(undoneBefore, "change was", "changes were")} undone before.
        </p>
      )}
      <LeftItems left={left} title="Cannot be undone" />
    </div>
  );
}

/** Gets the focus, since the button that was pressed is gone. */
function Result({ run }: { readonly run: Run }) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    top.current?.focus();
  }, []);
  const { undone, left, problem, all } = run;
  const missing = all - undone - left.length;
  return (
    <div className="grid gap-4 outline-none" ref={top} role="alert" tabIndex={-1}>
      <p>
        {saidOf(run)} {left.length === 0 ? "" : "The rest is as it was."}
      </p>
      {problem === null ? null : (
        <Notice title={problem.title} tone="warn">
          <p>
            {problem.detail} {counted(missing, "change was", "changes were")} not tried.
          </p>
          <Reference of={problem} />
        </Notice>
      )}
      <LeftItems left={left} title="Not undone" />
    </div>
  );
}

const PATH = "GET /api/teams/:team/activity";
const ROWS_A_PAGE = 100;
/** Events that are read at most. A session is never longer by much. */
const MOST_EVENTS = 600;

/** The events to choose from: loaded ones, a session, or those of a credential since a moment. */
type Wanted =
  | { readonly events: readonly Event[] }
  | { readonly session: string }
  | { readonly credential: string; readonly since: string };

/** Reads the wanted events anew whenever the dialog opens, newest first. They stay while it is open. */
function useEvents(wanted: Wanted) {
  const team = useTeam();
  return useQuery({
    queryKey: [PATH, { team: team.id, ...wanted }, "whole"],
    queryFn: async () => ("events" in wanted ? wanted.events : readAll(team.id, wanted)),
    gcTime: 0,
    staleTime: "static",
  });
}

async function readAll(
  team: string,
  wanted: Exclude<Wanted, { events: unknown }>,
): Promise<readonly Event[]> {
  const events: Event[] = [];
  const since = "since" in wanted ? wanted.since : "";
  let place: Pick<Input<typeof PATH>, "cursor"> = {};
  for (;;) {
    const filter =
      "session" in wanted ? { session: wanted.session } : { credential: wanted.credential };
    const page = await api(PATH, { team, ...filter, ...place, limit: ROWS_A_PAGE });
    const wantedOnes = page.events.filter(({ at }) => at >= since);
    events.push(...wantedOnes);
    const isEnd = page.nextCursor === null || wantedOnes.length < page.events.length;
    if (isEnd || events.length >= MOST_EVENTS) return events;
    place = { cursor: page.nextCursor ?? undefined };
  }
}

function EventItems({ events }: { readonly events: readonly Event[] }) {
  return (
    <Items>
      {events.map((event) => (
        <li className="py-2" key={event.id}>
          <Deed event={event} />
        </li>
      ))}
    </Items>
  );
}

type LeftItemsProps = { readonly title: string; readonly left: readonly Left[] };

function LeftItems({ title, left }: LeftItemsProps) {
  const id = useId();
  if (left.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-1">
      <p className="font-semibold" id={id}>
        {title}
      </p>
      <Items>
        {left.map(({ event, because }) => (
          <li className="grid gap-0.5 py-2" key={event.id}>
            <Deed event={event} />
            <p className="text-ink2">{because}</p>
          </li>
        ))}
      </Items>
    </section>
  );
}

/** Items that are shown at once, so that the buttons below stay in view. */
const FIRST = 6;

function Items({ children }: { readonly children: readonly ReactNode[] }) {
  const rest = children.slice(FIRST);
  return (
    <div className="border-y border-line">
      <ul className="divide-y divide-line">{children.slice(0, FIRST)}</ul>
      {rest.length === 0 ? null : (
        <details>
          <Summary>Show {rest.length} more</Summary>
          <ul className="divide-y divide-line">{rest}</ul>
        </details>
      )}
    </div>
  );
}

function Deed({ event }: { readonly event: Event }) {
  const { timeZone } = useMe().user;
  return (
    <p>
      <time className="me-2 text-ink2" dateTime={event.at}>
        {clockTime(event.at, timeZone)}
      </time>
      <Said words={event.deed} />
    </p>
  );
}

type Run = {
  readonly isOver: boolean;
  readonly all: number;
  readonly undone: number;
  readonly left: readonly Left[];
  readonly problem: Problem | null;
};

/**
 * Undoes events one after the other, each in a transaction of its own. Goes on where one cannot be
 * undone. Stops when the dialog closes, and says then how many were done.
 */
function useUndoAll() {
  const team = useTeam();
  const queries = useQueryClient();
  const [run, setRun] = useState<Run | null>(null);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);

  const attempt = async (event: Event): Promise<Problem | null> => {
    try {
      const done = await api(UNDO, { team: team.id, id: event.id });
      replaceRow(queries, EVENT_ROWS, done.event);
      addRow(queries, EVENT_ROWS, done.undoing);
      return null;
    } catch (error) {
      if (error instanceof Refused) return error.problem;
      throw error;
    }
  };
  const undoAll = async (events: readonly Event[]) => {
    let now: Run = { isOver: false, all: events.length, undone: 0, left: [], problem: null };
    setRun(now);
    for (const event of events) {
      const problem = await attempt(event);
      now = after(now, event, problem);
      setRun(now);
      if (now.problem !== null || !isOpen.current) break;
    }
    setRun({ ...now, isOver: true });
    await queries.invalidateQueries();
    if (!isOpen.current) say(saidOf(now), { tone: now.undone === now.all ? "good" : "quiet" });
  };
  return { run, undoAll } as const;
}

const UNDO = "POST /api/teams/:team/activity/:id/undo";

function after(run: Run, event: Event, problem: Problem | null): Run {
  if (problem === null) return { ...run, undone: run.undone + 1 };
  const isOfEvent = problem.code === "not_undoable" || problem.code === "not_allowed";
  if (!isOfEvent) return { ...run, problem };
  return { ...run, left: [...run.left, { event, because: `${problem.title} ${problem.detail}` }] };
}

/** `2 of 3 changes undone.` */
function saidOf({ undone, all }: Run): string {
  return `${undone} of ${counted(all, "change")} undone.`;
}
