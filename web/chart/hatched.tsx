import { type ChartData, partialWords } from "./data.ts";

export function Hatched({ data: { kind, places, series } }: { readonly data: ChartData }) {
  const partial = places.flatMap((place, index) => {
    const words = partialWords(place);
    const isDrawn = kind === "lines" || series.some(({ values }) => values[index] !== 0);
    return words === null || !isDrawn ? [] : [`${place.name}, ${words}`];
  });
  if (partial.length === 0) return null;
  return <p className="text-caption text-ink2">Hatched: {partial.join("; ")}.</p>;
}
