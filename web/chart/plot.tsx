import { useId } from "react";
import { Axis } from "./axis.tsx";
import { Columns } from "./columns.tsx";
import type { ChartData } from "./data.ts";
import { Key } from "./key.tsx";
import { gutterOf, layoutOf } from "./layout.ts";
import { LOOKS } from "./looks.ts";
import { textWidth } from "./text-width.ts";
import { useWidth } from "./use-width.ts";

const HEIGHT = 200;
const TOP = 20;
const NAMES_WIDTH = 112;
/** Marker of a series before its name, and the gaps around it. */
const BESIDE_NAME = 28;
const PLACES_HEIGHT = 24;
/** Below it the names of the series stand above the plot. */
const WIDE = 480;

type PlotProps = {
  readonly data: ChartData;
  readonly format: (value: number) => string;
  /** Shorter form of the values on the axis. */
  readonly formatTick?: (value: number) => string;
};

/** The drawing. Its height is fixed, so that nothing moves when its width is known. */
export function Plot({ data, format, formatTick = format }: PlotProps) {
  const { ref, width } = useWidth();
  const isWide = width >= WIDE;
  const hasNames = data.series.length > 1;
  const gutter = gutterOf(data, formatTick, textWidth);
  const inner = width - gutter - (isWide && hasNames ? namesWidth(data) : 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      {hasNames && !isWide ? <Key series={data.series} /> : null}
      <div className="min-h-61 min-w-0 overflow-x-clip" ref={ref}>
        {inner <= 0 ? null : (
          <Drawing
            data={data}
            format={format}
            formatTick={formatTick}
            gutter={gutter}
            hasNames={hasNames && isWide}
            inner={inner}
            width={width}
          />
        )}
      </div>
    </div>
  );
}

/** Room right of the plot for the names of the series. */
function namesWidth({ series }: ChartData): number {
  const widths = series.map(({ name }) => Math.ceil(textWidth(name)) + BESIDE_NAME);
  return Math.max(NAMES_WIDTH, ...widths);
}

type DrawingProps = Required<PlotProps> & {
  readonly width: number;
  /** Room for the labels of the axis. */
  readonly gutter: number;
  /** Width of the plot itself. */
  readonly inner: number;
  readonly hasNames: boolean;
};

function Drawing({ data, format, formatTick, width, gutter, inner, hasNames }: DrawingProps) {
  const hatch = useId();
  const layout = layoutOf(data, { width: inner, height: HEIGHT });
  return (
    <svg
      className="overflow-visible text-caption"
      height={TOP + HEIGHT + PLACES_HEIGHT}
      width={width}
    >
      <pattern
        height="6"
        id={hatch}
        patternTransform="rotate(45)"
        patternUnits="userSpaceOnUse"
        width="6"
      >
        <path className="stroke-surface forced-colors:stroke-[Canvas]" d="M0 0v6" strokeWidth="6" />
      </pattern>
      <g transform={`translate(${gutter} ${TOP})`}>
        <Axis format={formatTick} layout={layout} places={data.places} width={inner} />
        <Columns data={data} format={format} hatch={hatch} height={HEIGHT} layout={layout} />
        {hasNames
          ? layout.labels.map(({ series, y }) => (
              <g key={series} transform={`translate(${inner + 12} ${y})`}>
                <path className={LOOKS[series]?.bar} d={LOOKS[series]?.marker} />
                <text className="fill-ink forced-colors:fill-[CanvasText]" dy="4" x="12">
                  {data.series[series]?.name}
                </text>
              </g>
            ))
          : null}
      </g>
    </svg>
  );
}
