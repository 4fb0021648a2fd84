import type { Place } from "./data.ts";
import type { Layout } from "./layout.ts";

type AxisProps = {
  readonly layout: Layout;
  readonly places: readonly Place[];
  readonly width: number;
  readonly format: (value: number) => string;
};

/** Room that the label of a place needs. */
const LABEL_PX = 40;

/** Lines at round values, and the names of the places; each, or each second one where they are narrow. */
export function Axis({ layout, places, width, format }: AxisProps) {
  const [column] = layout.columns;
  const every = Math.max(1, Math.ceil(LABEL_PX / (column?.width ?? LABEL_PX)));
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
        index % every === 0 ? (
          <text
            className={isPartial ? "font-semibold" : ""}
            key={name}
            textAnchor="middle"
            x={(layout.columns[index]?.x ?? 0) + (column?.width ?? 0) / 2}
            y={bottom + 18}
          >
            {label}
          </text>
        ) : null,
      )}
    </g>
  );
}
