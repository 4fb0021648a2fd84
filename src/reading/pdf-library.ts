import { PDFiumModule } from "@hyzyla/pdfium";
import { UnreadableFile } from "./unreadable.ts";

/** PDFium's own functions, as fpdfview.h, fpdf_text.h and its other headers name them. */
export type PdfLibrary = { readonly [Name in (typeof CALLS)[number]]: Call } & {
  /** Another array after the memory has grown. */
  readonly memory: () => Uint8Array;
};

let started: Promise<PdfLibrary> | undefined;

/** Starts the library at the first call. It stays in memory. */
export async function pdfLibrary(): Promise<PdfLibrary> {
  started ??= start();
  return started;
}

/**
 * True for the error with which code that is compiled to WebAssembly ends, as damaged files can make it. It cannot be
 * used again: the next file gets a new library.
 */
export function hasEndedPdfLibrary(error: unknown): boolean {
  const hasEnded = error instanceof Error && error.name === "RuntimeError";
  if (hasEnded) started = undefined;
  return hasEnded;
}

async function start(): Promise<PdfLibrary> {
  const library = callsOf(await PDFiumModule({}));
  library.FPDF_InitLibrary();
  return library;
}

type Call = (...given: readonly number[]) => number;

const CALLS = [
  "malloc",
  "free",
  "FPDF_InitLibrary",
  "FPDF_LoadMemDocument",
  "FPDF_CloseDocument",
  "FPDF_GetLastError",
  "FPDF_GetPageCount",
  "FPDF_LoadPage",
  "FPDF_ClosePage",
  "FPDF_GetPageWidthF",
  "FPDF_GetPageHeightF",
  "FPDF_GetPageBoundingBox",
  "FPDF_RenderPageBitmap",
  "FPDFPage_GetRotation",
  "FPDFPage_GetAnnotCount",
  "FPDFPage_Flatten",
  "FPDFPage_TransFormWithClip",
  "FPDFPage_SetRotation",
  "FPDFPage_SetMediaBox",
  "FPDFPage_SetCropBox",
  "FPDFPage_CountObjects",
  "FPDFPage_GetObject",
  "FPDFPageObj_GetType",
  "FPDFPageObj_GetBounds",
  "FPDFFormObj_CountObjects",
  "FPDFFormObj_GetObject",
  "FPDFBitmap_CreateEx",
  "FPDFBitmap_FillRect",
  "FPDFBitmap_Destroy",
  "FPDFText_LoadPage",
  "FPDFText_ClosePage",
  "FPDFText_CountChars",
  "FPDFText_GetUnicode",
  "FPDFText_IsGenerated",
  "FPDFText_IsHyphen",
  "FPDFText_HasUnicodeMapError",
  "FPDFText_GetFontSize",
  "FPDFText_GetMatrix",
  "FPDFText_GetCharAngle",
  "FPDFText_GetCharBox",
  "FPDFText_GetLooseCharBox",
  "FPDFText_GetFillColor",
  "FPDFText_GetTextObject",
  "FPDFTextObj_GetTextRenderMode",
  "FPDFDoc_GetAttachmentCount",
  "FPDFDoc_GetAttachment",
  "FPDFAttachment_GetName",
  "FPDFAttachment_GetFile",
] as const;

/** The module's types name only some of its functions; the others are there as well. */
function callsOf(module: { readonly HEAPU8: Uint8Array }): PdfLibrary {
  const exported: Readonly<Record<string, unknown>> = { ...module };
  const calls = CALLS.map((name) => {
    const call = exported[`_${name}`];
    if (typeof call !== "function") throw new Error(`the PDF library has no ${name}`);
    return [name, call];
  });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- each name was found above
  const library = { ...Object.fromEntries(calls), memory: () => module.HEAPU8 } as PdfLibrary;
  const malloc: Call = (bytes) => {
    const start = library.malloc(bytes ?? 0);
    if (start === 0) throw new UnreadableFile("too_heavy", "The file needs too much memory");
    return start;
  };
  return { ...library, malloc };
}
