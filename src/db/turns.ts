import { Refusal } from "../core/errors.ts";

/** Time that a transaction waits for others in this process before it is refused. */
const PATIENCE_MS = 10_000;

/** Lets one transaction of this process after the other have SQLite's writer, in their order. */
export class Turns {
  readonly #patienceMs: number;
  readonly #waiting = new Set<() => void>();
  #isTaken = false;

  constructor({ patienceMs = PATIENCE_MS } = {}) {
    this.#patienceMs = patienceMs;
  }

  /** @throws Refusal `busy` when its turn does not come in time, and nothing was run */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#isTaken) await this.#turn();
    this.#isTaken = true;
    try {
      return await work();
    } finally {
      this.#giveOn();
    }
  }

  async #turn(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const start = () => resolve(undefined);
    const timer = setTimeout(() => {
      this.#waiting.delete(start);
      reject(busy());
    }, this.#patienceMs);
    this.#waiting.add(start);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Starts the next one. The writer stays taken, so that no other overtakes it. */
  #giveOn(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#isTaken = false;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

function busy(): Refusal {
  return new Refusal({
    code: "busy",
    message: "A large change is being written to the database; nothing was saved",
    next: "repeat the call in a few seconds",
  });
}
