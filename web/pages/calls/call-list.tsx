import { dayIn } from "../../../src/shared/time.ts";
import { api } from "../../api.ts";
import { Empty } from "../../components/answer.tsx";
import { ButtonLink } from "../../components/button.tsx";
import { Status } from "../../components/status.tsx";
import { dayWords, exactTime, toTheSecond } from "../../dates.ts";
import { oneOf } from "../../list/filters.ts";
import type { List } from "../../list/list.ts";
import { counted } from "../../numbers.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { type Call, CALL_FILTERS, OUTCOMES } from "./call.ts";

const PATH = "GET /api/teams/:team/calls";

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
      width: 4.5,
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
      width: { least: 10, grow: 1.23 },
      narrow: "first",
      isName: true,
      cell: (call) => <Tool of={call} />,
    },
    {
      title: "Key or app",
      width: { least: 9, grow: 1.08 },
      narrow: "second",
      cell: (call) => <Through of={call} />,
    },
    {
      title: "Program",
      width: { least: 6, grow: 0.57 },
      leaves: 1,
      cell: ({ client }) =>
        client === null ? <span className="text-ink2">Not told</span> : <bdi>{client}</bdi>,
    },
    {
      title: "Outcome",
      width: { least: 9, grow: 1.48 },
      narrow: "first",
      cell: (call) => <Outcome of={call} />,
    },
    {
      title: "Rows returned",
      width: 6,
      align: "end",
      leaves: 2,
      cell: ({ rows }) => rows ?? <Unknown>None</Unknown>,
    },
    {
      title: "Took",
      width: 4.5,
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

type OfCall = { readonly of: Call };

function Tool({ of: { tool, title, calls } }: OfCall) {
  if (tool === null) return <span className="text-ink2">and {counted(calls, "more call")}</span>;
  return <span className="font-medium">{title}</span>;
}

function Through({ of: { via, holder } }: OfCall) {
  return (
    <>
      {via.name === null ? (
        `${via.kind === "key" ? "A key" : "An app"} that is gone`
      ) : (
        <>
          <bdi
            className="lines:inline-block lines:max-w-32 lines:truncate lines:align-bottom"
            title={via.name}
          >
            {via.name}
          </bdi>
          {via.hint === null ? null : (
            <code className="font-mono text-small text-ink2 lines:hidden"> …{via.hint}</code>
          )}
        </>
      )}
      {holder.isYou ? null : (
        <span className="text-ink2">
          {" "}
          of <bdi>{holder.name}</bdi>
        </span>
      )}
    </>
  );
}

const TONES = { refused: "warn", failed: "bad" } as const;

function Outcome({ of: { outcome, because } }: OfCall) {
  if (outcome === null) return <span className="text-ink2">counted only</span>;
  return (
    <>
      {outcome === "done" ? (
        OUTCOMES.done
      ) : (
        <Status tone={TONES[outcome]}>{OUTCOMES[outcome]}</Status>
      )}
      {because === null ? null : <span className="text-ink2"> {because}</span>}
    </>
  );
}

/** Time that it took; on narrow screens the rows stand before it, without a column of their own. */
function Duration({ of: { rows, milliseconds } }: OfCall) {
  if (milliseconds === null) return <Unknown>Not measured</Unknown>;
  return (
    <span className="whitespace-nowrap lines:text-ink2">
      {rows === null ? null : <span className="table:hidden">{counted(rows, "row")}, </span>}
      {milliseconds === 0 ? "< 1" : milliseconds} ms
    </span>
  );
}

/** Stands for a value that a call does not have: an empty cell, with words for screen readers. */
function Unknown({ children }: { readonly children: string }) {
  return <span className="sr-only">{children}</span>;
}

export function NoneYet() {
  if (useLogState().data?.isOn === false) return null;
  return (
    <Empty
      action={
        <ButtonLink kind="primary" to="/connect">
          Connect an assistant
        </ButtonLink>
      }
      title="No calls in the last 14 days"
    >
      Each call of an assistant appears here within seconds: reads, changes and refusals.
    </Empty>
  );
}

const EVERY_MS = 2000;

export function useLogState() {
  return useOfTeam(
    useTeam(),
    "GET /api/teams/:team/calls",
    { limit: 1 },
    { everyMs: EVERY_MS, isPolled: ({ calls, isOn }) => isOn && calls.length === 0 },
  );
}
