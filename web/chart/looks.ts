/**
 * Looks of the series, in order. They differ by colour, dashes and marker; the bars of the second have a
 * light filling.
 */
export const LOOKS = [
  {
    bar: "fill-chart1 forced-colors:fill-[CanvasText]",
    line: "stroke-chart1 forced-colors:stroke-[CanvasText]",
    dashes: undefined,
    marker: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
  },
  {
    bar: "fill-chart2/25 stroke-chart2 forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]",
    line: "stroke-chart2 forced-colors:stroke-[CanvasText]",
    dashes: "7 4",
    marker: "M-4-4h8v8h-8z",
  },
  {
    bar: "fill-chart3 forced-colors:fill-[GrayText]",
    line: "stroke-chart3 forced-colors:stroke-[CanvasText]",
    dashes: "2 4",
    marker: "M0-5 5 4H-5z",
  },
  {
    bar: "fill-chart4 forced-colors:fill-[Highlight]",
    line: "stroke-chart4 forced-colors:stroke-[CanvasText]",
    dashes: "9 3 2 3",
    marker: "M0-5 5 0 0 5-5 0z",
  },
] as const;
