export type ChartKind = "bars" | "lines" | "stack";

/** A place on the horizontal axis, such as a day. */
export type Place = {
  /** Under the axis: `Mon`. */
  readonly label: string;
  /** In the table, and read aloud: `Monday 16 November`. */
  readonly name: string;
  /** True for a period that is not over; it is hatched. */
  readonly isPartial?: boolean;
  /** List of what the values count. */
  readonly link?: { readonly to: string; readonly search: Readonly<Record<string, string>> };
};

type Series = {
  readonly name: string;
  /** One for each place. */
  readonly values: readonly number[];
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
  readonly series: AllSeries;
};

/** Sum of a place's values; of use where they are parts of a whole. */
export function sumAt({ series }: ChartData, place: number): number {
  return series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0);
}
