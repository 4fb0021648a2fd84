import assert from "node:assert/strict";
import { test } from "node:test";
import sharp, { type Sharp } from "sharp";
import { type DrawnLine, drawPaper } from "../../../test/drawn-papers.ts";
import { fold } from "../../core/fold.ts";
import type { Box, Page } from "../paper.ts";
import { decodePicture } from "../pictures.ts";
import { placeOnPage } from "../place.ts";
import { loadOcr } from "./load-ocr.ts";
import { readPicture } from "./read-picture.ts";

const ocr = await loadOcr(null);

const RECEIPT: readonly DrawnLine[] = [
  ["Nordwind Handel GmbH"],
  ["Rechnung RE-2026-0417"],
  ["Papier A4 weiss", "8,95"],
  ["Summe EUR", "21,35"],
  ["31.10.2026", "14:05 Uhr"],
];

async function read(paper: Sharp): Promise<Page> {
  return readPicture(ocr, await decodePicture(await paper.png().toBuffer(), "png"));
}

/** As words are compared: folded, without what is neither letter nor digit. */
function wordsOf(text: string): readonly string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Asserts that all words were read and that those of one line stand side by side. */
function assertReads(page: Page, lines: readonly DrawnLine[]): void {
  for (const line of lines) {
    const boxes = line.flatMap((words = "") => {
      const wanted = wordsOf(words).join(" ");
      const cell = page.cells.find(({ text }) => wordsOf(text).join(" ").includes(wanted));
      assert.ok(cell, `${wanted} is not among ${page.cells.map(({ text }) => text).join(" | ")}`);
      return [cell.box];
    });
    const [left, right] = boxes;
    if (!left || !right || left === right) continue;
    assert.ok(left.right <= right.left, `${line.join()}: in their order`);
    assert.ok(Math.abs(middleOf(left) - middleOf(right)) < heightOf(left) / 3, line.join());
  }
}

function middleOf({ top, bottom }: Box): number {
  return (top + bottom) / 2;
}

function heightOf({ top, bottom }: Box): number {
  return bottom - top;
}

test("a receipt is read with its words, spaces, amounts and columns", async () => {
  const page = await read(await drawPaper(RECEIPT));
  assertReads(page, RECEIPT);
  assert.equal(page.from, "ocr");
  assert.equal(page.turned, 0);
  for (const { score } of page.cells) assert.ok(score !== null && score > 0.5 && score <= 1);
});

for (const turn of [90, 180, 270] as const) {
  test(`a receipt that was turned by ${turn}° stands upright, and its boxes are where it was`, async () => {
    const paper = await drawPaper(RECEIPT);
    const { width, height } = await paper.metadata();
    const page = await read(paper.rotate(turn));
    assert.equal(page.turned, 360 - turn);
    assert.deepEqual([page.width, page.height], [width, height]);
    assertReads(page, RECEIPT);
    // The first line stands at the edge to which the top was turned.
    const first = page.cells.find(({ text }) => text.startsWith("Nordwind"));
    assert.ok(first);
    const [left, top, right, bottom] = placeOnPage(page, first.box);
    const edge = turn === 90 ? 1 - right : turn === 180 ? 1 - bottom : left;
    assert.ok(edge > 0 && edge < 0.16, `${edge}`);
    assert.ok(left < right && top < bottom);
  });
}

test("lines of a receipt that lies askew are level, and their boxes are where they were", async () => {
  const paper = await drawPaper(RECEIPT);
  const page = await read(paper.rotate(4, { background: "#ffffff" }));
  const skew = ((page.skew ?? 0) * 180) / Math.PI;
  assert.ok(Math.abs(skew - 4) < 0.5, `${skew}°`);
  assertReads(page, RECEIPT);
  const [left = 0, right = 0] = ["Summe", "21,35"].map((word) => {
    const cell = page.cells.find(({ text }) => text.startsWith(word));
    assert.ok(cell);
    const [, top, , bottom] = placeOnPage(page, cell.box);
    return ((top + bottom) / 2) * page.height;
  });
  // Their middles are 290 pixels apart, so that the second is 20 lower at 4°.
  assert.ok(right - left > 14 && right - left < 28, `${right - left} pixels lower`);
});

test("a small receipt on a page of A4 at 300 dpi is looked at from near", async () => {
  const receipt = await drawPaper(RECEIPT, { width: 480, size: 24, ink: "#222222" });
  const background = "#f4f4f4";
  const page = sharp({ create: { width: 2480, height: 3508, channels: 3, background } });
  const input = await receipt.toBuffer();
  assertReads(await read(page.composite([{ input, left: 1700, top: 2300 }])), RECEIPT);
});

test("faded print is read, and print of the other side is left out", async () => {
  assertReads(
    await read(await drawPaper(RECEIPT, { width: 520, size: 28, ink: "#a8a8a8" })),
    RECEIPT,
  );
  const behind = Array.from({ length: 5 }, (): DrawnLine => ["Bedingungen"]);
  const ghost = await drawPaper(behind, { width: 480, size: 26, ink: "#ececec" });
  const input = await ghost.flop().toBuffer();
  const paper = await drawPaper(RECEIPT);
  const page = await read(paper.composite([{ input, left: 20, top: 28, blend: "multiply" }]));
  assertReads(page, RECEIPT);
  const wanted = new Set(RECEIPT.flat().flatMap((words = "") => wordsOf(words)));
  const others = page.cells
    .flatMap(({ text }) => wordsOf(text))
    .filter((word) => !wanted.has(word));
  assert.deepEqual(others, []);
});

test("a picture without text has no cells", async () => {
  const blank = {
    create: { width: 300, height: 200, channels: 3, background: "#808080" },
  } as const;
  assert.deepEqual((await read(sharp(blank))).cells, []);
});
