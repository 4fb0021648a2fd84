import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import sharp, { type Sharp } from "sharp";
import type { FileKind, PaperProblem } from "../shared/paper.ts";
import { decodePicture, drawWebp, type Picture } from "./pictures.ts";
import { UnreadableFile } from "./unreadable.ts";

const RED = [200, 30, 40] as const;
const BLUE = [20, 60, 180] as const;
const WHITE = [255, 255, 255] as const;

/** The picture of `drawn`, in a format that no library of the project writes. */
const HEIC =
  "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAA" +
  "AAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAADwAKAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAAPwACAAEA" +
  "AAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAA" +
  "AADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAe" +
  "ugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAA" +
  "AAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAPAAAACgAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QA" +
  "AAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAEdtZGF0AAAAOygBrxOAVCsKAv/zNR/3xnh0DA9gmf+T+dglbr1gIDK4rjOf" +
  "FA2pGkbNhG7hLD6uEiuNBkyl4wXnYyrA";

/** 60 by 40 pixels: red at the left, blue at the right. */
function drawn(): Sharp {
  const blue = { create: { width: 30, height: 40, channels: 3, background: rgb(BLUE) } } as const;
  return sharp({ create: { width: 60, height: 40, channels: 3, background: rgb(RED) } }).composite([
    { input: blue, left: 30, top: 0 },
  ]);
}

function rgb([r, g, b]: readonly [number, number, number]) {
  return { r, g, b };
}

function assertColour(
  picture: Picture,
  [x, y]: readonly [number, number],
  colour: readonly number[],
): void {
  const start = (y * picture.width + x) * 3;
  const found = [...picture.rgb.subarray(start, start + 3)];
  const far = found.some((value, at) => Math.abs(value - (colour[at] ?? 0)) > 24);
  assert.ok(!far, `${found.join()} at ${x}, ${y}, not ${colour.join()}`);
}

async function refuses(bytes: Uint8Array, kind: FileKind, problem: PaperProblem): Promise<void> {
  await assert.rejects(decodePicture(bytes, kind), (error) => {
    assert.ok(error instanceof UnreadableFile);
    assert.equal(error.problem, problem);
    return true;
  });
}

test("pictures of every kind have the pixels that were drawn", async () => {
  const files: readonly (readonly [FileKind, Sharp])[] = [
    ["jpeg", drawn().jpeg({ quality: 95 })],
    ["png", drawn().png()],
    ["webp", drawn().webp({ quality: 95 })],
    ["avif", drawn().avif({ quality: 90 })],
    ["tiff", drawn().tiff({ compression: "lzw" })],
    ["gif", drawn().gif()],
  ];
  for (const [kind, file] of files) {
    const picture = await decodePicture(await file.toBuffer(), kind);
    assert.deepEqual([picture.width, picture.height], [60, 40], kind);
    assert.equal(picture.rgb.length, 60 * 40 * 3, kind);
    assertColour(picture, [10, 20], RED);
    assertColour(picture, [50, 20], BLUE);
  }
});

test("a photo of a telephone's kind, HEIC, has its pixels", async () => {
  const picture = await decodePicture(Buffer.from(HEIC, "base64"), "heic");
  assert.deepEqual([picture.width, picture.height], [60, 40]);
  assert.equal(picture.rgb.length, 60 * 40 * 3);
  assertColour(picture, [10, 20], RED);
  assertColour(picture, [50, 20], BLUE);
});

test("colours of printers, 16 bits and grey become three bytes a pixel", async () => {
  const cmyk = await drawn().toColourspace("cmyk").jpeg({ quality: 95 }).toBuffer();
  assert.equal((await sharp(cmyk).metadata()).channels, 4);
  const printed = await decodePicture(cmyk, "jpeg");
  assert.equal(printed.rgb.length, 60 * 40 * 3);
  const [red = 0, , blue = 0] = printed.rgb.subarray(0, 3);
  assert.ok(red > blue + 60, "red is at the left still");
  const deep = await drawn().toColourspace("rgb16").png().toBuffer();
  assert.equal((await sharp(deep).metadata()).depth, "ushort");
  assertColour(await decodePicture(deep, "png"), [10, 20], RED);
  const grey = await drawn().toColourspace("b-w").png().toBuffer();
  const picture = await decodePicture(grey, "png");
  assert.equal(picture.rgb.length, 60 * 40 * 3);
  assert.equal(picture.rgb[0], picture.rgb[2]);
});

test("a photo is turned as the camera says", async () => {
  const turned = await drawn().withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
  const picture = await decodePicture(turned, "jpeg");
  assert.deepEqual([picture.width, picture.height], [40, 60]);
  assertColour(picture, [20, 10], RED);
  assertColour(picture, [20, 50], BLUE);
});

test("nothing shines through: a transparent picture stands on white", async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const file = sharp({ create: { width: 20, height: 20, channels: 4, background: clear } });
  assertColour(await decodePicture(await file.png().toBuffer(), "png"), [10, 10], WHITE);
});

test("of a film only the first frame is taken", async () => {
  const frames = await Promise.all(
    [RED, BLUE].map(async (colour) => {
      const frame = { width: 20, height: 20, channels: 3, background: rgb(colour) } as const;
      return sharp({ create: frame }).png().toBuffer();
    }),
  );
  const film = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  assert.equal((await sharp(film).metadata()).pages, 2);
  const picture = await decodePicture(film, "gif");
  assert.deepEqual([picture.width, picture.height], [20, 20]);
  assertColour(picture, [10, 10], RED);
});

test("a picture of too many pixels is refused before any is decoded", async () => {
  // 900 million pixels are promised, and none is there: a decoder would call it damaged.
  await refuses(pngOf(30_000, 30_000), "png", "too_heavy");
  await refuses(pngOf(30, 30), "png", "damaged");
});

test("a broken picture is damaged", async () => {
  const noise = (kind: string) => Buffer.from(`${kind}: no picture at all`);
  for (const kind of ["jpeg", "png", "webp", "avif", "tiff", "gif", "heic"] as const) {
    await refuses(noise(kind), kind, "damaged");
  }
  const whole = await drawn().jpeg().toBuffer();
  await refuses(whole.subarray(0, whole.length / 2), "jpeg", "damaged");
});

test("a preview is as wide as asked for, but never wider than the picture", async () => {
  const picture = await decodePicture(await drawn().png().toBuffer(), "png");
  const small = await sharp(await drawWebp(picture, 30)).metadata();
  assert.deepEqual([small.format, small.width, small.height], ["webp", 30, 20]);
  const large = await sharp(await drawWebp(picture, 1600)).metadata();
  assert.deepEqual([large.width, large.height], [60, 40]);
});

/** The head of a PNG, with pixels that are none. */
function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunkOf("IHDR", head),
    chunkOf("IDAT", Buffer.from("none")),
    chunkOf("IEND", Buffer.alloc(0)),
  ]);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
