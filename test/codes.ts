import { inflateSync } from "node:zlib";
import jsqr from "jsqr";

type Rectangle = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Text of the QR code in a page's SVG; null without one. */
export function codeInPage(source: string): string | null {
  const path = /<path fill="#000" d="([^"]*)"/.exec(source)?.[1] ?? "";
  const rows = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)];
  return readCode(
    rows.map(([, x, y, width]) => ({
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: 1,
    })),
  );
}

/** Text of the QR code of rectangles in a PDF; null without one. */
export function codeInPdf(pdf: Uint8Array): string | null {
  const black = contentOf(pdf).matchAll(
    /([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re\n\/DeviceRGB cs\n0 0 0 scn\n/g,
  );
  const points = [...black].map(([, ...numbers]) => numbers.map(Number));
  const unit = Math.min(...points.map(([, , , height = 0]) => height));
  return readCode(
    points.map(([x = 0, y = 0, width = 0, height = 0]) => ({
      x: x / unit,
      y: y / unit,
      width: width / unit,
      height: height / unit,
    })),
  );
}

/** Text of the streams that are compressed. */
function contentOf(pdf: Uint8Array): string {
  const bytes = Buffer.from(pdf);
  const texts: string[] = [];
  for (const { index } of bytes.toString("latin1").matchAll(/(?<!end)stream\n/g)) {
    const stream = bytes.subarray(index + "stream\n".length);
    // The first byte of a zlib stream (RFC 1950 §2.2).
    if (stream[0] === 0x78) texts.push(inflateSync(stream).toString("latin1"));
  }
  return texts.join("\n");
}

const SCALE = 4;
const QUIET = 4;

function readCode(modules: readonly Rectangle[]): string | null {
  if (modules.length === 0) return null;
  const left = Math.min(...modules.map(({ x }) => x));
  const top = Math.min(...modules.map(({ y }) => y));
  const side = Math.round(Math.max(...modules.map(({ x, width }) => x + width)) - left) + 2 * QUIET;
  const size = side * SCALE;
  const pixels = new Uint8ClampedArray(4 * size * size).fill(255);
  for (const { x, y, width, height } of modules) {
    const [fromX, fromY] = [x - left + QUIET, y - top + QUIET].map((at) => Math.round(at * SCALE));
    for (let row = 0; row < Math.round(height * SCALE); row += 1)
      for (let column = 0; column < Math.round(width * SCALE); column += 1) {
        const at = 4 * (((fromY ?? 0) + row) * size + (fromX ?? 0) + column);
        pixels.fill(0, at, at + 3);
      }
  }
  return jsqr.default(pixels, size, size)?.data ?? null;
}
