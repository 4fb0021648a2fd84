import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { type Outcome, replyIn } from "./replies.ts";
import type { Request } from "./requests.ts";

type Pending = {
  readonly method: string;
  readonly resolve: (outcome: Outcome) => void;
  readonly timer: NodeJS.Timeout;
};

/** Longer than any correct answer takes, even on a busy machine. */
const PATIENCE_MS = 60_000;

/** A connection that sends raw bytes, and reads the answers in order of the requests. */
export class Connection {
  readonly #socket: Socket;
  readonly #pending: Pending[] = [];
  #received: Buffer = Buffer.alloc(0);
  #isOpen = true;

  static async open(port: number): Promise<Connection> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
    await once(socket, "connect");
    return new Connection(socket);
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (bytes) => {
      this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
      this.#read({ isEnd: false });
    });
    socket.on("end", () => {
      this.#read({ isEnd: true });
      this.close();
    });
    // A reset is not an error here: unanswered requests resolve as "ended".
    socket.on("error", () => this.close());
    socket.on("close", () => this.close());
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Sends a request; others may still be unanswered. */
  async send({
    pieces,
    method,
    ending,
  }: Pick<Request, "pieces" | "method" | "ending">): Promise<Outcome> {
    const { promise, resolve } = Promise.withResolvers<Outcome>();
    const timer = setTimeout(() => {
      resolve("silence");
      this.close();
    }, PATIENCE_MS);
    this.#pending.push({ method, resolve, timer });
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) await turn();
      if (this.#isOpen) this.#socket.write(piece);
    }
    if (ending === "half-closes") this.#socket.end();
    if (ending === "leaves") this.#socket.end(() => this.close());
    return promise;
  }

  close(): void {
    this.#isOpen = false;
    this.#socket.destroy();
    for (const { timer, resolve } of this.#pending.splice(0)) {
      clearTimeout(timer);
      resolve("ended");
    }
  }

  #read({ isEnd }: { isEnd: boolean }): void {
    for (;;) {
      const [pending] = this.#pending;
      if (pending === undefined) return;
      const found = replyIn(this.#received, { method: pending.method, isEnd });
      if (found === null) return;
      this.#received = this.#received.subarray(found.size);
      this.#pending.shift();
      clearTimeout(pending.timer);
      pending.resolve(found.reply);
      if (found.isLast) this.close();
    }
  }
}
