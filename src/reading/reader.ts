// The process that reads files, which strangers made: without network, files or an environment of its own.
// `reader-process.ts` starts and watches it.

import { once } from "node:events";
import { setPriority } from "node:os";
import { Worker } from "node:worker_threads";
import { loadOcr, type Ocr } from "./ocr/load-ocr.ts";
import { hasEndedPdfLibrary } from "./pdf-library.ts";
import { openPdf } from "./pdf.ts";
import { decodePicture, drawWebp, isPictureKind } from "./pictures.ts";
import { readPaperFile } from "./read-file.ts";
import type { PreviewToDraw, ReaderAnswer, ReaderRequest } from "./reader-messages.ts";
import { UnreadableFile } from "./unreadable.ts";

/** Below everything that people wait for. */
const NICE = 10;

setPriority(NICE);

let ocr: Promise<Ocr> | undefined;

process.on("message", (request: ReaderRequest) => void answer(request));
// The server is gone. While a file is read, only another thread sees it.
process.once("disconnect", () => process.exit());
new Worker(new URL("server-watch.ts", import.meta.url), { workerData: process.ppid }).unref();

async function answer(request: ReaderRequest): Promise<void> {
  try {
    await send(await answerTo(request));
  } catch (error) {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    await send({ failed: stack.slice(0, 4000) });
  }
}

async function answerTo(request: ReaderRequest): Promise<ReaderAnswer> {
  const bytes = await bytesOf(request.length);
  // Time counts from here on: not to start the process, or to send the file.
  await send({ step: "text" });
  if ("draw" in request) return { drawn: await drawPreview({ ...request.draw, bytes }) };
  const file = { ...request.read, bytes };
  const read = await readPaperFile(file, {
    ocr: () => (ocr ??= loadOcr(request.ocrModels)),
    onStep: (step) => void send({ step }),
  });
  return { read };
}

/** WebP of a page, or null for a page that is not there, and for files that have no picture. */
async function drawPreview({
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

/** One file is sent at a time. */
async function bytesOf(length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let at = 0;
  while (at < length) {
    const chunk: unknown = process.stdin.read();
    if (!(chunk instanceof Uint8Array)) await once(process.stdin, "readable");
    else {
      bytes.set(chunk, at);
      at += chunk.length;
    }
  }
  return bytes;
}

async function send(message: ReaderAnswer): Promise<void> {
  return new Promise((resolve, reject) => {
    if (process.send === undefined) throw new Error("reader.ts is started by the server");
    process.send(message, undefined, {}, (error) => (error === null ? resolve() : reject(error)));
  });
}
