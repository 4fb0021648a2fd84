import { hasEndedPdfLibrary } from "./pdf-library.ts";
import { openPdf } from "./pdf.ts";
import { decodePicture, drawWebp, isPictureKind } from "./pictures.ts";
import type { PreviewToDraw } from "./reader-messages.ts";
import { UnreadableFile } from "./unreadable.ts";

/** WebP of a page, or null for a page that is not there, and for files that have no picture. */
export async function drawPreview({
  bytes,
  kind,
  page,
  width,
}: PreviewToDraw): Promise<Uint8Array | null> {
  try {
    if (kind === "pdf") return await drawPdf(bytes, page - 1, width);
    if (!isPictureKind(kind) || page !== 1) return null;
    return await drawWebp(await decodePicture(bytes, kind), width);
  } catch (error) {
    if (error instanceof UnreadableFile || hasEndedPdfLibrary(error)) return null;
    throw error;
  }
}

async function drawPdf(
  bytes: Uint8Array,
  index: number,
  width: number,
): Promise<Uint8Array | null> {
  const pdf = await openPdf(bytes);
  if (typeof pdf === "string") return null;
  try {
    const picture = index < pdf.pages ? pdf.drawPage(index, width) : null;
    return picture === null ? null : await drawWebp(picture, width);
  } finally {
    pdf.close();
  }
}
