import { Tensor } from "onnxruntime-web/wasm";
import type { Picture } from "../pictures.ts";
import type { TextBox } from "./find-text.ts";
import type { Ocr } from "./load-ocr.ts";

/** The letters of one box. */
export type Line = { readonly text: string; /** From 0 to 1. */ readonly score: number };

/** Of the network's input, in pixels. */
const HEIGHT = 48;
const LEAST_WIDTH = 16;
const MOST_WIDTH = 3200;

export async function readLine(ocr: Ocr, picture: Picture, box: TextBox): Promise<Line> {
  const strip = cutOut(picture, box);
  const input = new Tensor("float32", strip.planes, [1, 3, HEIGHT, strip.width]);
  const answer = await ocr.recogniser.run({ [ocr.recogniser.inputNames[0] ?? "x"]: input });
  const output = answer[ocr.recogniser.outputNames[0] ?? ""];
  const classes = output?.dims[2];
  if (!(output?.data instanceof Float32Array) || classes === undefined) {
    throw new Error("The recogniser gives no numbers");
  }
  return decode(output.data, classes, ocr.letters);
}

/** The box, level and 48 px high, with values from −1 to 1, blue first. */
function cutOut(picture: Picture, box: TextBox): { width: number; planes: Float32Array } {
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
        addColour(
          picture,
          box.x + along * cos - across * sin,
          box.y + along * sin + across * cos,
          colour,
        );
      }
      const pixel = row * width + column;
      for (let plane = 0; plane < 3; plane++) {
        planes[plane * HEIGHT * width + pixel] = ((colour[2 - plane] ?? 0) * share) / 127.5 - 1;
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

/** The likeliest class of each step; one that repeats is one letter (CTC). */
function decode(shares: Float32Array, classes: number, letters: readonly string[]): Line {
  if (classes !== letters.length) {
    throw new Error(`The recogniser knows ${classes} letters, its list ${letters.length}`);
  }
  let [text, sum, count, before] = ["", 0, 0, 0];
  for (let start = 0; start < shares.length; start += classes) {
    let best = 0;
    for (let letter = 1; letter < classes; letter++) {
      if ((shares[start + letter] ?? 0) > (shares[start + best] ?? 0)) best = letter;
    }
    if (best !== 0 && best !== before) {
      text += letters[best] ?? "";
      sum += shares[start + best] ?? 0;
      count++;
    }
    before = best;
  }
  return { text, score: count === 0 ? 0 : sum / count };
}
