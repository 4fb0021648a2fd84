import type { Box, Cell, Page } from "./paper.ts";
import { joinedCells, type Letter } from "./pdf-cells.ts";
import { type PdfLibrary, pdfLibrary } from "./pdf-library.ts";

type PdfAttachment = { readonly name: string; readonly bytes: Uint8Array };

type PdfPage = {
  readonly page: Page;
  /** Letters that nobody sees: outside of the page, tiny, not drawn, or white on white. They are in no cell. */
  readonly hidden: number;
  /** True when something is drawn on it, and too few letters of that can be read as text. */
  readonly needsOcr: boolean;
  readonly isCut: boolean;
};

/** Larger pictures of pages are drawn smaller. */
const MOST_PIXELS = 25_000_000;
const LONGEST_SIDE = 20_000;

const MOST_ATTACHMENTS = 50;
const MOST_ATTACHED_BYTES = 50 * 1024 * 1024;

/** A page of fewer letters is read as a picture. */
const FEWEST_LETTERS = 20;
const MOST_UNKNOWN = 0.2;

const SMALLEST_LETTER = 1.5;

/** Part of the page that pictures cover when it is a scan. */
const SCAN_COVERS = 0.6;

/**
 * Opens a PDF, also an encrypted one whose password is empty. Close it after use.
 * @throws no error for a bad file, but answers what is wrong with it
 */
export async function openPdf(
  bytes: Uint8Array,
): Promise<OpenPdf | "password" | "damaged" | "empty"> {
  const library = await pdfLibrary();
  const start = library.malloc(bytes.length);
  library.memory().set(bytes, start);
  const document = library.FPDF_LoadMemDocument(start, bytes.length, 0);
  if (document === 0) {
    library.free(start);
    // oxlint-disable-next-line unicorn/throw-new-error -- a function of PDFium's
    const code = library.FPDF_GetLastError();
    return code === PASSWORD || code === SECURITY ? "password" : "damaged";
  }
  const pdf = new OpenPdf(library, document, start);
  if (pdf.pages > 0) return pdf;
  pdf.close();
  return "empty";
}

// fpdfview.h, FPDF_ERR_*.
const PASSWORD = 4;
const SECURITY = 5;

export class OpenPdf {
  readonly #library: PdfLibrary;
  readonly #document: number;
  readonly #start: number;
  /** Room for the results of one call. */
  readonly #scratch: number;
  readonly pages: number;

  constructor(library: PdfLibrary, document: number, start: number) {
    this.#library = library;
    this.#document = document;
    this.#start = start;
    this.#scratch = library.malloc(64);
    this.pages = library.FPDF_GetPageCount(document);
  }

  /**
   * @param index from 0 on
   * @returns null for a page that is damaged
   */
  readPage(index: number, mostLetters: number): PdfPage | null {
    return this.#withPage(index, (page) => {
      const text = this.#library.FPDFText_LoadPage(page);
      if (text === 0) return null;
      try {
        return this.#read(page, text, mostLetters);
      } finally {
        this.#library.FPDFText_ClosePage(text);
      }
    });
  }

  /**
   * Draws a page as it is seen, on white. Pixels are red, green and blue, a byte each.
   * @param width in pixels, less for a page that would have too many
   * @returns null for a page that is damaged
   */
  drawPage(index: number, width: number): DrawnPage | null {
    return this.#withPage(index, (page) => {
      const [across, down] = this.#sizeOf(page);
      if (!(across > 0 && down > 0)) return null;
      const scale = Math.min(
        width / across,
        Math.sqrt(MOST_PIXELS / (across * down)),
        LONGEST_SIDE / Math.max(across, down),
      );
      const size = { width: atLeastOne(across * scale), height: atLeastOne(down * scale) };
      return this.#draw(page, size);
    });
  }

  /** Files inside of the PDF, as e-invoices have. Those beyond the bounds are left out. */
  attachments(): readonly PdfAttachment[] {
    const library = this.#library;
    const found: PdfAttachment[] = [];
    let left = MOST_ATTACHED_BYTES;
    const count = Math.min(library.FPDFDoc_GetAttachmentCount(this.#document), MOST_ATTACHMENTS);
    for (let index = 0; index < count; index++) {
      const attachment = library.FPDFDoc_GetAttachment(this.#document, index);
      if (attachment === 0) continue;
      const bytes = this.#attachedBytes(attachment, left);
      if (bytes === null) continue;
      left -= bytes.length;
      found.push({ name: this.#attachedName(attachment), bytes });
    }
    return found;
  }

  close(): void {
    this.#library.FPDF_CloseDocument(this.#document);
    this.#library.free(this.#scratch);
    this.#library.free(this.#start);
  }

  #withPage<Result>(index: number, use: (page: number) => Result | null): Result | null {
    const library = this.#library;
    let page = library.FPDF_LoadPage(this.#document, index);
    if (page === 0) return null;
    if (this.#prepare(page)) {
      library.FPDF_ClosePage(page);
      page = library.FPDF_LoadPage(this.#document, index);
      if (page === 0) return null;
    }
    try {
      return use(page);
    } finally {
      library.FPDF_ClosePage(page);
    }
  }

  /**
   * Puts what was typed into form fields among the page's own text, and makes a turned page one that stands
   * upright, whose letters have loose boxes.
   * @returns true when the page must be loaded again
   */
  #prepare(page: number): boolean {
    const library = this.#library;
    const isFlattened =
      library.FPDFPage_GetAnnotCount(page) > 0 && library.FPDFPage_Flatten(page, 0) === 1;
    const turns = library.FPDFPage_GetRotation(page);
    if (turns === 0) return isFlattened;
    library.FPDF_GetPageBoundingBox(page, this.#scratch);
    const [left, top, right, bottom] = this.#floats(4);
    const matrix = [
      [1, 0, 0, 1, 0, 0],
      [0, -1, 1, 0, -bottom, right],
      [-1, 0, 0, -1, right, top],
      [0, 1, -1, 0, top, -left],
    ][turns];
    const [width, height] = this.#sizeOf(page);
    const view = this.#view();
    for (const [at, value] of (matrix ?? []).entries())
      view.setFloat32(this.#scratch + at * 4, value, true);
    if (library.FPDFPage_TransFormWithClip(page, this.#scratch, 0) === 0) return isFlattened;
    library.FPDFPage_SetRotation(page, 0);
    library.FPDFPage_SetMediaBox(page, 0, 0, width, height);
    library.FPDFPage_SetCropBox(page, 0, 0, width, height);
    return true;
  }

  #read(page: number, text: number, mostLetters: number): PdfPage {
    const library = this.#library;
    const [width, height] = this.#sizeOf(page);
    const placed = this.#placing(page);
    const isScan = this.#isScan(page, width * height);
    const hasDrawing = library.FPDFPage_CountObjects(page) > 0;
    const all = library.FPDFText_CountChars(text);
    const count = Math.min(all, mostLetters);
    const letters: Letter[] = [];
    const isOnWhite = this.#whiteOnPage(page);
    let [hidden, unknown, visible] = [0, 0, 0];
    for (let index = 0; index < count; index++) {
      if (library.FPDFText_IsGenerated(text, index) === 1) continue;
      const letter = this.#letter(text, index, placed);
      if (letter === null) continue;
      const isBlank = letter.text.trim() === "";
      const isSeen =
        isScan || (letter.paint !== "none" && !(letter.paint === "white" && isOnWhite(letter.box)));
      if (!isSeen || letter.size < SMALLEST_LETTER || isOutside(letter, width, height)) {
        hidden += isBlank ? 0 : 1;
        continue;
      }
      visible += isBlank && letter.isKnown ? 0 : 1;
      unknown += letter.isKnown ? 0 : 1;
      letters.push(letter);
    }
    const cells: readonly Cell[] = joinedCells(letters);
    return {
      page: { width, height, cells, from: "text" },
      hidden,
      needsOcr:
        hasDrawing && (visible - unknown < FEWEST_LETTERS || unknown > visible * MOST_UNKNOWN),
      isCut: all > count,
    };
  }

  #letter(text: number, index: number, placed: (box: Box) => Box): DrawnLetter | null {
    const library = this.#library;
    const code = library.FPDFText_GetUnicode(text, index);
    const isHyphen = library.FPDFText_IsHyphen(text, index) === 1;
    const drawn = isHyphen ? "-" : letterOf(code);
    if (drawn === "\r" || drawn === "\n") return null;
    const angle = library.FPDFText_GetCharAngle(text, index);
    const turn = Math.round(angle / (Math.PI / 2)) & 3;
    const box = this.#boxOf(text, index, turn === 0, placed);
    if (box === null) return null;
    const size = this.#sizeOfLetter(text, index);
    // oxlint-disable-next-line unicorn/throw-new-error -- a function of PDFium's
    const isMapped = library.FPDFText_HasUnicodeMapError(text, index) !== 1;
    const isKnown = isMapped && drawn !== UNKNOWN && drawn !== ICON;
    return { text: drawn, box, size, turn, isKnown, paint: this.#paintOf(text, index) };
  }

  /** Loose boxes span a letter's advance and its font's height, but only along the page's own lines. */
  #boxOf(text: number, index: number, isStraight: boolean, placed: (box: Box) => Box): Box | null {
    const library = this.#library;
    const at = this.#scratch;
    if (isStraight) {
      if (library.FPDFText_GetLooseCharBox(text, index, at) === 0) return null;
      const [left, top, right, bottom] = this.#floats(4);
      return placed({ left, top, right, bottom });
    }
    if (library.FPDFText_GetCharBox(text, index, at, at + 8, at + 16, at + 24) === 0) return null;
    const view = this.#view();
    return placed({
      left: view.getFloat64(at, true),
      right: view.getFloat64(at + 8, true),
      bottom: view.getFloat64(at + 16, true),
      top: view.getFloat64(at + 24, true),
    });
  }

  /** In points, as it is drawn. */
  #sizeOfLetter(text: number, index: number): number {
    const size = this.#library.FPDFText_GetFontSize(text, index);
    if (this.#library.FPDFText_GetMatrix(text, index, this.#scratch) === 0) return size;
    const view = this.#view();
    const down = view.getFloat32(this.#scratch + 8, true);
    const across = view.getFloat32(this.#scratch + 12, true);
    return Math.abs(size) * Math.hypot(down, across);
  }

  #paintOf(text: number, index: number): Paint {
    const library = this.#library;
    const object = library.FPDFText_GetTextObject(text, index);
    if (object === 0) return "ink";
    const mode = library.FPDFTextObj_GetTextRenderMode(object);
    if (mode === INVISIBLE || mode === CLIPS) return "none";
    const at = this.#scratch;
    if (library.FPDFText_GetFillColor(text, index, at, at + 4, at + 8, at + 12) === 0) return "ink";
    const [red, green, blue, opacity] = [0, 4, 8, 12].map((more) =>
      this.#view().getUint32(at + more, true),
    );
    if (mode === STROKES) return "ink";
    if (opacity === 0) return "none";
    return Math.min(red ?? 0, green ?? 0, blue ?? 0) >= WHITE ? "white" : "ink";
  }

  /** Tells of a place on the page whether it is all white as people see it. The page is drawn at the first question. */
  #whiteOnPage(page: number): (box: Box) => boolean {
    const [across, down] = this.#sizeOf(page);
    const scale = Math.min(1, Math.sqrt(MOST_LOOKED_AT / (across * down)));
    let drawn: DrawnPage | null | undefined;
    return ({ left, top, right, bottom }) => {
      drawn ??= this.#draw(page, {
        width: atLeastOne(across * scale),
        height: atLeastOne(down * scale),
      });
      if (drawn === null) return false;
      const { width, height, rgb } = drawn;
      const [fromX, toX] = [left, right].map((at) => clamped(at * scale, width));
      const [fromY, toY] = [top, bottom].map((at) => clamped(at * scale, height));
      for (let y = fromY ?? 0; y <= (toY ?? 0); y++)
        for (let at = (y * width + (fromX ?? 0)) * 3; at < (y * width + (toX ?? 0) + 1) * 3; at++)
          if ((rgb[at] ?? 255) < WHITE) return false;
      return true;
    };
  }

  /** Pictures cover a scanned page, and its invisible letters are what was recognised in it. */
  #isScan(page: number, area: number): boolean {
    const library = this.#library;
    const at = this.#scratch;
    let covered = 0;
    const count = Math.min(library.FPDFPage_CountObjects(page), 1_000);
    for (let index = 0; index < count; index++) {
      const object = library.FPDFPage_GetObject(page, index);
      if (!this.#isPicture(object)) continue;
      if (library.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12) === 0) continue;
      const [left, bottom, right, top] = this.#floats(4);
      covered += Math.abs(right - left) * Math.abs(top - bottom);
    }
    return covered > area * SCAN_COVERS;
  }

  #isPicture(object: number): boolean {
    const library = this.#library;
    const type = library.FPDFPageObj_GetType(object);
    if (type !== FORM) return type === IMAGE;
    const count = Math.min(library.FPDFFormObj_CountObjects(object), 100);
    for (let index = 0; index < count; index++) {
      const inner = library.FPDFFormObj_GetObject(object, index);
      if (inner !== 0 && library.FPDFPageObj_GetType(inner) === IMAGE) return true;
    }
    return false;
  }

  #draw(page: number, { width, height }: { width: number; height: number }): DrawnPage | null {
    const library = this.#library;
    const stride = width * 3;
    const pixels = library.malloc(stride * height);
    const bitmap = library.FPDFBitmap_CreateEx(width, height, BGR, pixels, stride);
    if (bitmap === 0) {
      library.free(pixels);
      return null;
    }
    library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    const flags = ANNOTATIONS | REVERSED;
    library.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, flags);
    const rgb = library.memory().slice(pixels, pixels + stride * height);
    library.FPDFBitmap_Destroy(bitmap);
    library.free(pixels);
    return { width, height, rgb };
  }

  #attachedBytes(attachment: number, most: number): Uint8Array | null {
    const library = this.#library;
    if (library.FPDFAttachment_GetFile(attachment, 0, 0, this.#scratch) === 0) return null;
    const size = this.#view().getUint32(this.#scratch, true);
    if (size === 0 || size > most) return null;
    const start = library.malloc(size);
    const isThere = library.FPDFAttachment_GetFile(attachment, start, size, this.#scratch) === 1;
    const bytes = library.memory().slice(start, start + size);
    library.free(start);
    return isThere ? bytes : null;
  }

  #attachedName(attachment: number): string {
    const library = this.#library;
    const size = library.FPDFAttachment_GetName(attachment, 0, 0);
    if (size <= 2 || size > 10_000) return "";
    const start = library.malloc(size);
    library.FPDFAttachment_GetName(attachment, start, size);
    const bytes = library.memory().slice(start, start + size - 2);
    library.free(start);
    return new TextDecoder("utf-16le").decode(bytes);
  }

  #sizeOf(page: number): readonly [number, number] {
    return [this.#library.FPDF_GetPageWidthF(page), this.#library.FPDF_GetPageHeightF(page)];
  }

  /** From the PDF's coordinates, which count upwards, to those of the page as it is shown. */
  #placing(page: number): (box: Box) => Box {
    this.#library.FPDF_GetPageBoundingBox(page, this.#scratch);
    const [left, top] = this.#floats(4);
    return (box) => ({
      left: box.left - left,
      top: top - box.top,
      right: box.right - left,
      bottom: top - box.bottom,
    });
  }

  #floats(_count: 4): readonly [number, number, number, number] {
    const view = this.#view();
    const at = this.#scratch;
    const read = (index: number) => view.getFloat32(at + index * 4, true);
    return [read(0), read(1), read(2), read(3)];
  }

  /** A new view each time: the memory moves when it grows. */
  #view(): DataView {
    return new DataView(this.#library.memory().buffer);
  }
}

type DrawnPage = { readonly width: number; readonly height: number; readonly rgb: Uint8Array };

type DrawnLetter = Letter & { readonly isKnown: boolean; readonly paint: Paint };

type Paint = "none" | "white" | "ink";

/** Of a channel, from here to 255. */
const WHITE = 240;

/** Pixels of a page that is drawn to see what is white on it; a point is one at most. */
const MOST_LOOKED_AT = 2_000_000;

// Text rendering modes, ISO 32000-1, table 106.
const STROKES = 1;
const INVISIBLE = 3;
const CLIPS = 7;

// fpdfview.h and fpdf_edit.h.
const IMAGE = 3;
const FORM = 5;
const BGR = 2;
const ANNOTATIONS = 0x01;
const REVERSED = 0x10;

const UNKNOWN = "\uFFFD";

/** Fonts of icons use private codes. */
const ICON = "";

function letterOf(code: number): string {
  if (code >= 0xe000 && code <= 0xf8ff) return ICON;
  const isControl = code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d;
  const isNone = (code & 0xfffe) === 0xfffe || code > 0x10ffff;
  return isControl || isNone ? UNKNOWN : String.fromCodePoint(code);
}

function isOutside({ box }: Letter, width: number, height: number): boolean {
  const across = (box.left + box.right) / 2;
  const down = (box.top + box.bottom) / 2;
  return across < 0 || across > width || down < 0 || down > height;
}

function clamped(at: number, size: number): number {
  return Math.min(Math.max(Math.floor(at), 0), size - 1);
}

function atLeastOne(pixels: number): number {
  return Math.max(1, Math.round(pixels));
}
