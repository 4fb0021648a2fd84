import type { RowsToPlan } from "./planned-row.ts";
import { baseOf, numbered, numberOf } from "./row-keys.ts";

/** Numbers of the keys that transactions of an account have, and of those that were noted. */
export function numbersIn({ known, otherBankIds, forgotten }: RowsToPlan) {
  const [ids, keys] = [known.map(({ bank_id }) => bank_id), known.map(({ row_key }) => row_key)];
  return {
    ids: new KeyNumbers([...ids, ...otherBankIds, ...forgottenIds(forgotten.keys())]),
    keys: new KeyNumbers([...keys, ...forgotten.keys()]),
  };
}

/** Ids of transactions that went, numbered anew: a noted one has its amount in the place of its number. */
function forgottenIds(keys: Iterable<string>): readonly string[] {
  const bases = [...keys].flatMap((key) => /^(.+) -?\d+$/s.exec(key)?.[1] ?? []);
  const counts = new Map<string, number>();
  return bases.map((base) => {
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    return numbered(base, count);
  });
}

/** Gives keys that occur again the next free number. */
class KeyNumbers {
  readonly #highest = new Map<string, number>();

  constructor(keys: readonly (string | null)[]) {
    for (const key of keys) {
      if (key === null) continue;
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
