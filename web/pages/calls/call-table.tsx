import { Status } from "../../components/status.tsx";
import { type Column, Table } from "../../components/table.tsx";
import { counted } from "../../counted.ts";
import { toTheSecond } from "../../moments.ts";
import { useMe } from "../../queries.ts";
import type { Call } from "./call.ts";
import { OUTCOMES } from "./filters.ts";

export function CallTable({ calls }: { readonly calls: readonly Call[] }) {
  return (
    <Table
      caption="Calls of keys and apps, the newest first"
      columns={COLUMNS}
      isQuiet={({ tool }) => tool === null}
      keyOf={({ id }) => id}
      rows={calls}
    />
  );
}

const COLUMNS: readonly Column<Call>[] = [
  { title: "Time", cell: ({ at }) => <Time at={at} />, narrow: "plain" },
  { title: "Tool", cell: (call) => <Tool of={call} />, narrow: "first", isHeader: true },
  { title: "Key or app", cell: (call) => <Through of={call} /> },
  { title: "Program", cell: ({ client }) => (client === null ? NONE : <bdi>{client}</bdi>) },
  { title: "Outcome", cell: (call) => <Outcome of={call} /> },
  { title: "Rows", cell: ({ rows }) => rows ?? NONE, align: "end" },
  { title: "ms", cell: (call) => durationOf(call), align: "end" },
];

const NONE = "–";

/** To the second: relative words would be the same for many calls. */
function Time({ at }: { readonly at: string }) {
  const { timeZone } = useMe().user;
  return <time dateTime={at}>{toTheSecond(at, timeZone)}</time>;
}

function durationOf({ milliseconds }: Call) {
  return milliseconds === 0 ? "< 1" : (milliseconds ?? NONE);
}

type OfCall = { readonly of: Call };

const LINES = "grid justify-items-start gap-0.5";

function Tool({ of: { tool, title, calls } }: OfCall) {
  if (tool === null) return `and ${counted(calls, "more call")}`;
  return <span className="font-medium wrap-anywhere">{title}</span>;
}

function Through({ of: { via, holder } }: OfCall) {
  return (
    <span className={LINES}>
      {via.name === null ? (
        `${via.kind === "key" ? "A key" : "An app"} that is gone`
      ) : (
        <span>
          <bdi>{via.name}</bdi>
          {via.hint === null ? null : (
            <code className="font-mono text-small text-ink2"> …{via.hint}</code>
          )}
        </span>
      )}
      {holder.isYou ? null : (
        <span className="text-ink2">
          of <bdi>{holder.name}</bdi>
        </span>
      )}
    </span>
  );
}

const TONES = { done: "good", refused: "warn", failed: "bad" } as const;

function Outcome({ of: { outcome, because } }: OfCall) {
  if (outcome === null) return "counted only";
  return (
    <span className={LINES}>
      <Status tone={TONES[outcome]}>{OUTCOMES[outcome]}</Status>
      {because === null ? null : <span className="text-ink2">{because}</span>}
    </span>
  );
}
