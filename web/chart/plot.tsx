import { type RefCallback, useCallback, useId, useState } from "react";
import { Columns } from "./columns.tsx";
import type { AllSeries, ChartData, Place } from "./data.ts";
import { gutterOf, type Layout, layoutOf, nameStep } from "./layout.ts";
import { LOOKS } from "./looks.ts";

const HEIGHT = 200;
const TOP = 20;
const NAMES_WIDTH = 112;
const BESIDE_NAME = 28;
const PLACES_HEIGHT = 24;
/** From this width on, the names of the series stand beside the plot instead of above it. */
const WIDE = 480;

type PlotProps = {
  readonly data: ChartData;
  readonly format: (value: number) => string;
  readonly formatTick?: (value: number) => string;
};

/** Drawing of a chart. Its height is fixed, so that nothing moves once its width is known. */
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

function namesWidth({ series }: ChartData): number {
  const widths = series.map(({ name }) => Math.ceil(textWidth(name)) + BESIDE_NAME);
  return Math.max(NAMES_WIDTH, ...widths);
}

type DrawingProps = Required<PlotProps> & {
  readonly width: number;
  readonly gutter: number;
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

function useWidth(): { readonly ref: RefCallback<HTMLElement>; readonly width: number } {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    // At once: the observer answers only after a first frame without the drawing.
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

function Key({ series }: { readonly series: AllSeries }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-caption">
      {series.map(({ name }, index) => (
        <li className="flex items-center gap-1.5" key={name}>
          <svg aria-hidden="true" height="12" viewBox="-6 -6 12 12" width="12">
            <path className={LOOKS[index]?.bar} d={LOOKS[index]?.marker} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

type AxisProps = {
  readonly layout: Layout;
  readonly places: readonly Place[];
  readonly width: number;
  readonly format: (value: number) => string;
};

/**
 * Lines at round values, and the names of the places. Narrow places leave out names, but never the last.
 */
function Axis({ layout, places, width, format }: AxisProps) {
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

/** Centres a name under its place, or ends it with the plot, which would cut it. */
function anchorAt(x: number, label: number, width: number) {
  return x + label / 2 > width
    ? ({ x: width, textAnchor: "end" } as const)
    : ({ x, textAnchor: "middle" } as const);
}

function textWidth(text: string): number {
  if (context === null) return 0;
  const style = getComputedStyle(document.body);
  context.font = `${style.getPropertyValue("--caption-size")} ${style.fontFamily}`;
  return context.measureText(text).width;
}

const context = document.createElement("canvas").getContext("2d");
