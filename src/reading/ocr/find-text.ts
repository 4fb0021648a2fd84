import { Tensor } from "onnxruntime-web/wasm";
import { type Part, type Picture, resizePart } from "../pictures.ts";
import type { Ocr } from "./load-ocr.ts";

/** A rectangle around a line of text, in pixels of the picture. It may lie askew. */
export type TextBox = {
  /** Of its middle. */
  readonly x: number;
  readonly y: number;
  /** Along the text, and across. */
  readonly width: number;
  readonly height: number;
  /** Of the text, in radians; above zero where it descends. */
  readonly angle: number;
};

/** Pixels of one piece of text in the network's answer, with what its axis is computed from. */
type Blob = {
  readonly area: number;
  readonly score: number;
  /** Corners of the first and the last pixel of each row: x, y, x, y, … */
  readonly edge: readonly number[];
  readonly angle: number;
  /** Length by breadth, from the moments. */
  readonly stretch: number;
  readonly length: number;
};

type Found = { readonly width: number; readonly height: number; readonly shares: Float32Array };

const LONGEST_SIDE = 1280;
/** The network takes multiples of this. */
const STEP = 32;
/** Of ImageNet, blue first, as the network was trained. */
const MEAN = [0.406, 0.456, 0.485];
const DEVIATION = [0.225, 0.224, 0.229];

const LEAST_SHARE = 0.3;
const LEAST_SCORE = 0.5;
/** In pixels of the network: what is smaller is dust. */
const LEAST_SIDE = 3;
const GROWTH = 1.6;
/** A blob this much longer than broad tells its own angle; others take that of the page. */
const LEAST_STRETCH = 4;
const LEAST_SKEW = Math.PI / 720;
/** Text that fills less than this of a picture that was shrunk is looked at again, from nearer. */
const NEAR_ENOUGH = 0.8;

/** All text of a picture. One that was shrunk much for little text is looked at twice. */
export async function findText(ocr: Ocr, picture: Picture): Promise<readonly TextBox[]> {
  const whole = { left: 0, top: 0, width: picture.width, height: picture.height };
  const boxes = await findTextIn(ocr, picture, whole);
  const part = partAround(boxes, picture);
  const fills = (part.width * part.height) / (picture.width * picture.height);
  const isShrunk = Math.max(picture.width, picture.height) > LONGEST_SIDE;
  if (boxes.length === 0 || !isShrunk || fills >= NEAR_ENOUGH) return boxes;
  return findTextIn(ocr, picture, part);
}

/** The angle of most lines that run across, each counted by its length; 0 when they are as good as level. */
export function skewOf(boxes: readonly TextBox[]): number {
  const skew = middleOf(
    boxes
      .filter(({ width, height, angle }) => {
        return width >= height * LEAST_STRETCH && Math.cos(angle) > Math.SQRT1_2;
      })
      .map(({ angle, width }) => ({ angle, weight: width })),
  );
  return Math.abs(skew) < LEAST_SKEW ? 0 : skew;
}

async function findTextIn(ocr: Ocr, picture: Picture, part: Part): Promise<readonly TextBox[]> {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(part.width, part.height));
  const size = {
    width: Math.max(STEP, Math.round((part.width * scale) / STEP) * STEP),
    height: Math.max(STEP, Math.round((part.height * scale) / STEP) * STEP),
  };
  const shares = await detect(ocr, await resizePart(picture, part, size));
  const across = part.width / size.width;
  const down = part.height / size.height;
  return boxesOf(blobsOf({ ...size, shares })).map((box) => ({
    x: part.left + box.x * across,
    y: part.top + box.y * down,
    width: box.width * Math.hypot(Math.cos(box.angle) * across, Math.sin(box.angle) * down),
    height: box.height * Math.hypot(Math.sin(box.angle) * across, Math.cos(box.angle) * down),
    angle: Math.atan2(Math.sin(box.angle) * down, Math.cos(box.angle) * across),
  }));
}

/** For each pixel, from 0 to 1, that it is text. */
async function detect(ocr: Ocr, { width, height, rgb }: Picture): Promise<Float32Array> {
  const pixels = width * height;
  const planes = new Float32Array(pixels * 3);
  for (const [plane, mean] of MEAN.entries()) {
    const deviation = DEVIATION[plane] ?? 1;
    const values = Float32Array.from(
      { length: 256 },
      (_, value) => (value / 255 - mean) / deviation,
    );
    for (let pixel = 0; pixel < pixels; pixel++) {
      planes[plane * pixels + pixel] = values[rgb[pixel * 3 + 2 - plane] ?? 0] ?? 0;
    }
  }
  const input = new Tensor("float32", planes, [1, 3, height, width]);
  const answer = await ocr.detector.run({ [ocr.detector.inputNames[0] ?? "x"]: input });
  const output = answer[ocr.detector.outputNames[0] ?? ""];
  if (!(output?.data instanceof Float32Array)) throw new Error("The detector gives no numbers");
  return output.data;
}

/** Pixels that hang together, corners included. */
function blobsOf({ width, height, shares }: Found): readonly Blob[] {
  const seen = new Uint8Array(shares.length);
  const stack = new Int32Array(shares.length);
  const blobs: Blob[] = [];
  for (let start = 0; start < shares.length; start++) {
    if (seen[start] || (shares[start] ?? 0) <= LEAST_SHARE) continue;
    let [top, count] = [1, 0];
    const pixels: number[] = [];
    stack[0] = start;
    seen[start] = 1;
    while (top > 0) {
      const pixel = stack[--top] ?? 0;
      pixels[count++] = pixel;
      const [x, y] = [pixel % width, Math.floor(pixel / width)];
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const next = row * width + column;
          if (seen[next] || (shares[next] ?? 0) <= LEAST_SHARE) continue;
          seen[next] = 1;
          stack[top++] = next;
        }
      }
    }
    const blob = blobOf(pixels, width, shares);
    if (blob.score >= LEAST_SCORE) blobs.push(blob);
  }
  return blobs;
}

function blobOf(pixels: readonly number[], width: number, shares: Float32Array): Blob {
  const rows = new Map<number, { first: number; last: number }>();
  let [sum, sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0, 0];
  for (const pixel of pixels) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const row = rows.get(y);
    if (row) {
      row.first = Math.min(row.first, x);
      row.last = Math.max(row.last, x);
    } else rows.set(y, { first: x, last: x });
    sum += shares[pixel] ?? 0;
    sumX += x;
    sumY += y;
    sumXX += x * x;
    sumYY += y * y;
    sumXY += x * y;
  }
  const area = pixels.length;
  const [middleX, middleY] = [sumX / area, sumY / area];
  const across = sumXX / area - middleX * middleX + 1 / 12;
  const down = sumYY / area - middleY * middleY + 1 / 12;
  const mixed = sumXY / area - middleX * middleY;
  const spread = Math.hypot((across - down) / 2, mixed);
  const [most, least] = [(across + down) / 2 + spread, (across + down) / 2 - spread];
  return {
    area,
    score: sum / area,
    edge: [...rows].flatMap(([y, { first, last }]) => {
      return [first, y, last + 1, y, first, y + 1, last + 1, y + 1];
    }),
    angle: Math.atan2(2 * mixed, across - down) / 2,
    stretch: Math.sqrt(most / Math.max(least, 1 / 12)),
    length: Math.sqrt(most * 12),
  };
}

function boxesOf(blobs: readonly Blob[]): readonly TextBox[] {
  const page = pageAngleOf(blobs);
  return blobs
    .map((blob) => boxOf(blob, blob.stretch >= LEAST_STRETCH ? nearTo(page, blob.angle) : page))
    .filter(({ width, height }) => Math.min(width, height) >= LEAST_SIDE)
    .map((box) => {
      const growth = (box.width * box.height * GROWTH) / (2 * (box.width + box.height));
      return { ...box, width: box.width + 2 * growth, height: box.height + 2 * growth };
    });
}

/** Beside zero for lines that run across, beside ± 90° on a page that lies on its side. */
function pageAngleOf(blobs: readonly Blob[]): number {
  const long = blobs.filter(({ stretch }) => stretch >= LEAST_STRETCH);
  const sideways = long.filter(({ angle }) => Math.abs(angle) > Math.PI / 4);
  const isSideways = lengthOf(sideways) * 2 > lengthOf(long);
  return middleOf(
    (isSideways ? sideways : long.filter((blob) => !sideways.includes(blob))).map((blob) => ({
      // Text that runs down at 92° has its axis at −88°.
      angle: isSideways && blob.angle < 0 ? blob.angle + Math.PI : blob.angle,
      weight: blob.length,
    })),
  );
}

/** The same axis, read in the direction that is nearer to the page's. */
function nearTo(page: number, angle: number): number {
  return angle - Math.round((angle - page) / Math.PI) * Math.PI;
}

function lengthOf(blobs: readonly Blob[]): number {
  return blobs.reduce((sum, { length }) => sum + length, 0);
}

/** The rectangle at this angle that holds the blob. */
function boxOf({ edge }: Blob, angle: number): TextBox {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < edge.length; at += 2) {
    const [x, y] = [edge[at] ?? 0, edge[at + 1] ?? 0];
    const [along, across] = [x * cos + y * sin, y * cos - x * sin];
    left = Math.min(left, along);
    right = Math.max(right, along);
    top = Math.min(top, across);
    bottom = Math.max(bottom, across);
  }
  const [along, across] = [(left + right) / 2, (top + bottom) / 2];
  return {
    x: along * cos - across * sin,
    y: along * sin + across * cos,
    width: right - left,
    height: bottom - top,
    angle,
  };
}

/** The angle that half of the weight lies below; 0 without any. */
function middleOf(angles: readonly { readonly angle: number; readonly weight: number }[]): number {
  const half = angles.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let below = 0;
  for (const { angle, weight } of angles.toSorted((one, other) => one.angle - other.angle)) {
    below += weight;
    if (below >= half) return angle;
  }
  return 0;
}

/** The smallest part of the picture that holds all boxes, with a margin of a line. */
function partAround(boxes: readonly TextBox[], picture: Picture): Part {
  let [left, right, top, bottom] = [picture.width, 0, picture.height, 0];
  for (const { x, y, width, height, angle } of boxes) {
    const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
    const across = (width * cos + height * sin) / 2 + height;
    const down = (width * sin + height * cos) / 2 + height;
    left = Math.min(left, x - across);
    right = Math.max(right, x + across);
    top = Math.min(top, y - down);
    bottom = Math.max(bottom, y + down);
  }
  left = Math.max(0, Math.floor(left));
  top = Math.max(0, Math.floor(top));
  return {
    left,
    top,
    width: Math.max(1, Math.min(picture.width, Math.ceil(right)) - left),
    height: Math.max(1, Math.min(picture.height, Math.ceil(bottom)) - top),
  };
}
