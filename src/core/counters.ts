import { hash } from "node:crypto";

/** Calls that a key may take in a window. */
export type Window = { readonly limit: number; readonly seconds: number };

export type Counted = {
  readonly isAllowed: boolean;
  /** Of the window, with this call if it was allowed. */
  readonly used: number;
  /** Until the window ends; a whole window where none is open. */
  readonly msLeft: number;
};

/**
 * Counts calls by key, each key in a fixed window that its first call opens. What costs more than is left
 * takes nothing, and a cost of 0 only looks.
 */
export type Counter = {
  readonly take: (key: string, cost: number) => Promise<Counted>;
  readonly giveBack: (key: string) => Promise<void>;
};

/** Makes the counter of a limit. Servers that count in one place share it by its name. */
export type Counters = (name: string, window: Window) => Counter;

/** Names a key's window where servers count together, without the key: some are e-mail addresses. */
export function windowId(name: string, key: string): string {
  return hash("sha256", `${name} ${key}`, "base64url");
}
