import type { ChartData, ListLink } from "./data.ts";
import { type Layout, valueWords, pointWords } from "./layout.ts";

export type Target = {
  readonly x: number;
  readonly width: number;
  readonly words: string;
  /** Undefined too where it is too narrow to be pressed: the table has the same links. */
  readonly link: ListLink | undefined;
};

/** Least width of what is pressed (WCAG 2.2, 2.5.8). */
const LEAST_PX = 24;

/** One target a place. One a value, if values have lists of their own and there is room. */
export function targetsOf(
  data: ChartData,
  { columns }: Layout,
  format: (value: number) => string,
): readonly Target[] {
  const { series, places } = data;
  const hasOwnLinks = series.every(({ links }) => links !== undefined);
  return columns.flatMap(({ x, width }, place) => {
    const share = width / series.length;
    if (hasOwnLinks && share >= LEAST_PX)
      return series.map(({ links }, index) => ({
        x: x + index * share,
        width: share,
        words: valueWords(data, { place, series: index }, format),
        link: links?.[place],
      }));
    const link = width >= LEAST_PX ? places[place]?.link : undefined;
    return [{ x, width, words: pointWords(data, place, format), link }];
  });
}
