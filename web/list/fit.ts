import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Column, List } from "./list.ts";

/** In rem. A column with `grow` shares the room that is left, another one grows up to `most`. */
export type Width = { readonly least: number; readonly grow?: number; readonly most?: number };

export type Fit<Row> = {
  /** Rows have columns, or two lines where the columns have no room. */
  readonly form: "table" | "lines";
  readonly columns: readonly Column<Row>[];
  readonly tracks: string;
};

/** The column that names a row is never narrower, so that the name can be read. */
const NAME_REM = 9;
const BOX_REM = 1.75;
const GAP_REM = 0.75;

/**
 * Columns with room in so many rem. Where it is scarce, those with `leaves` go in their order; where
 * the rest has no room either, rows take two lines.
 */
export function fitted<Row>(
  { columns, selection }: Pick<List<Row>, "columns" | "selection">,
  room: number,
): Fit<Row> {
  const box = selection === undefined ? [] : [BOX_REM];
  const isRoomFor = (shown: readonly Column<Row>[]) => {
    const widths = [...box, ...shown.map((column) => widthOf(column).least)];
    return widths.reduce((sum, width) => sum + width + GAP_REM, -GAP_REM) <= room;
  };
  const leaving = columns
    .filter(({ leaves }) => leaves !== undefined)
    .toSorted((one, other) => (one.leaves ?? 0) - (other.leaves ?? 0));
  for (let gone = 0; gone <= leaving.length; gone += 1) {
    const left = new Set(leaving.slice(0, gone));
    const shown = columns.filter((column) => !left.has(column));
    if (isRoomFor(shown)) return { form: "table", columns: shown, tracks: tracksOf(shown, box) };
  }
  const shown = columns.filter(
    ({ narrow, leaves }) => narrow !== undefined || leaves === undefined,
  );
  return { form: "lines", columns: shown, tracks: tracksOf(shown, box) };
}

function widthOf<Row>({ width, isName }: Column<Row>): Width {
  const { least, ...rest } = typeof width === "number" ? { least: width } : width;
  return { ...rest, least: isName === true ? Math.max(least, NAME_REM) : least };
}

function tracksOf<Row>(columns: readonly Column<Row>[], box: readonly number[]): string {
  const tracks = columns.map((column) => {
    const { least, grow, most } = widthOf(column);
    if (grow === undefined && most === undefined) return `${least}rem`;
    return `minmax(${least}rem, ${grow === undefined ? `${most}rem` : `${grow}fr`})`;
  });
  return [...box.map((width) => `${width}rem`), ...tracks].join(" ");
}

/** Fits the columns of a list into the element that it is in, whenever that changes its width. */
export function useFit<Row>(
  list: List<Row>,
): Fit<Row> & { readonly element: RefObject<HTMLDivElement | null> } {
  const element = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(likelyRoom);
  useLayoutEffect(() => {
    const measure = () => {
      if (element.current !== null) setRoom(Math.floor(inRem(element.current.clientWidth)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    if (element.current !== null) observer.observe(element.current);
    // Another size of text leaves the width, but changes the height of the page.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const fit = useMemo(() => fitted(list, room), [list, room]);
  return { ...fit, element };
}

/** Of a list that is not drawn yet: the window without the navigation and the edges. */
function likelyRoom(): number {
  const width = inRem(window.innerWidth);
  return Math.floor(width < 48 ? width - 2 : Math.min(width - 18, 75));
}

function inRem(px: number): number {
  return px / Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
