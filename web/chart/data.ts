export type ChartKind = "bars" | "lines" | "stack";

export type Place = {
  readonly label: string;
  /** In the table, and read aloud: `Monday 16 November`. */
  readonly name: string;
  /** True for a period that is not over; it is hatched. */
  readonly isPartial?: boolean;
  /** Another reason to hatch it: `only 1 to 15 November`. */
  readonly partialAs?: string;
  readonly link?: ListLink;
  /** Exact position of a line's point, in places from the start: `7.1`. */
  readonly at?: number;
};

export type ListLink = {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
};

type Series = {
  readonly name: string;
  readonly values: readonly number[];
  readonly links?: readonly ListLink[];
};

/** At most four series: more cannot be told apart. */
export type AllSeries =
  | readonly [Series]
  | readonly [Series, Series]
  | readonly [Series, Series, Series]
  | readonly [Series, Series, Series, Series];

export type ChartData = {
  readonly kind: ChartKind;
  readonly places: readonly Place[];
  /** Caption of the axis, where its labels have no unit: `Months from now`. */
  readonly placesAre?: string;
  readonly series: AllSeries;
};

/** Reason for hatching; null for a whole place. */
export function partialWords({ isPartial = false, partialAs }: Place): string | null {
  return isPartial ? (partialAs ?? "not over yet") : null;
}

export function sumAt({ series }: ChartData, place: number): number {
  return series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0);
}
