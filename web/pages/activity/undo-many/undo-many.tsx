import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api, type Input } from "../../../api.ts";
import { Answer } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { Notice, Reference } from "../../../components/status.tsx";
import { firstOnPage } from "../../../focus.ts";
import { counted } from "../../../numbers.ts";
import { useTeam } from "../../../team.tsx";
import type { Event } from "../event.ts";
import { type Chosen, chosenFrom } from "./choose.ts";
import { EventItems, LeftItems } from "./items.tsx";
import { type Run, saidOf, useUndoAll } from "./use-undo-all.ts";

type UndoManyProps = {
  readonly wanted: Wanted;
  /** Title until the events are loaded. */
  readonly title: string;
  /** `of Claude, 10:02–10:06`: the end of the question. */
  readonly ofWhat: (events: readonly Event[]) => string;
  readonly onClose: () => void;
  /** Elements that get the focus on closing: the first that is there. */
  readonly focusAfter: readonly string[];
};

/** Asks, then undoes all events that can be undone, and names the others with their reasons. */
export function UndoMany({ wanted, title, ofWhat, onClose, focusAfter }: UndoManyProps) {
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
