import { Link } from "@tanstack/react-router";
import { Late } from "../../components/late.tsx";
import { rangeText, type ReportView } from "./view.ts";

type KeyFigureProps = {
  /** Undefined until it is known. */
  readonly view: ReportView | undefined;
  /** Keeps a line for what the figure is compared with. */
  readonly isCompared: boolean;
  /** True where the range goes on: the one that it is compared with ends with the counterpart of today. */
  readonly isCut: boolean;
};

/** The answer in one figure. Its place is kept before it is known, so that nothing below moves. */
export function KeyFigure({ view, isCompared, isCut }: KeyFigureProps) {
  if (view === undefined)
    return (
      <div aria-hidden className={isCompared ? "min-h-21" : "min-h-15"}>
        <Late>…</Late>
      </div>
    );
  const { label, cell } = view.figure;
  const { compared = null } = view;
  return (
    <dl className="grid content-start justify-start gap-1">
      <dt className="text-ink2">{label}</dt>
      <dd className="justify-self-start border-b-4 border-double border-accent text-key-figure font-semibold">
        {cell.link === undefined ? (
          cell.text
        ) : (
          <Link className="text-ink" {...cell.link}>
            {cell.text}
          </Link>
        )}
      </dd>
      {compared === null ? null : (
        <dd className="text-ink2">
          {compared.change}{" "}
          {compared.cell.link === undefined ? (
            compared.cell.text
          ) : (
            <Link className="underline" {...compared.cell.link}>
              {compared.cell.text}
            </Link>
          )}
          , {rangeText(compared.range)}
          {isCut ? ": as far as this range has gone" : ""}
        </dd>
      )}
    </dl>
  );
}
