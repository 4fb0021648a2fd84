import { Tensor } from "onnxruntime-web/wasm";
import type { Picture } from "../pictures.ts";
import type { TextBox } from "./find-text.ts";
import { shareAt } from "./ghosts.ts";
import type { Ocr } from "./load-ocr.ts";

/** The letters of a box. Places and widths are shares of the box's width. */
export type Line = {
  readonly letters: readonly { readonly text: string; readonly at: number }[];
  /** Columns without ink between two that have some. */
  readonly gaps: readonly { readonly at: number; readonly width: number }[];
  /** Mean of the letters, from 0 to 1. */
  readonly score: number;
};

/** The network's input: three planes from −1 to 1, blue first. */
type Strip = { readonly width: number; readonly planes: Float32Array };

/** In pixels. */
const HEIGHT = 48;
const LEAST_WIDTH = 16;
const MOST_WIDTH = 3200;

/** Rows of the strip that hold its letters; above and below, the next lines look in. */
const FIRST_ROW = 6;
const LAST_ROW = 41;
/** Share of the strip's contrast from which a pixel is ink. */
const INK = 0.4;

/** @param palest the darkness, up to 255, that is no ink */
export async function readLine(
  ocr: Ocr,
  picture: Picture,
  box: TextBox,
  palest = 0,
): Promise<Line> {
  const strip = cutOut(picture, box);
  if (palest > 0) bleach(strip, palest / 127.5);
  const input = new Tensor("float32", strip.planes, [1, 3, HEIGHT, strip.width]);
  const answer = await ocr.recogniser.run({ [ocr.recogniser.inputNames[0] ?? "x"]: input });
  const output = answer[ocr.recogniser.outputNames[0] ?? ""];
  const classes = output?.dims[2];
  if (!(output?.data instanceof Float32Array) || classes === undefined) {
    throw new Error("The recogniser gives no numbers");
  }
  return { ...decode(output.data, classes, ocr.letters), gaps: gapsOf(strip) };
}

/** The box, level and 48 px high. */
function cutOut(picture: Picture, box: TextBox): Strip {
  const wide = Math.round((box.width / box.height) * HEIGHT);
  const width = Math.min(MOST_WIDTH, Math.max(LEAST_WIDTH, wide));
  const planes = new Float32Array(3 * HEIGHT * width);
  // Each pixel is the mean of so many samples a side that none of the picture's is passed over.
  const samples = Math.max(1, Math.round(box.height / HEIGHT));
  const share = 1 / (samples * samples);
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)];
  const colour = [0, 0, 0];
  for (let row = 0; row < HEIGHT; row++) {
    for (let column = 0; column < width; column++) {
      colour.fill(0);
      for (let sample = 0; sample < samples * samples; sample++) {
        const over = (Math.floor(sample / samples) + 0.5) / samples;
        const aside = ((sample % samples) + 0.5) / samples;
        const along = ((column + aside) / width - 0.5) * box.width;
        const across = ((row + over) / HEIGHT - 0.5) * box.height;
        const x = box.x + along * cos - across * sin;
        const y = box.y + along * sin + across * cos;
        addColour(picture, x, y, colour);
      }
      const pixel = row * width + column;
      for (let plane = 0; plane < 3; plane++) {
        const value = (colour[2 - plane] ?? 0) * share;
        planes[plane * HEIGHT * width + pixel] = value / 127.5 - 1;
      }
    }
  }
  return { width, planes };
}

/** Adds the colour at a point between four pixels. */
function addColour({ width, height, rgb }: Picture, x: number, y: number, colour: number[]): void {
  const column = Math.min(width - 1, Math.max(0, x - 0.5));
  const row = Math.min(height - 1, Math.max(0, y - 0.5));
  const [left, top] = [Math.floor(column), Math.floor(row)];
  const [right, bottom] = [Math.min(width - 1, left + 1), Math.min(height - 1, top + 1)];
  const [aside, over] = [column - left, row - top];
  const [one, two] = [(top * width + left) * 3, (top * width + right) * 3];
  const [three, four] = [(bottom * width + left) * 3, (bottom * width + right) * 3];
  for (let channel = 0; channel < 3; channel++) {
    const above = (rgb[one + channel] ?? 0) * (1 - aside) + (rgb[two + channel] ?? 0) * aside;
    const below = (rgb[three + channel] ?? 0) * (1 - aside) + (rgb[four + channel] ?? 0) * aside;
    colour[channel] = (colour[channel] ?? 0) + above * (1 - over) + below * over;
  }
}

/** Makes paper of what is hardly darker than the paper, and grey of the rest, as dark as it was at its darkest. */
function bleach({ width, planes }: Strip, palest: number): void {
  const pixels = HEIGHT * width;
  const greens = planes.subarray(pixels, 2 * pixels);
  const [ink, paper] = [shareAt(greens, 0.03), shareAt(greens, 0.85)];
  const stretch = (paper - ink) / Math.max(paper - ink - palest, 0.1);
  for (let pixel = 0; pixel < pixels; pixel++) {
    const depth = paper - (greens[pixel] ?? 0) - palest;
    const value = Math.max(-1, paper - Math.max(0, depth) * stretch);
    for (let plane = 0; plane < 3; plane++) planes[plane * pixels + pixel] = value;
  }
}

/** The likeliest class of each step; one that repeats is one letter (CTC). */
function decode(
  shares: Float32Array,
  classes: number,
  letters: readonly string[],
): Pick<Line, "letters" | "score"> {
  if (classes !== letters.length) {
    throw new Error(`The recogniser knows ${classes} letters, its list ${letters.length}`);
  }
  const steps = shares.length / classes;
  const found: { text: string; first: number; last: number }[] = [];
  let [sum, before] = [0, 0];
  for (let step = 0; step < steps; step++) {
    const start = step * classes;
    let best = 0;
    for (let letter = 1; letter < classes; letter++) {
      if ((shares[start + letter] ?? 0) > (shares[start + best] ?? 0)) best = letter;
    }
    const last = found.at(-1);
    if (best !== 0 && best === before && last) last.last = step;
    else if (best !== 0) {
      found.push({ text: letters[best] ?? "", first: step, last: step });
      sum += shares[start + best] ?? 0;
    }
    before = best;
  }
  return {
    letters: found.map(({ text, first, last }) => ({
      text,
      at: ((first + last) / 2 + 0.5) / steps,
    })),
    score: found.length === 0 ? 0 : sum / found.length,
  };
}

function gapsOf({ width, planes }: Strip): Line["gaps"] {
  const greens = planes.subarray(HEIGHT * width, 2 * HEIGHT * width);
  const rows = greens.subarray(FIRST_ROW * width, (LAST_ROW + 1) * width);
  const [ink, paper] = [shareAt(rows, 0.03), shareAt(rows, 0.8)];
  const darkest = new Float32Array(width).fill(1);
  for (const [at, value] of rows.entries()) {
    darkest[at % width] = Math.min(darkest[at % width] ?? 1, value);
  }
  const gaps: { at: number; width: number }[] = [];
  let last = -1;
  for (let column = 0; column < width; column++) {
    if ((darkest[column] ?? 1) > paper - (paper - ink) * INK) continue;
    const empty = column - last - 1;
    if (last >= 0 && empty > 0) {
      gaps.push({ at: (column - empty / 2) / width, width: empty / width });
    }
    last = column;
  }
  return gaps;
}
