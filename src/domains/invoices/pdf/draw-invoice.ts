import { Worker } from "node:worker_threads";
import pLimit from "p-limit";
import { Failure } from "../../../core/errors.ts";
import { compileCache, isOutOfMemory } from "../../../core/file-thread.ts";
import type { InvoiceBody } from "../invoice-body.ts";

export type DrawingOrder = { readonly body: InvoiceBody; readonly logo: Uint8Array | null };

type Bounds = { readonly milliseconds: number; readonly megabytes: number };

const WARM_MS = 60_000;

/**
 * A thread in which invoices are drawn, one after the other, so that no drawing delays other requests. It stays for
 * the next one, and ends after a minute without any. It never keeps the process from ending while it waits.
 */
export class DrawingThread {
  readonly #bounds: Bounds;
  readonly #inTurn = pLimit(1);
  #thread: Worker | null = null;
  #answer: PromiseWithResolvers<Uint8Array> | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** @throws Failure after too much time or heap */
  async draw(order: DrawingOrder): Promise<Uint8Array> {
    return this.#inTurn(async () => {
      clearTimeout(this.#idle);
      const { promise, reject } = (this.#answer = Promise.withResolvers<Uint8Array>());
      const late = setTimeout(() => reject(tooMuch()), this.#bounds.milliseconds);
      try {
        this.#thread ??= this.#started();
        this.#thread.ref();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        this.#thread.postMessage(order);
        const pdf = await promise;
        this.#thread?.unref();
        this.#idle = setTimeout(() => void this.end(), WARM_MS).unref();
        return pdf;
      } catch (error) {
        await this.end();
        throw error;
      } finally {
        clearTimeout(late);
        this.#answer = null;
      }
    });
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle);
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }

  #started(): Worker {
    const thread = new Worker(new URL("draw-thread.ts", import.meta.url), {
      env: compileCache(),
      resourceLimits: { maxOldGenerationSizeMb: this.#bounds.megabytes },
    });
    // A thread that was ended may still say something.
    const answer = () => (this.#thread === thread ? this.#answer : null);
    thread.on("message", (pdf: Uint8Array) => answer()?.resolve(pdf));
    thread.on("error", (error) => answer()?.reject(isOutOfMemory(error) ? tooMuch() : error));
    thread.on("exit", () => {
      answer()?.reject(new Error("the thread that draws invoices ended without an answer"));
      if (this.#thread === thread) this.#thread = null;
    });
    return thread;
  }
}

const ONLY = new DrawingThread({ milliseconds: 10_000, megabytes: 256 });

/**
 * The PDF of an invoice or a credit note: PDF/A-3b, the same bytes each time. A character that the font lacks is drawn
 * as an empty box, see `notDrawable`.
 * @param logo a PNG, as `readLogo` returns it
 * @throws Failure after 10 seconds or 256 MB
 */
export async function drawInvoice(body: InvoiceBody, logo: Uint8Array | null): Promise<Uint8Array> {
  return ONLY.draw({ body, logo });
}

function tooMuch(): Failure {
  return new Failure({
    reason: "The PDF took too long or too much memory to draw",
    isFinal: false,
  });
}
