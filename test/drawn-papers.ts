import sharp, { type Sharp } from "sharp";
import { FONT_FILES } from "../src/domains/invoices/pdf/font-files.ts";

/** Words at the left of a line, and at its right. */
export type DrawnLine = readonly [left: string, right?: string];

type Look = {
  /** In pixels. */
  readonly width: number;
  /** Height of the letters' em, in pixels. */
  readonly size: number;
  readonly ink: string;
};

/** A paper with these lines in the project's own typeface, which needs no font of the machine. */
export async function drawPaper(
  lines: readonly DrawnLine[],
  { width, size, ink }: Look = { width: 520, size: 28, ink: "#222222" },
): Promise<Sharp> {
  const margin = size * 2;
  const pieces = await Promise.all(
    lines.flatMap(([left, right], row) => {
      const top = margin + row * size * 2;
      const words = [drawnWords(left, size, ink, top, () => margin)];
      if (right === undefined) return words;
      return [...words, drawnWords(right, size, ink, top, (wide) => width - margin - wide)];
    }),
  );
  const height = margin * 2 + lines.length * size * 2;
  const paper = await sharp({ create: { width, height, channels: 3, background: "#ffffff" } })
    .composite(pieces)
    .png()
    .toBuffer();
  return sharp(paper);
}

/** @param left edge, from the words' own width */
async function drawnWords(
  words: string,
  size: number,
  ink: string,
  top: number,
  left: (width: number) => number,
): Promise<{ input: Buffer; left: number; top: number }> {
  const text = {
    text: `<span foreground="${ink}">${words.replaceAll("&", "&amp;")}</span>`,
    fontfile: FONT_FILES.normal,
    font: `IBM Plex Sans ${size}`,
    dpi: 72,
    rgba: true,
  };
  const { data, info } = await sharp({ text }).png().toBuffer({ resolveWithObject: true });
  return { input: data, left: Math.round(left(info.width)), top };
}
