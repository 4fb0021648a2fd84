import { Status } from "../../components/status.tsx";
import { counted } from "../../numbers.ts";
import type { Call } from "./call.ts";
import { OUTCOMES } from "./filters.ts";

type OfCall = { readonly of: Call };

export function Tool({ of: { tool, title, calls } }: OfCall) {
  if (tool === null) return <span className="text-ink2">and {counted(calls, "more call")}</span>;
  return <span className="font-medium">{title}</span>;
}

export function Through({ of: { via, holder } }: OfCall) {
  return (
    <>
      {via.name === null ? (
        `${via.kind === "key" ? "A key" : "An app"} that is gone`
      ) : (
        <>
          <bdi
            className="max-sm:inline-block max-sm:max-w-32 max-sm:truncate max-sm:align-bottom"
            title={via.name}
          >
            {via.name}
          </bdi>
          {via.hint === null ? null : (
            <code className="font-mono text-small text-ink2 max-sm:hidden"> …{via.hint}</code>
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

export function Outcome({ of: { outcome, because } }: OfCall) {
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
export function Duration({ of: { rows, milliseconds } }: OfCall) {
  if (milliseconds === null) return <Unknown>Not measured</Unknown>;
  return (
    <span className="whitespace-nowrap max-sm:text-ink2">
      {rows === null ? null : <span className="sm:hidden">{counted(rows, "row")}, </span>}
      {milliseconds === 0 ? "< 1" : milliseconds} ms
    </span>
  );
}

/** Stands for a value that a call does not have: an empty cell, with words for screen readers. */
export function Unknown({ children }: { readonly children: string }) {
  return <span className="sr-only">{children}</span>;
}
