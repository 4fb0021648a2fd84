import { baseOf, numbered, numberOf } from "./row-keys.ts";

/** Gives keys that occur again the next free number. */
export class KeyNumbers {
  readonly #highest = new Map<string, number>();

  constructor(keys: readonly string[]) {
    for (const key of keys) {
      const base = baseOf(key);
      this.#highest.set(base, Math.max(this.#highest.get(base) ?? 0, numberOf(key)));
    }
  }

  next(base: string): string {
    const number = (this.#highest.get(base) ?? 0) + 1;
    this.#highest.set(base, number);
    return numbered(base, number);
  }
}

/** The key that a transaction has already, if it is of the same base. */
export function sameKey(key: string | null | undefined, base: string): string | null {
  return key !== null && key !== undefined && baseOf(key) === base ? key : null;
}
