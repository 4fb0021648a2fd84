import type { Id } from "./rpc.ts";

type Running = { isCancelled: boolean };

/**
 * Running calls by credential and id, so that a legacy client can cancel one with a notification
 * (MCP 2025-11-25, basic/utilities/cancellation). Without sessions, two clients with one credential
 * may use the same id at the same time; then neither call is cancelled.
 */
export class RunningCalls {
  readonly #calls = new Map<string, Set<Running>>();

  start(credentialId: string | null, id: Id): Running {
    const running = { isCancelled: false };
    const key = keyOf(credentialId, id);
    const same = this.#calls.get(key);
    if (same === undefined) this.#calls.set(key, new Set([running]));
    else same.add(running);
    return running;
  }

  end(credentialId: string | null, id: Id, running: Running): void {
    const key = keyOf(credentialId, id);
    const same = this.#calls.get(key);
    same?.delete(running);
    if (same?.size === 0) this.#calls.delete(key);
  }

  cancel(credentialId: string | null, id: Id): void {
    const [running, ...others] = this.#calls.get(keyOf(credentialId, id)) ?? [];
    if (running !== undefined && others.length === 0) running.isCancelled = true;
  }
}

function keyOf(credentialId: string | null, id: Id): string {
  return `${credentialId} ${JSON.stringify(id)}`;
}
