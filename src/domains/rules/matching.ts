import { fold } from "../../core/fold.ts";
import { minorOf } from "../../shared/money.ts";
import type { Row as Transaction } from "../transactions/transaction.ts";
import type { Conditions } from "./rule.ts";

/** Columns of a transaction that rules read. */
export type Matched = Pick<
  Transaction,
  | "name"
  | "bank_name"
  | "description"
  | "reference"
  | "counterparty_hash"
  | "amount_minor"
  | "currency"
  | "bank_account_id"
>;

/** Folded texts of a transaction, by the place that a condition names. */
export type Texts = Readonly<Record<"text" | "name" | "reference", readonly string[]>>;

export function textsOf({ name, bank_name, description, reference }: Matched): Texts {
  const [ofName, ofReference] = [folded([name]), folded([reference])];
  return {
    text: [...ofName, ...folded([bank_name, description]), ...ofReference],
    name: ofName,
    reference: ofReference,
  };
}

function folded(texts: readonly (string | null)[]): readonly string[] {
  return texts.flatMap((text) => (text === null ? [] : [foldWords(text)]));
}

/** Folded, with single spaces, as the search text of a transaction has it. */
export function foldWords(text: string): string {
  return fold(text).replaceAll(/\s+/g, " ").trim();
}

export type Test = (row: Matched, texts: Texts) => boolean;

/** Readies conditions for many transactions. All of them must hold. */
export function testOf(conditions: Conditions): Test {
  const { bank_account_id, currency, direction } = conditions;
  const tests: readonly Test[] = [
    ...conditions.texts.map(textTest),
    ...counterpartyTest(conditions),
    ...(bank_account_id ? [(row: Matched) => row.bank_account_id === bank_account_id] : []),
    ...(currency ? [(row: Matched) => row.currency === currency] : []),
    ...(direction ? [(row: Matched) => row.amount_minor > 0 === (direction === "in")] : []),
    ...amountTest(conditions),
  ];
  return (row, texts) => tests.every((holds) => holds(row, texts));
}

const MEETS = {
  contains_any: (text: string, word: string) => text.includes(word),
  is_any: (text: string, word: string) => text === word,
  starts_any: (text: string, word: string) => text.startsWith(word),
};

function textTest({ in: where, how, words }: Conditions["texts"][number]): Test {
  const looked = words.map(foldWords);
  const meets = MEETS[how];
  return (_row, texts) => texts[where].some((text) => looked.some((word) => meets(text, word)));
}

function counterpartyTest({ counterparties }: Conditions): readonly Test[] {
  if (counterparties.length === 0) return [];
  const hashes = new Set(counterparties.map(({ hash }) => hash));
  return [({ counterparty_hash }) => counterparty_hash !== null && hashes.has(counterparty_hash)];
}

/** A bound that the currency cannot have, such as half a yen, is met by no amount in it. */
function amountTest({ min, max }: Conditions): readonly Test[] {
  const isFrom = boundIn(min);
  const isTo = boundIn(max);
  if (isFrom === null && isTo === null) return [];
  return [
    ({ amount_minor, currency }) => {
      const amount = Math.abs(amount_minor);
      return (
        (isFrom === null || amount >= (isFrom(currency) ?? Number.POSITIVE_INFINITY)) &&
        (isTo === null || amount <= (isTo(currency) ?? Number.NEGATIVE_INFINITY))
      );
    },
  ];
}

type Bound = (currency: string) => number | null;

/** Reads a bound once for each currency. */
function boundIn(value: number | null | undefined): Bound | null {
  if (value === null || value === undefined) return null;
  const known = new Map<string, number | null>();
  return (currency) => {
    const found = known.get(currency);
    if (found !== undefined) return found;
    const read = minorOf(value, currency);
    const minor = read.state === "read" ? read.value : null;
    known.set(currency, minor);
    return minor;
  };
}
