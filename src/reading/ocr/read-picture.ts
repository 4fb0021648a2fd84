import type { Cell, Page } from "../paper.ts";
import { type Picture, type Turn, turnPicture } from "../pictures.ts";
import { turnedPoint } from "../place.ts";
import { type FoundWords, joinLetters } from "./cells.ts";
import { findText, skewOf, type TextBox } from "./find-text.ts";
import { withoutGhosts } from "./ghosts.ts";
import type { Ocr } from "./load-ocr.ts";
import { type Line, readLine } from "./read-line.ts";

/** Lines below this are no letters: logos, folds, the edge of a table. */
const LEAST_SCORE = 0.5;
/** The longest boxes of either axis tell which way a picture lies. */
const ASKED = 5;
/** From here on a direction is believed without asking the others. */
const SURE = 0.85;

/**
 * Text of a picture. One that lies on its side or its head is turned first, and lines that climb or fall are
 * put level, so that the boxes of a line stand beside each other. `placeOnPage` tells where they are on the picture.
 */
export async function readPicture(ocr: Ocr, picture: Picture): Promise<Page> {
  const found = await findText(ocr, picture);
  const turned = await turnOf(ocr, picture, found);
  const upright = await turnPicture(picture, turned);
  const boxes = turned === 0 ? found : await findText(ocr, upright);
  const { boxes: own, palest } = withoutGhosts(upright, boxes);
  const lines: { line: Line; box: TextBox }[] = [];
  for (const box of own) {
    const line = await readLine(ocr, upright, box, palest);
    if (line.score >= LEAST_SCORE) lines.push({ line, box });
  }
  const page = {
    width: upright.width,
    height: upright.height,
    from: "ocr",
    turned,
    skew: skewOf(lines.map(({ box }) => box)),
  } as const;
  return { ...page, cells: joinLetters(lines).map((words) => cellOf(words, page)) };
}

/**
 * The turn after which letters are read. Text is found whichever way it lies, but upside down or from the
 * side the network reads hardly any letter.
 */
async function turnOf(ocr: Ocr, picture: Picture, boxes: readonly TextBox[]): Promise<Turn> {
  const level = longestOf(boxes.filter((box) => !isSideways(box)));
  const upright = await legibility(ocr, picture, level, 0);
  if (upright >= SURE * ASKED) return 0;
  const sideways = longestOf(boxes.filter(isSideways));
  const all = [
    { turn: 0, legible: upright },
    { turn: 180, legible: await legibility(ocr, picture, level, Math.PI) },
    { turn: 90, legible: await legibility(ocr, picture, sideways, -Math.PI / 2) },
    { turn: 270, legible: await legibility(ocr, picture, sideways, Math.PI / 2) },
  ] as const;
  return all.reduce((best, other) => (other.legible > best.legible ? other : best)).turn;
}

function longestOf(boxes: readonly TextBox[]): readonly TextBox[] {
  return boxes.toSorted((one, other) => other.width - one.width).slice(0, ASKED);
}

function isSideways({ angle }: TextBox): boolean {
  return Math.abs(Math.sin(angle)) > Math.SQRT1_2;
}

/** Sum of the scores of boxes that have letters when they are read in this direction. */
async function legibility(
  ocr: Ocr,
  picture: Picture,
  boxes: readonly TextBox[],
  direction: number,
): Promise<number> {
  let sum = 0;
  for (const box of boxes) {
    const isAgainst = Math.cos(box.angle - direction) < 0;
    const angle = isAgainst ? box.angle + Math.PI : box.angle;
    const { letters, score } = await readLine(ocr, picture, { ...box, angle });
    if (letters.length > 2) sum += score;
  }
  return sum;
}

function cellOf({ text, score, box }: FoundWords, page: Omit<Page, "cells">): Cell {
  const { x, y } = turnedPoint(page, box.x, box.y, -(page.skew ?? 0));
  const [across, down] = isSideways(box) ? [box.height, box.width] : [box.width, box.height];
  return {
    text,
    score,
    box: { left: x - across / 2, top: y - down / 2, right: x + across / 2, bottom: y + down / 2 },
  };
}

/** The point after the page was turned about its middle. */
