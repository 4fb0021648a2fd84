import { type Axis, axisLength, type Mark } from "./axis.ts";

type LinesProps = {
  readonly axis: Axis;
  readonly marks: readonly Mark[];
  /** True for a day whose hours are not those at the side. */
  readonly isLabelled: boolean;
};

/** Lines of a day's hours. */
export function Lines({ axis, marks, isLabelled }: LinesProps) {
  const length = axisLength(axis);
  return marks.map(({ minutes, label }) => (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-x-0 border-t border-line text-end text-caption text-ink3 first:border-t-0"
      key={minutes}
      style={{ top: `${(minutes / length) * 100}%` }}
    >
      {isLabelled ? label : null}
    </div>
  ));
}

type HoursProps = { readonly axis: Axis; readonly marks: readonly Mark[] };

/** Times beside the days. */
export function Hours({ axis, marks }: HoursProps) {
  const length = axisLength(axis);
  return (
    <div aria-hidden className="relative text-caption text-ink3" style={{ height: heightOf(axis) }}>
      {marks.map(({ minutes, label }) => (
        <span
          className="absolute end-2 -translate-y-1/2 first:translate-y-0"
          key={minutes}
          style={{ top: `${(minutes / length) * 100}%` }}
        >
          {label}
        </span>
      ))}
    </div>
  );
}

const REM_A_MINUTE = 3 / 60;

/** Height of a day: days of 23 or 25 hours are shorter or longer. */
export function heightOf(axis: Axis): string {
  return `${axisLength(axis) * REM_A_MINUTE}rem`;
}
