import type { Cell, Page } from "../paper.ts";
import type { Picture } from "../pictures.ts";
import { findText, slopeOf, type TextBox } from "./find-text.ts";
import type { Ocr } from "./load-ocr.ts";
import { type Line, readLine } from "./read-line.ts";

/** Cells below this are no letters: logos, folds, the edge of a table. */
const LEAST_SCORE = 0.5;

/** Text of a picture, with the page turned so that it stands upright and its lines level. */
export async function readPicture(ocr: Ocr, picture: Picture): Promise<Page> {
  const boxes = await findText(ocr, picture);
  const cells: Cell[] = [];
  const slope = slopeOf(boxes);
  for (const box of boxes) {
    const line = await readLine(ocr, picture, box);
    if (line.text.trim() === "" || line.score < LEAST_SCORE) continue;
    cells.push(cellOf(line, box, slope, picture));
  }
  return { width: picture.width, height: picture.height, cells, from: "ocr" };
}

function cellOf({ text, score }: Line, box: TextBox, slope: number, page: Picture): Cell {
  const [fromMiddle, below] = [box.x - page.width / 2, box.y - page.height / 2];
  const x = page.width / 2 + fromMiddle * Math.cos(slope) + below * Math.sin(slope);
  const y = page.height / 2 + below * Math.cos(slope) - fromMiddle * Math.sin(slope);
  return {
    text: text.trim(),
    score,
    box: {
      left: x - box.width / 2,
      top: y - box.height / 2,
      right: x + box.width / 2,
      bottom: y + box.height / 2,
    },
  };
}
