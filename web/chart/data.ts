export type ChartKind = "bars" | "lines" | "stack";

/** A place on the horizontal axis, such as a day. */
export type Place = {
  /** Under the axis: `Mon`. */
  readonly label: string;
  /** In the table, and read aloud: `Monday 16 November`. */
  readonly name: string;
  /** True for a period that is not over; it is hatched. */
  readonly isPartial?: boolean;
  /** Reason, where it is not that the period goes on: `only 1 to 15 November`. */
  readonly partialAs?: string;
  /** List of what the values count. */
  readonly link?: ListLink;
  /** Point of a line on the axis in places from its start, where it is not the place's own: `7.1`. */
  readonly at?: number;
};

export type ListLink = {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
};

type Series = {
  readonly name: string;
  /** One for each place. */
  readonly values: readonly number[];
  /** Lists of what each value counts, where those of a place differ. */
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
  /** Below the axis, where its labels have no unit: `Months from now`. */
  readonly placesAre?: string;
  readonly series: AllSeries;
};

/** Why a place is hatched; null for a whole one. */
export function partialWords({ isPartial = false, partialAs }: Place): string | null {
  return isPartial ? (partialAs ?? "not over yet") : null;
}

/** Sum of a place's values; of use where they are parts of a whole. */
export function sumAt({ series }: ChartData, place: number): number {
  return series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0);
}
