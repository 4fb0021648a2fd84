import { parentPort } from "node:worker_threads";
import type { DrawingOrder } from "./draw-invoice.ts";
import { renderInvoice } from "./render.ts";

parentPort?.on("message", ({ body, logo }: DrawingOrder) => void answer({ body, logo }));

/** An error ends the thread, and is told to the one that started it. */
async function answer({ body, logo }: DrawingOrder): Promise<void> {
  const pdf = new Uint8Array(await renderInvoice(body, logo));
  parentPort?.postMessage(pdf, [pdf.buffer]);
}
