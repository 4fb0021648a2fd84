import type { Place } from "./data.ts";
import { type Layout, nameStep } from "./layout.ts";
import { textWidth } from "./text-width.ts";

type AxisProps = {
  readonly layout: Layout;
  readonly places: readonly Place[];
  readonly width: number;
  readonly format: (value: number) => string;
};

/**
 * Lines at round values, and the names of the places; each, or each second one where they are narrow. The
 * last is always among them.
 */
export function Axis({ layout, places, width, format }: AxisProps) {
  const [column] = layout.columns;
  const every = nameStep({ places }, column?.width ?? width, textWidth);
  const bottom = layout.ticks[0]?.y ?? 0;
  return (
    <g aria-hidden="true" className="fill-ink2 forced-colors:fill-[CanvasText]">
      {layout.ticks.map(({ value, y }) => (
        <g key={value}>
          <path
            className={value === 0 ? "stroke-edge" : "stroke-line"}
            d={`M0 ${Math.round(y) + 0.5}H${width}`}
          />
          <text dy="4" textAnchor="end" x="-8" y={y}>
            {format(value)}
          </text>
        </g>
      ))}
      {places.map(({ label, name, isPartial = false }, index) =>
        (places.length - 1 - index) % every === 0 ? (
          <text
            className={isPartial ? "font-semibold" : ""}
            key={name}
            {...anchorAt(
              (layout.columns[index]?.x ?? 0) + (column?.width ?? 0) / 2,
              textWidth(label),
              width,
            )}
            y={bottom + 18}
          >
            {label}
          </text>
        ) : null,
      )}
    </g>
  );
}

/** A name stands under the middle of its place, or ends with the plot, which would cut it. */
function anchorAt(x: number, label: number, width: number) {
  return x + label / 2 > width
    ? ({ x: width, textAnchor: "end" } as const)
    : ({ x, textAnchor: "middle" } as const);
}
