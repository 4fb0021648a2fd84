import type { Content, StackNode, Style, TableLayout, TableNode, TextNode } from "pdfmake";
import { breakable, drawnText } from "./text.ts";

export const FONT = "Plex";

/** The tokens of the light theme. */
export const COLOURS = {
  text: "#192123",
  text2: "#4a5557",
  text3: "#5b6568",
  line: "#dbd9d3",
  canvas: "#f8f8f5",
  bad: "#c1291b",
} as const;

/** Points of so many millimetres. */
export function mm(length: number): number {
  return (length * 72) / 25.4;
}

/** Paper and margins in points. The left one is that of the window of DIN 5008. */
export const PAGE = {
  left: mm(25),
  right: mm(20),
  top: mm(15),
  bottom: mm(20),
  widths: { A4: 595.28, LETTER: 612 },
} as const;

export function innerWidth(paper: keyof typeof PAGE.widths): number {
  return PAGE.widths[paper] - PAGE.left - PAGE.right;
}

/** A text of the document; every text goes through here. */
export function write(text: string, style: Style & { readonly link?: string } = {}): TextNode {
  return { text: breakable(drawnText(text)), ...style };
}

/** The time for one text grows with the square of its words, so a long one is drawn as several. */
const PIECES = /\S[^]{0,3999}(?=\s|$)|\S[^]{0,3999}/gu;

export function writeLong(text: string, style: Style = {}): StackNode {
  return { stack: (text.match(PIECES) ?? []).map((piece) => write(piece)), ...style };
}

type Bare = {
  /** A word wider than its column breaks only where the width is a number. */
  readonly widths: readonly number[];
  readonly rows: readonly (readonly Content[])[];
  readonly heights?: number;
  readonly layout?: TableLayout;
};

/** A table without lines and padding but for those of its layout. */
export function bareTable({ widths, rows, heights = 0, layout = {} }: Bare): TableNode {
  return {
    table: { widths: [...widths], body: rows.map((row) => [...row]), heights, headerRows: 0 },
    layout: {
      hLineWidth: () => 0,
      vLineWidth: () => 0,
      paddingLeft: () => 0,
      paddingRight: () => 0,
      paddingTop: () => 0,
      paddingBottom: () => 0,
      ...layout,
    },
  };
}

const LEAST_CONTRAST = 3;

/** The accent, or the colour of text for an accent that is too pale for white paper. */
export function accentOf(accent: string): string {
  const channels = /^#(..)(..)(..)$/.exec(accent)?.slice(1) ?? [];
  const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
    linear(Number.parseInt(channel, 16)),
  );
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return channels.length === 3 && 1.05 / (luminance + 0.05) >= LEAST_CONTRAST
    ? accent
    : COLOURS.text;
}

/** WCAG 2.2, relative luminance. */
function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** Widths in ems, not below those of the font. Its figures are all as wide as each other. */
export function widthOf(text: string, size: number): number {
  const ems = Array.from(text, (character) => {
    if (/[.,:;'’ |iljI\u00a0\u202f]/.test(character)) return 0.32;
    if (/[A-Z%&@mwMW]/.test(character))
      return character === "%" || /[mwMW@]/.test(character) ? 0.95 : 0.7;
    return 0.605;
  });
  return ems.reduce((sum, em) => sum + em, 0) * size;
}
