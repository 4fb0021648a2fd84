import { Status } from "../../components/status.tsx";
import { counted } from "../../counted.ts";
import type { Call } from "./call.ts";
import { OUTCOMES } from "./filters.ts";

/** Stands where a call has no value. */
export const NONE = "–";

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
          <bdi>{via.name}</bdi>
          {via.hint === null ? null : (
            <code className="font-mono text-small text-ink2"> …{via.hint}</code>
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

const TONES = { done: "good", refused: "warn", failed: "bad" } as const;

export function Outcome({ of: { outcome, because } }: OfCall) {
  if (outcome === null) return <span className="text-ink2">counted only</span>;
  return (
    <>
      <Status tone={TONES[outcome]}>{OUTCOMES[outcome]}</Status>
      {because === null ? null : <span className="text-ink2"> {because}</span>}
    </>
  );
}

/** Milliseconds; on narrow screens the rows stand before them, without a column of their own. */
export function Duration({ of: { rows, milliseconds } }: OfCall) {
  return (
    <span className="max-sm:text-ink2">
      {rows === null ? null : <span className="sm:hidden">{counted(rows, "row")}, </span>}
      {milliseconds === 0 ? "< 1" : (milliseconds ?? NONE)}
      {milliseconds === null ? null : <span className="sm:hidden"> ms</span>}
    </span>
  );
}
