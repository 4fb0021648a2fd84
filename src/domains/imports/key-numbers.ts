import type { Forgotten } from "../transactions/forgotten-rows.ts";
import {
  baseOf,
  idOfForgotten,
  type KnownRow,
  numbered,
  numberOf,
  ROWS_A_SLICE,
} from "./known-rows.ts";

type Used = {
  readonly known: readonly Pick<KnownRow, "bank_id" | "row_key">[];
  /** Of transactions on other days. */
  readonly otherBankIds: readonly string[];
  readonly forgotten: ReadonlyMap<string, Forgotten>;
};

/** Numbers repeated ids and keys behind those in use, forgotten ones included. */
export function* numbersIn({ known, otherBankIds, forgotten }: Used) {
  const [ids, keys] = [new KeyNumbers(), new KeyNumbers()];
  for (const [index, { bank_id, row_key }] of known.entries()) {
    if (index % ROWS_A_SLICE === 0) yield;
    ids.add([bank_id]);
    keys.add([row_key]);
  }
  ids.add([...otherBankIds, ...forgottenIds(forgotten.keys())]);
  keys.add([...forgotten.keys()]);
  return { ids, keys };
}

/** Numbers the ids of deleted transactions anew. Their keys have the amount in the place of the number. */
function forgottenIds(keys: Iterable<string>): readonly string[] {
  const bases = [...keys].flatMap((key) => idOfForgotten(key) ?? []);
  const counts = new Map<string, number>();
  return bases.map((base) => {
    const count = (counts.get(base) ?? 0) + 1;
    counts.set(base, count);
    return numbered(base, count);
  });
}

class KeyNumbers {
  readonly #highest = new Map<string, number>();

  add(keys: readonly (string | null)[]): void {
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
