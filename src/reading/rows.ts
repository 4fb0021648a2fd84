import type { Box, Cell, Page } from "./paper.ts";

/** A line of a page: its cells from left to right. */
export type Row = {
  readonly cells: readonly Cell[];
  readonly box: Box;
};

/**
 * Puts the cells of a page into lines, from top to bottom. A page that is askew has lines that climb or
 * fall: they are followed by the slope at which most cells stand in few lines.
 */
export function rowsOf(page: Page): readonly Row[] {
  const cells = page.cells.filter(({ text }) => text.trim() !== "");
  const slope = slopeOf(cells);
  const placed = cells
    .map((cell) => placedCell(cell, slope))
    .toSorted((one, other) => one.middle - other.middle || one.cell.box.left - other.cell.box.left);
  const lines: Line[] = [];
  for (const cell of placed) {
    const line = lineFor(cell, lines);
    if (line === undefined) lines.push({ members: [cell] });
    else line.members.push(cell);
  }
  return lines
    .map(({ members }) => ({ members, middle: meanOf(members.map(({ middle }) => middle)) }))
    .toSorted((one, other) => one.middle - other.middle)
    .map(({ members }) => rowOf(members.map(({ cell }) => cell)));
}

/** Rows as lines, cells parted by two spaces. */
export function textOf(page: Page): string {
  return rowsOf(page)
    .map(({ cells }) => cells.map(({ text }) => text.trim()).join("  "))
    .join("\n");
}

/** A cell with its height and middle as they would be on a page that is straight. */
type Placed = { readonly cell: Cell; readonly middle: number; readonly height: number };

type Line = { readonly members: Placed[] };

function placedCell(cell: Cell, slope: number): Placed {
  const { left, top, right, bottom } = cell.box;
  // The upright box around a climbing line is higher than its letters.
  const height = Math.max(bottom - top - Math.abs(slope) * (right - left), (bottom - top) * 0.4);
  return { cell, middle: (top + bottom) / 2 - (slope * (left + right)) / 2, height };
}

/** Lines and members that are looked at: enough for columns that run beside each other. */
const NEAR_LINES = 12;
const NEAR_MEMBERS = 64;

/** The line whose nearest cell stands at the height of this one, beside it. */
function lineFor(placed: Placed, lines: readonly Line[]): Line | undefined {
  let best: { readonly line: Line; readonly distance: number } | undefined;
  for (const line of lines.slice(-NEAR_LINES)) {
    const members = line.members.slice(-NEAR_MEMBERS);
    if (members.some(({ cell }) => overlapOf(cell.box, placed.cell.box) > 0.5)) continue;
    const nearest = members.reduce((one, other) =>
      gapOf(other.cell.box, placed.cell.box) < gapOf(one.cell.box, placed.cell.box) ? other : one,
    );
    const distance = distanceOf(nearest, placed);
    if (distance < 0.5 && (best === undefined || distance < best.distance))
      best = { line, distance };
  }
  return best?.line;
}

/** Between the middles, or twice between the feet of letters of unlike sizes, in heights of the smaller. */
function distanceOf(one: Placed, other: Placed): number {
  const height = Math.max(Math.min(one.height, other.height), 0.001);
  const feet = Math.abs(one.middle + one.height / 2 - other.middle - other.height / 2);
  return Math.min(Math.abs(one.middle - other.middle), feet * 2) / height;
}

function gapOf(one: Box, other: Box): number {
  return Math.max(one.left - other.right, other.left - one.right, 0);
}

/** Share of the narrower box that the other covers sideways. */
function overlapOf(one: Box, other: Box): number {
  const shared = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const narrower = Math.min(one.right - one.left, other.right - other.left);
  return shared / Math.max(narrower, 0.001);
}

function rowOf(unsorted: readonly Cell[]): Row {
  const cells = unsorted.toSorted((one, other) => one.box.left - other.box.left);
  return { cells, box: boxAround(cells.map(({ box }) => box)) };
}

export function boxAround(boxes: readonly Box[]): Box {
  return boxes.reduce((one, other) => ({
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  }));
}

/** Slopes up to 8°, in steps of an eighth of a degree. */
const SLOPE_STEP = Math.tan(Math.PI / 180 / 8);
const SLOPE_STEPS = 64;
const MOST_FITTED = 2000;

/**
 * Height by which lines fall for each unit to the right. At the true slope the middles of all cells fall
 * into the fewest lines. A slope that is wrong by one line over the width of the page does nearly as well,
 * so the height of long boxes has a say, and a straight page is believed first.
 */
function slopeOf(all: readonly Cell[]): number {
  const cells = all.length > MOST_FITTED ? all.slice(0, MOST_FITTED) : all;
  if (cells.length < 4) return 0;
  const height = medianOf(cells.map(({ box }) => box.bottom - box.top));
  if (height <= 0) return 0;
  const stated = statedSlope(cells);
  let best = { slope: 0, score: crowding(cells, 0, height) * likelihood(0, stated) * 1.05 };
  for (let step = -SLOPE_STEPS; step <= SLOPE_STEPS; step += 1) {
    const slope = step * SLOPE_STEP;
    const score = crowding(cells, slope, height) * likelihood(slope, stated);
    if (score > best.score) best = { slope, score };
  }
  return best.slope;
}

/** Falls by a quarter over 4°. */
function likelihood(slope: number, stated: number): number {
  return 1 - Math.min(Math.abs(Math.abs(slope) - stated) / 0.28, 0.5);
}

/** Slope, without its sign, by which boxes grow higher as they grow wider. */
function statedSlope(cells: readonly Cell[]): number {
  const sizes = cells.map(({ box }) => ({
    width: box.right - box.left,
    height: box.bottom - box.top,
  }));
  const width = medianOf(sizes.map((size) => size.width));
  const narrow = sizes.filter((size) => size.width <= width);
  const wide = sizes.filter((size) => size.width > width * 2);
  if (narrow.length === 0 || wide.length < 3) return 0;
  const rise =
    medianOf(wide.map((size) => size.height)) - medianOf(narrow.map((size) => size.height));
  const run = medianOf(wide.map((size) => size.width)) - medianOf(narrow.map((size) => size.width));
  return run <= 0 ? 0 : Math.max(rise / run, 0);
}

/** Sum of the squares of how many cells have their middle in the same third of a line. */
function crowding(cells: readonly Cell[], slope: number, height: number): number {
  const counts = new Map<number, number>();
  const add = (bin: number, share: number) => counts.set(bin, (counts.get(bin) ?? 0) + share);
  for (const { box } of cells) {
    const middle = (box.top + box.bottom) / 2 - (slope * (box.left + box.right)) / 2;
    const at = (middle / height) * 3;
    const bin = Math.floor(at);
    add(bin, 1 - (at - bin));
    add(bin + 1, at - bin);
  }
  return [...counts.values()].reduce((sum, count) => sum + count * count, 0);
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}
