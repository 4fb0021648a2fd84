import { type ChartData, partialWords, sumAt } from "./data.ts";

export type Size = { readonly width: number; readonly height: number };

type Bar = {
  readonly series: number;
  readonly place: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

type Point = {
  readonly series: number;
  readonly place: number;
  readonly x: number;
  readonly y: number;
};

export type Layout = {
  readonly ticks: readonly { readonly value: number; readonly y: number }[];
  readonly baseline: number;
  readonly columns: readonly { readonly x: number; readonly width: number }[];
  readonly bars: readonly Bar[];
  readonly lines: readonly (readonly Point[])[];
  /** Heights of the series' names beside the last place, none over another. */
  readonly labels: readonly { readonly series: number; readonly y: number }[];
};

const LABEL_HEIGHT_PX = 16;
/** Part of a column that its bars leave free. */
const GAP_SHARE = 0.3;
const WIDEST_BAR_PX = 96;
const BETWEEN_NAMES_PX = 8;
const NARROWEST_GUTTER_PX = 40;
const BESIDE_LABEL_PX = 12;

/** Positions in pixels from the plot's top left corner. Zero is always on the axis. */
export function layoutOf(data: ChartData, { width, height }: Size): Layout {
  const ticks = ticksFor(extentOf(data));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const yOf = (value: number) => height - ((value - low) / (high - low)) * height;
  const column = width / Math.max(1, data.places.length);
  const columns = data.places.map((_, place) => ({ x: place * column, width: column }));
  const bars = data.kind === "lines" ? [] : barsOf(data, column, yOf);
  const lines = data.kind === "lines" ? linesOf(data, column, yOf) : [];
  return {
    ticks: ticks.map((value) => ({ value, y: yOf(value) })),
    baseline: yOf(0),
    columns,
    bars,
    lines,
    labels: apart(heightsAtEnd(data, bars, lines), height),
  };
}

/** Space left of the plot, so that no label of the axis is cut. */
export function gutterOf(
  data: ChartData,
  format: (value: number) => string,
  widthOf: (label: string) => number,
): number {
  const widths = ticksFor(extentOf(data)).map((value) => widthOf(format(value)));
  return Math.max(NARROWEST_GUTTER_PX, Math.ceil(Math.max(...widths)) + BESIDE_LABEL_PX);
}

/**
 * Places between two names on the axis, so that none covers another. The last name, where it is wider
 * than its place, ends with the plot and so moves towards the name before.
 */
export function nameStep(
  { places }: Pick<ChartData, "places">,
  column: number,
  widthOf: (label: string) => number,
): number {
  const widest = Math.max(0, ...places.map(({ label }) => widthOf(label)));
  const moved = Math.max(0, (widest - column) / 2);
  return Math.max(1, Math.ceil((widest + moved + BETWEEN_NAMES_PX) / column));
}

/** Values that the axis must reach. A stack reaches the sums above and below zero. */
function extentOf(data: ChartData): readonly number[] {
  if (data.kind !== "stack") return data.series.flatMap(({ values }) => values);
  return data.places.flatMap((_, place) => {
    const values = data.series.map(({ values }) => values[place] ?? 0);
    return [sumOf(values.filter((value) => value > 0)), sumOf(values.filter((value) => value < 0))];
  });
}

type YOf = (value: number) => number;

function barsOf(data: ChartData, column: number, yOf: YOf): readonly Bar[] {
  const isStack = data.kind === "stack";
  const besideEachOther = isStack ? 1 : data.series.length;
  const barWidth = Math.min(WIDEST_BAR_PX, (column * (1 - GAP_SHARE)) / besideEachOther);
  return data.series.flatMap(({ values }, series) =>
    data.places.map((_, place) => {
      const value = values[place] ?? 0;
      const under = isStack ? underOf(data, series, place) : 0;
      const [from, to] = [yOf(under), yOf(under + value)];
      return {
        series,
        place,
        x:
          place * column +
          (column - besideEachOther * barWidth) / 2 +
          (isStack ? 0 : series * barWidth),
        y: Math.min(from, to),
        width: barWidth,
        height: Math.abs(to - from),
      };
    }),
  );
}

/** Sum of the values below one in its stack, on the same side of zero. */
function underOf({ series }: ChartData, index: number, place: number): number {
  const isAbove = (series[index]?.values[place] ?? 0) >= 0;
  const before = series.slice(0, index).map(({ values }) => values[place] ?? 0);
  return sumOf(before.filter((value) => value >= 0 === isAbove));
}

function linesOf(data: ChartData, column: number, yOf: YOf): readonly (readonly Point[])[] {
  return data.series.map(({ values }, series) =>
    data.places.map(({ at }, place) => ({
      series,
      place,
      x: ((at ?? place) + 0.5) * column,
      y: yOf(values[place] ?? 0),
    })),
  );
}

/** Heights of the last point of each line, or of the middle of its last bar. */
function heightsAtEnd(
  { series, kind }: ChartData,
  bars: readonly Bar[],
  lines: Layout["lines"],
): readonly { series: number; y: number }[] {
  const last = Math.max(...bars.filter(({ height }) => height > 0).map(({ place }) => place));
  return series.map((_, index) => {
    const line = lines[index]?.at(-1);
    // The names of bars beside each other stand at the same place, and so keep the order of the bars.
    const bar = bars.findLast(
      (bar) => bar.series === index && (kind === "bars" ? bar.place === last : bar.height > 0),
    );
    return { series: index, y: line?.y ?? (bar === undefined ? 0 : bar.y + bar.height / 2) };
  });
}

/** Moves labels apart downwards, then up again where they would leave the plot. */
function apart(labels: readonly { series: number; y: number }[], height: number) {
  const placed: { series: number; y: number }[] = [];
  for (const { series, y } of labels.toSorted((one, other) => one.y - other.y)) {
    const above = placed.at(-1);
    placed.push({ series, y: above === undefined ? y : Math.max(y, above.y + LABEL_HEIGHT_PX) });
  }
  const over = Math.max(0, (placed.at(-1)?.y ?? 0) - height);
  return placed.map(({ series, y }) => ({ series, y: y - over }));
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** Read aloud when a place is reached: `Monday 16 November: You 3 h, Others 5 h`. */
export function pointWords(
  data: ChartData,
  place: number,
  format: (value: number) => string,
): string {
  const values = data.series.map(({ name, values }) => `${name} ${format(values[place] ?? 0)}`);
  const isWhole = data.kind === "stack" && data.series.length > 1;
  const sum = isWhole ? [`together ${format(sumAt(data, place))}`] : [];
  return `${placeWords(data, place)}: ${[...values, ...sum].join(", ")}`;
}

/** Read aloud when a value is reached: `November 2026, not over yet: Revenue €120.00`. */
export function valueWords(
  data: ChartData,
  { place, series }: { readonly place: number; readonly series: number },
  format: (value: number) => string,
): string {
  const { name, values } = data.series[series] ?? { name: "", values: [] };
  return `${placeWords(data, place)}: ${name} ${format(values[place] ?? 0)}`;
}

function placeWords({ places }: ChartData, index: number): string {
  const place = places[index];
  if (place === undefined) return "";
  const partial = partialWords(place);
  return partial === null ? place.name : `${place.name}, ${partial}`;
}

const STEPS = [1, 2, 5, 10] as const;

/** Round values of the vertical axis, which enclose the data and zero. */
export function ticksFor(values: readonly number[], most = 4): readonly number[] {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = stepFor((high - low || 1) / most);
  const first = Math.floor(low / step);
  const last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function stepFor(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = STEPS.find((step) => step * power >= least) ?? 10;
  return factor * power;
}
