import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32, deflateSync } from "node:zlib";
import { invoiceBody } from "../../../../test/invoice-bodies.ts";
import { Refusal } from "../../../core/errors.ts";
import { LARGEST_LOGO, readLogo } from "./read-logo.ts";
import { renderInvoice } from "./render.ts";

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

function chunk(type: string, data: Buffer, checksum?: number): Buffer {
  const named = Buffer.concat([Buffer.from(type), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(checksum ?? crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

type Header = {
  readonly width?: number;
  readonly height?: number;
  readonly kind?: readonly number[];
};

/** Depth, colour type, compression, filter and interlacing. */
const RGB = [8, 2, 0, 0, 0];
const RGBA = [8, 6, 0, 0, 0];

function header({ width = 2, height = 2, kind = RGB }: Header = {}): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set(kind, 8);
  return chunk("IHDR", data);
}

const END = chunk("IEND", Buffer.alloc(0));

function png(rows: readonly number[], given: Header = {}, more: readonly Buffer[] = []): Buffer {
  const data = chunk("IDAT", deflateSync(Buffer.from(rows)));
  return Buffer.concat([SIGNATURE, header(given), ...more, data, END]);
}

/** Two rows of two pixels, without a filter. */
const ROWS = [0, 255, 0, 0, 0, 255, 0, 0, 0, 0, 255, 9, 9, 9];

function refusal(bytes: Uint8Array): string {
  try {
    readLogo(bytes);
  } catch (error) {
    if (error instanceof Refusal) return error.sentence;
    throw error;
  }
  return "taken";
}

test("a logo is written anew, opaque and with nothing but the picture", () => {
  const text = chunk("tEXt", Buffer.from("Author\0Somebody"));
  const { png: logo, width, height } = readLogo(png(ROWS, {}, [text]));
  assert.deepEqual([width, height], [2, 2]);
  assert.ok(!Buffer.from(logo).includes("Somebody"));
  assert.deepEqual(readLogo(logo).png, logo);
});

test("every filter of PNG gives the same picture", () => {
  const pixels = [
    [10, 20, 30, 40, 50, 60],
    [70, 90, 110, 130, 150, 255],
  ];
  const filtered = (filter: number): number[] =>
    pixels.flatMap((row, y) => [
      filter,
      ...row.map((value, x) => {
        const left = row[x - 3] ?? 0;
        const above = pixels[y - 1]?.[x] ?? 0;
        const corner = (x < 3 ? 0 : pixels[y - 1]?.[x - 3]) ?? 0;
        const near = [left, above, corner].toSorted(
          (one, other) =>
            Math.abs(left + above - corner - one) - Math.abs(left + above - corner - other),
        );
        const guesses = [0, left, above, Math.floor((left + above) / 2), near[0] ?? 0];
        return (value - (guesses[filter] ?? 0) + 256) % 256;
      }),
    ]);
  const [first, ...others] = [0, 1, 2, 3, 4].map((filter) => readLogo(png(filtered(filter))).png);
  for (const other of others) assert.deepEqual(other, first);
});

test("what is transparent becomes white", () => {
  const clear = [0, 1, 2, 3, 0, 0, 0, 0, 128, 0, 9, 9, 9, 255, 200, 0, 0, 255];
  const opaque = [0, 255, 255, 255, 127, 127, 127, 0, 9, 9, 9, 200, 0, 0];
  assert.deepEqual(readLogo(png(clear, { kind: RGBA })).png, readLogo(png(opaque)).png);
});

test("a hostile or damaged picture is refused with a sentence", () => {
  const good = png(ROWS);
  const stream = deflateSync(Buffer.from(ROWS));
  const idat = chunk("IDAT", stream);
  const whole = (...chunks: Buffer[]) => Buffer.concat([SIGNATURE, ...chunks]);
  const bomb = deflateSync(Buffer.alloc(50_000_000));
  const length = Buffer.from(good);
  length.writeUInt32BE(0xff_ff_ff_ff, 33);
  const cases: readonly (readonly [string, Uint8Array, RegExp])[] = [
    ["nothing", Buffer.alloc(0), /not a PNG/],
    ["a JPEG", Buffer.from("ffd8ffe000104a464946", "hex"), /not a PNG/],
    ["an SVG", Buffer.from("<svg onload='alert(1)'/>"), /not a PNG/],
    ["too many bytes", Buffer.concat([good, Buffer.alloc(LARGEST_LOGO)]), /more than 100 KB/],
    ["bytes behind the end", Buffer.concat([good, Buffer.from("<script>alert(1)")]), /damaged/],
    ["a picture behind the end", Buffer.concat([good, good.subarray(8)]), /damaged/],
    ["an end that is cut", good.subarray(0, -1), /damaged/],
    ["a length beyond the file", length, /damaged/],
    ["a wrong checksum", whole(header(), chunk("IDAT", stream, 1), END), /damaged/],
    ["no header", whole(idat, END), /damaged/],
    ["two headers", whole(header(), header(), idat, END), /damaged/],
    ["no picture", whole(header(), END), /damaged/],
    ["a picture in two places", whole(header(), idat, chunk("tEXt", stream), idat, END), /damaged/],
    ["a part that must be known", whole(header(), chunk("EVIL", stream), idat, END), /damaged/],
    ["rows that burst", whole(header(), chunk("IDAT", bomb), END), /damaged/],
    ["too few rows", png(ROWS.slice(0, 7)), /damaged/],
    ["no zlib", whole(header(), chunk("IDAT", Buffer.from("hello")), END), /damaged/],
    ["an unknown filter", png([5, ...ROWS.slice(1)]), /damaged/],
    ["no pixels", png([], { width: 0 }), /damaged/],
    ["too wide", png(ROWS, { width: 1201 }), /1201 × 2 pixels, and 1200 × 400 are the most/],
    ["too high", png(ROWS, { height: 401 }), /2 × 401 pixels/],
    ["a huge size", png(ROWS, { width: 2 ** 31 - 1, height: 2 ** 31 - 1 }), /are the most/],
    ["16 bits", png(ROWS, { kind: [16, 2, 0, 0, 0] }), /8 bits a channel/],
    ["a palette", png(ROWS, { kind: [8, 3, 0, 0, 0] }), /without a palette/],
    ["interlacing", png(ROWS, { kind: [8, 2, 0, 0, 1] }), /without interlacing/],
  ];
  for (const [name, bytes, said] of cases) assert.match(refusal(bytes), said, name);
  assert.equal(refusal(good), "taken");
});

test("a picture that is small only with the filter of its file is refused", () => {
  // Each row differs from the one above by the same noise.
  const noise = Array.from({ length: 1200 * 3 }, (_byte, x) => (x * x * 7919 + x * 31) % 251);
  const rows = Array.from({ length: 400 }, () => [2, ...noise]).flat();
  const bytes = png(rows, { width: 1200, height: 400 });
  assert.ok(bytes.length < LARGEST_LOGO);
  assert.match(refusal(bytes), /more than 100 KB; make it smaller, or simpler/);
});

test("the logo stands in the drawn invoice as one opaque picture", async () => {
  const { png: logo } = readLogo(png(ROWS));
  const body = invoiceBody([{ name: "Design", quantity: "1", price: "1" }]);
  const [without, pdf] = [await renderInvoice(body, null), await renderInvoice(body, logo)];
  const pictures = (bytes: Uint8Array) =>
    Buffer.from(bytes)
      .toString("latin1")
      .match(/\/Subtype \/Image/g)?.length ?? 0;
  assert.deepEqual([pictures(without), pictures(pdf)], [0, 1]);
});
