import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import type { z } from "zod";

/** Child process that answers one message with one: the load generator, or a server. */
export class Child {
  readonly #script: string;
  readonly #process: ChildProcess;

  constructor(script: string) {
    this.#script = script;
    this.#process = fork(script, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  }

  /** @throws Error if the process ends instead of answering; it has printed the reason itself. */
  async ask<T>(message: object, answer: z.ZodType<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const onExit = () => reject(new Error(`${this.#script} ended before it had answered`));
    this.#process.once("message", resolve).once("exit", onExit);
    this.#process.send(message);
    try {
      return answer.parse(await promise);
    } finally {
      this.#process.off("message", resolve).off("exit", onExit);
    }
  }

  async stop(): Promise<void> {
    await endOf(this.#process);
  }
}

export async function endOf(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const ended = once(process, "exit");
  process.kill("SIGTERM");
  await ended;
}

/** Answers the parent process's messages, and ends with it. */
export function answerParent<T>(
  request: z.ZodType<T>,
  answer: (request: T) => Promise<object>,
): void {
  process.on("message", (message) => {
    void answer(request.parse(message)).then((answered) => process.send?.(answered));
  });
  process.on("SIGTERM", () => process.exit());
  process.on("disconnect", () => process.exit());
}
