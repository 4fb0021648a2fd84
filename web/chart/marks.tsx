import type { ChartData } from "./data.ts";
import type { Layout } from "./layout.ts";
import { LOOKS } from "./looks.ts";

type MarksProps = { readonly data: ChartData; readonly layout: Layout; readonly hatch: string };

/** Bars and lines. Their values are told by the targets above them. */
export function Marks({ data, layout, hatch }: MarksProps) {
  const isPartial = (place: number) => data.places[place]?.isPartial === true;
  return (
    <g aria-hidden="true">
      {layout.bars.map(({ series, place, ...box }) => (
        <g key={`${series} ${place}`}>
          <rect className={LOOKS[series]?.bar} {...box} />
          {isPartial(place) ? <rect fill={`url(#${hatch})`} {...box} opacity="0.5" /> : null}
        </g>
      ))}
      {layout.lines.map((points, series) => (
        <g key={data.series[series]?.name}>
          <path
            className={LOOKS[series]?.line}
            d={points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x} ${y}`).join("")}
            fill="none"
            strokeDasharray={LOOKS[series]?.dashes}
            strokeWidth="2"
          />
          {points.map(({ x, y, place }) => (
            <path
              className={`${LOOKS[series]?.line} ${isPartial(place) ? "fill-surface" : LOOKS[series]?.bar}`}
              d={LOOKS[series]?.marker}
              key={place}
              transform={`translate(${x} ${y})`}
            />
          ))}
        </g>
      ))}
    </g>
  );
}
