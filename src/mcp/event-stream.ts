import { textIn } from "../http/encoded.ts";
import type { Send } from "./call.ts";
import type { Answer, WholeAnswer } from "./messages.ts";

/** Interval of comments that keep proxies from closing a quiet stream. */
const KEEP_ALIVE_MS = 15_000;

/**
 * Answers with plain JSON, or with an event stream from the moment `work` sends a message before its
 * end (streamable-http, Receiving Messages).
 */
export function streamable(work: (send: Send) => Promise<WholeAnswer>): Promise<Answer> {
  const answer = Promise.withResolvers<Answer>();
  let stream: EventStream | null = null;
  const send: Send = (message) => {
    if (stream === null) {
      stream = new EventStream();
      answer.resolve({ status: 200, body: stream.body });
    }
    stream.send(JSON.stringify(message));
  };
  work(send)
    .then((whole) => (stream === null ? answer.resolve(whole) : stream.end(whole.body)))
    .catch(answer.reject);
  return answer.promise;
}

/** Sends each message as a server-sent event (HTML Standard, 9.2). */
class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #encoder = new TextEncoder();
  readonly #keepAlive = setInterval(() => this.#write(":\n\n"), KEEP_ALIVE_MS);
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;

  constructor() {
    this.body = new ReadableStream({
      start: (controller) => {
        this.#controller = controller;
      },
      // The client disconnected: later messages are dropped.
      cancel: () => this.#close(),
    });
  }

  send(message: string): void {
    this.#write(`event: message\ndata: ${message}\n\n`);
  }

  end(body: WholeAnswer["body"]): void {
    if (body !== null) this.send(textIn(body));
    const controller = this.#controller;
    this.#close();
    controller?.close();
  }

  #write(text: string): void {
    this.#controller?.enqueue(this.#encoder.encode(text));
  }

  #close(): void {
    clearInterval(this.#keepAlive);
    this.#controller = null;
  }
}
