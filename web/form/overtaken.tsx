import type { Ref } from "react";
import { Shape } from "../components/shapes.tsx";
import { When } from "../components/when.tsx";
import { counted } from "../numbers.ts";

const MOMENT = /^\d{4}-\d\d-\d\dT/;

type OvertakenProps = {
  readonly other: { readonly by?: string | null; readonly seen: string };
  readonly count: number;
  readonly ref: Ref<HTMLDivElement>;
};

/**
 * Tells that somebody else changed the record while the form was open. Each such field asks which value
 * stays.
 */
export function Overtaken({ other: { by = null, seen }, count, ref }: OvertakenProps) {
  return (
    <div
      className="flex gap-2 rounded-control bg-warn-soft p-3 forced-colors:border"
      ref={ref}
      role="alert"
      tabIndex={-1}
    >
      <span className="pt-0.5">
        <Shape tone="warn" />
      </span>
      <div className="grid gap-1">
        <p className="font-semibold">
          Changed by {by === null ? "somebody else" : <bdi>{by}</bdi>}{" "}
          {/* A version that is no time says only that it is another one. */}
          {MOMENT.test(seen) ? <When at={seen} /> : "meanwhile"}
        </p>
        <p>
          {counted(count, "field differs", "fields differ")} from what you typed. Choose below which
          value stays; then it is saved.
        </p>
      </div>
    </div>
  );
}
