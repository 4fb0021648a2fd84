import heic from "heic-decode";
import sharp, { type Sharp } from "sharp";
import type { FileKind } from "../shared/paper.ts";
import { UnreadableFile } from "./unreadable.ts";

/** Three bytes a pixel, row by row from the top. */
export type Picture = {
  readonly width: number;
  readonly height: number;
  readonly rgb: Uint8Array;
};

/** Clockwise, in degrees. */
export type Turn = 0 | 90 | 180 | 270;

/** Edges in pixels, from the top left corner. */
export type Part = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

const MOST_PIXELS = 50_000_000;

const PICTURE_KINDS: ReadonlySet<FileKind> = new Set([
  "jpeg",
  "png",
  "webp",
  "avif",
  "tiff",
  "gif",
  "heic",
]);

// The process that reads serves one file at a time beside the server: one thread, and nothing kept.
sharp.concurrency(1);
sharp.cache(false);

export function isPictureKind(kind: FileKind): boolean {
  return PICTURE_KINDS.has(kind);
}

/**
 * The first frame, turned as its EXIF says, on white.
 * @throws {UnreadableFile} `too_heavy` above 50 Mpx, before any pixel is decoded; `damaged`.
 */
export async function decodePicture(bytes: Uint8Array, kind: FileKind): Promise<Picture> {
  if (!isPictureKind(kind)) throw new Error(`${kind} is no kind of picture`);
  if (kind === "heic") return decodeHeic(bytes);
  // libvips calls much a warning that every viewer shows; a truncated file is an error.
  const source = sharp(bytes, { failOn: "error", limitInputPixels: false, unlimited: false });
  try {
    const { width, height } = await source.metadata();
    refuseTooLarge(width, height);
    return await pixelsOf(source.autoOrient());
  } catch (error) {
    throw damaged(error);
  }
}

/** WebP of at most this width, for previews. */
export async function drawWebp(picture: Picture, width: number): Promise<Uint8Array> {
  return imageOf(picture)
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
}

/** The part of a picture, drawn at another size. */
export async function resizePart(
  picture: Picture,
  part: Part,
  size: { readonly width: number; readonly height: number },
): Promise<Picture> {
  const drawn = imageOf(picture)
    .extract(part)
    .resize({ ...size, fit: "fill", kernel: "linear", fastShrinkOnLoad: false });
  return pixelsOf(drawn);
}

/** The picture after a clockwise turn. */
export async function turnPicture(picture: Picture, turn: Turn): Promise<Picture> {
  return turn === 0 ? picture : pixelsOf(imageOf(picture).rotate(turn));
}

async function decodeHeic(bytes: Uint8Array): Promise<Picture> {
  try {
    const images = await heic.all({ buffer: bytes });
    try {
      const [first] = images;
      if (!first) throw new Error("No image is in it");
      const { width, height } = first;
      refuseTooLarge(width, height);
      const { data } = await first.decode();
      const raw = { width, height, channels: 4 } as const;
      return await pixelsOf(sharp(data, { raw, limitInputPixels: false }));
    } finally {
      images.dispose();
    }
  } catch (error) {
    throw damaged(error);
  }
}

function refuseTooLarge(width: number, height: number): void {
  if (width * height <= MOST_PIXELS) return;
  throw new UnreadableFile(
    "too_heavy",
    `The picture has ${width} × ${height} pixels, more than ${MOST_PIXELS / 1_000_000} million`,
  );
}

function damaged(error: unknown): UnreadableFile {
  if (error instanceof UnreadableFile) return error;
  return new UnreadableFile("damaged", "The picture cannot be decoded", { cause: error });
}

function imageOf({ width, height, rgb }: Picture): Sharp {
  return sharp(rgb, { raw: { width, height, channels: 3 }, limitInputPixels: false });
}

/** 8 bits a channel, whatever the source has: grey, CMYK, 16 bits, opacity. */
async function pixelsOf(image: Sharp): Promise<Picture> {
  const { data, info } = await image
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: rgbOf(data, info.channels) };
}

function rgbOf(data: Uint8Array, channels: number): Uint8Array {
  if (channels === 3) return data;
  const pixels = data.length / channels;
  const rgb = new Uint8Array(pixels * 3);
  for (let pixel = 0; pixel < pixels; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      rgb[pixel * 3 + channel] = data[pixel * channels + (channels > 2 ? channel : 0)] ?? 0;
    }
  }
  return rgb;
}
