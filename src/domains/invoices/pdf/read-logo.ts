import { crc32, deflateSync, inflateSync } from "node:zlib";
import { type Refusal, unreadable } from "../../../core/errors.ts";

type Logo = {
  /** Written anew: 8 bits a channel, opaque, with nothing but the picture. */
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
};

export const LARGEST_LOGO = 100 * 1024;
const MOST_WIDTH = 1200;
const MOST_HEIGHT = 400;

const SIGNATURE = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Bytes a pixel by colour type: RGB, and RGB with alpha. */
const CHANNELS = new Map([
  [2, 3],
  [6, 4],
]);
const RGB = 3;

type Size = { readonly width: number; readonly height: number; readonly channels: number };

/**
 * Takes a PNG of at most 1,200 × 400 pixels and 100 KiB, as a browser's canvas writes it, and draws it on white. See
 * the PNG specification, third edition.
 * @throws Refusal of any other file
 */
export function readLogo(bytes: Uint8Array): Logo {
  if (bytes.length > LARGEST_LOGO) throw tooLarge();
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE))
    throw unreadable("The file is not a PNG picture", "save the logo as PNG");
  const { header, data } = partsOf(chunksOf(file));
  const size = sizeOf(header);
  const pixels = onWhite(pixelsOf(data, size), size);
  const { width, height } = size;
  const [plain, predicted] = [written(pixels, size, false), written(pixels, size, true)];
  const png = plain.length < predicted.length ? plain : predicted;
  if (png.length > LARGEST_LOGO) throw tooLarge();
  return { png, width, height };
}

type Chunk = { readonly type: string; readonly data: Buffer };

/** The file must be chunks from the signature to its end, each with its checksum. */
function chunksOf(file: Buffer): readonly Chunk[] {
  const chunks: Chunk[] = [];
  let at = SIGNATURE.length;
  while (at < file.length) {
    if (file.length - at < 12) throw damaged();
    const length = file.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > file.length) throw damaged();
    if (crc32(file.subarray(at + 4, end)) !== file.readUInt32BE(end)) throw damaged();
    chunks.push({
      type: file.toString("latin1", at + 4, at + 8),
      data: file.subarray(at + 8, end),
    });
    at = end + 4;
  }
  return chunks;
}

/** IHDR first, IEND last and once, IDAT in one row. A small first letter means that a chunk may be left out. */
function partsOf(chunks: readonly Chunk[]): { readonly header: Buffer; readonly data: Buffer } {
  const types = chunks.map(({ type }) => type);
  const [first, last] = [chunks[0], chunks.at(-1)];
  const needed = types.filter((type) => !/^[a-z]/.test(type) && type !== "PLTE").join(" ");
  const isWhole =
    /^IHDR( IDAT)+ IEND$/.test(needed) &&
    types.lastIndexOf("IDAT") - types.indexOf("IDAT") + 1 ===
      types.filter((type) => type === "IDAT").length;
  if (first?.type !== "IHDR" || last?.type !== "IEND" || !isWhole) throw damaged();
  if (first.data.length !== 13 || last.data.length !== 0) throw damaged();
  const data = chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data);
  return { header: first.data, data: Buffer.concat(data) };
}

function sizeOf(header: Buffer): Size {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  if (width === 0 || height === 0) throw damaged();
  if (width > MOST_WIDTH || height > MOST_HEIGHT)
    throw unreadable(
      `The logo has ${width} × ${height} pixels, and ${MOST_WIDTH} × ${MOST_HEIGHT} are the most`,
      "make it smaller",
    );
  const [depth, colour = 0, compression, filter, interlace] = header.subarray(8);
  const channels = CHANNELS.get(colour);
  if (depth !== 8 || channels === undefined || compression !== 0 || filter !== 0 || interlace !== 0)
    throw unreadable(
      "The PNG is of a kind that is not taken",
      "save it in colour with 8 bits a channel, without a palette and without interlacing",
    );
  return { width, height, channels };
}

/** Rows without their filters. The size is known, so no file takes more memory than its picture. */
function pixelsOf(data: Buffer, { width, height, channels }: Size): Uint8Array {
  const row = width * channels;
  const rows = inflated(data, height * (row + 1));
  const pixels = new Uint8Array(height * row);
  for (let y = 0; y < height; y += 1) {
    const filter = rows[y * (row + 1)] ?? 0;
    if (filter > 4) throw damaged();
    for (let x = 0; x < row; x += 1) {
      const at = y * row + x;
      const left = x < channels ? 0 : (pixels[at - channels] ?? 0);
      const above = pixels[at - row] ?? 0;
      const corner = x < channels ? 0 : (pixels[at - row - channels] ?? 0);
      const raw = rows[y * (row + 1) + 1 + x] ?? 0;
      pixels[at] = raw + predictionOf(filter, left, above, corner);
    }
  }
  return pixels;
}

function inflated(data: Buffer, length: number): Buffer {
  const rows = triedToInflate(data, length);
  if (rows?.length !== length) throw damaged();
  return rows;
}

/** Null for data that is no zlib stream, ends early, or goes on after the picture. */
function triedToInflate(data: Buffer, most: number): Buffer | null {
  try {
    return inflateSync(data, { maxOutputLength: most });
  } catch {
    return null;
  }
}

function predictionOf(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  return filter === 4 ? paeth(left, above, corner) : 0;
}

function paeth(left: number, above: number, corner: number): number {
  const toLeft = Math.abs(above - corner);
  const toAbove = Math.abs(left - corner);
  const toCorner = Math.abs(left + above - 2 * corner);
  if (toLeft <= toAbove && toLeft <= toCorner) return left;
  return toAbove <= toCorner ? above : corner;
}

/** Opaque pixels. A PDF would hold the alpha as a picture of its own, which takes long to draw. */
function onWhite(pixels: Uint8Array, { channels }: Size): Uint8Array {
  if (channels === RGB) return pixels;
  const opaque = new Uint8Array((pixels.length / channels) * RGB);
  for (let at = 0; at < opaque.length; at += 1) {
    const from = Math.floor(at / RGB) * channels;
    const alpha = pixels[from + RGB] ?? 0;
    opaque[at] = Math.round(((pixels[from + (at % RGB)] ?? 0) * alpha + 255 * (255 - alpha)) / 255);
  }
  return opaque;
}

/** @param isPredicted with the Paeth filter, which makes drawings with soft edges smaller, and flat ones larger */
function written(pixels: Uint8Array, { width, height }: Size, isPredicted: boolean): Buffer {
  const row = width * RGB;
  const rows = Buffer.alloc(height * (row + 1));
  for (let y = 0; y < height; y += 1) {
    const start = y * (row + 1);
    rows[start] = isPredicted ? 4 : 0;
    for (let x = 0; x < row; x += 1) {
      const at = y * row + x;
      const left = x < RGB ? 0 : (pixels[at - RGB] ?? 0);
      const corner = x < RGB ? 0 : (pixels[at - row - RGB] ?? 0);
      const predicted = isPredicted ? paeth(left, pixels[at - row] ?? 0, corner) : 0;
      rows[start + 1 + x] = (pixels[at] ?? 0) - predicted;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunkOf("IHDR", header),
    chunkOf("IDAT", deflateSync(rows, { level: 9 })),
    chunkOf("IEND", Buffer.alloc(0)),
  ]);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

function damaged(): Refusal {
  return unreadable("The PNG is damaged", "save the logo as PNG once more");
}

function tooLarge(): Refusal {
  return unreadable("The logo has more than 100 KB", "make it smaller, or simpler");
}
