import type { Box, Cell } from "./paper.ts";

export type Letter = {
  readonly text: string;
  readonly box: Box;
  /** Height of its font, in the units of the page. */
  readonly size: number;
  /** Quarter turns, 0 for letters that stand upright on the page as it is shown. */
  readonly turn: number;
};

/** Parts of a font's size. */
const SPACE = 0.12;
const NEW_CELL = 1;
const OVERLAP = 0.4;
const OTHER_LINE = 0.35;

/** Joins letters, in the order of the file, to words and cells. */
export function joinedCells(letters: readonly Letter[]): readonly Cell[] {
  const runs = joinedRuns(runsOf(letters));
  return runs.flatMap((run) => {
    const text = run.text.trim().toWellFormed();
    return text === "" ? [] : [{ text, box: run.box, score: null }];
  });
}

/** Letters that follow each other on one line. */
type Run = {
  text: string;
  box: Box;
  readonly size: number;
  readonly turn: number;
  last: Box;
};

function runsOf(letters: readonly Letter[]): readonly Run[] {
  const runs: Run[] = [];
  let run: Run | undefined;
  let isAfterBlank = false;
  for (const letter of letters) {
    if (letter.text.trim() === "") {
      isAfterBlank = true;
      continue;
    }
    const between = run && betweenLetters(run, letter, isAfterBlank);
    isAfterBlank = false;
    if (run === undefined || between === undefined) {
      run = { ...letter, last: letter.box };
      runs.push(run);
      continue;
    }
    run.text += between + letter.text;
    run.box = around(run.box, letter.box);
    run.last = letter.box;
  }
  return runs;
}

/** Nothing or a space, or undefined when the letter begins another run. */
function betweenLetters(run: Run, letter: Letter, isAfterBlank: boolean): string | undefined {
  if (run.turn !== letter.turn) return undefined;
  const size = Math.max(run.size, letter.size);
  if (Math.abs(baseOf(run.last, run.turn) - baseOf(letter.box, letter.turn)) > size * OTHER_LINE)
    return undefined;
  // Parts of a ligature stand in one box.
  if (isSame(run.last, letter.box)) return "";
  const gap = RIGHT_TO_LEFT.test(letter.text)
    ? Math.max(gapOf(letter.box, run.last, run.turn), gapOf(run.last, letter.box, run.turn))
    : gapOf(run.last, letter.box, run.turn);
  if (gap < -size * OVERLAP || gap > size * NEW_CELL) return undefined;
  return isAfterBlank || gap > size * SPACE ? " " : "";
}

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Joins runs that the file draws apart, but that stand beside each other. */
function joinedRuns(runs: readonly Run[]): readonly Run[] {
  const joined: Run[] = [];
  const open = new Map<string, Run[]>();
  for (const run of runs.toSorted((a, b) => startOf(a) - startOf(b))) {
    const before = linesNear(run)
      .flatMap((line) => open.get(line) ?? [])
      .find((other) => isBeside(other, run));
    if (before === undefined) {
      joined.push(run);
      const line = lineOf(run, 0);
      const there = open.get(line);
      if (there === undefined) open.set(line, [run]);
      // Only the last ones of a line can still be beside the next.
      else there.splice(0, Math.max(0, there.length - 7), run);
      continue;
    }
    const size = Math.max(before.size, run.size);
    const isApart = gapOf(before.box, run.box, run.turn) > size * SPACE;
    before.text += (isApart ? " " : "") + run.text;
    before.box = around(before.box, run.box);
  }
  return joined;
}

function isBeside(before: Run, run: Run): boolean {
  const size = Math.max(before.size, run.size);
  if (Math.min(before.size, run.size) < size * 0.6 || before.turn !== run.turn) return false;
  if (RIGHT_TO_LEFT.test(before.text) || RIGHT_TO_LEFT.test(run.text)) return false;
  const gap = gapOf(before.box, run.box, run.turn);
  if (gap < -size * 0.15 || gap > size * NEW_CELL) return false;
  return Math.abs(baseOf(before.box, before.turn) - baseOf(run.box, run.turn)) < size * 0.15;
}

const LINE_HEIGHT = 4;

function linesNear(run: Run): readonly string[] {
  return [lineOf(run, 0), lineOf(run, -1), lineOf(run, 1)];
}

function lineOf(run: Run, more: number): string {
  return `${run.turn} ${Math.floor(baseOf(run.box, run.turn) / LINE_HEIGHT) + more}`;
}

/** The edge on which letters stand, and along which lines are told apart. */
function baseOf(box: Box, turn: number): number {
  return turn % 2 === 0 ? (turn === 0 ? box.bottom : box.top) : turn === 1 ? box.left : box.right;
}

/** Where a run begins, growing in the direction in which it is read. */
function startOf({ box, turn }: Run): number {
  return [box.left, box.top, -box.right, -box.bottom][turn] ?? box.left;
}

/** From the end of the one to the start of the other, in the direction in which letters are read. */
function gapOf(before: Box, after: Box, turn: number): number {
  if (turn === 1) return after.top - before.bottom;
  if (turn === 2) return before.left - after.right;
  if (turn === 3) return before.top - after.bottom;
  return after.left - before.right;
}

function isSame(one: Box, other: Box): boolean {
  return (
    Math.abs(one.left - other.left) < 0.01 &&
    Math.abs(one.top - other.top) < 0.01 &&
    Math.abs(one.right - other.right) < 0.01
  );
}

function around(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  };
}
