import { firstCharacters, fold } from "../../core/fold.ts";
import type { Standing } from "../../db/schema/transactions.ts";
import { allocate } from "../../shared/money-parts.ts";
import { MOST_MINOR } from "../../shared/money.ts";
import { baseAmount, type RatesContext, findCrosses } from "../rates/find-crosses.ts";
import { baseCurrencyOf } from "../team/base-currency.ts";
import type { Derived, Row } from "./transaction.ts";

export function derivedOf(
  row: Pick<
    Row,
    | "date"
    | "status"
    | "is_split"
    | "transfer_id"
    | "name"
    | "bank_name"
    | "reference"
    | "description"
  >,
): Omit<Derived, "base_minor" | "rate_day"> {
  return {
    month: row.date.slice(0, 7),
    standing: standingOf(row),
    party_key: partyKey(row.bank_name ?? row.name),
    search_text: searchText([row.name, row.bank_name, row.reference, row.description]),
  };
}

function standingOf({
  status,
  is_split,
  transfer_id,
}: Pick<Row, "status" | "is_split" | "transfer_id">): Standing {
  if (status === "pending" || status === "excluded") return status;
  if (is_split) return "split";
  return transfer_id === null ? "counted" : "transfer";
}

const LONGEST_KEY = 60;

/**
 * Picks the words of a name that tell the party: no numbers, dates, amounts or references of four or more digits.
 * Null when nothing is left. `NETFLIX.COM 14087249160, NL` is `netflix.com nl`.
 */
function partyKey(name: string): string | null {
  const words = fold(name)
    .split(/[\s\u00a0]+/)
    .map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, ""))
    .filter((word) => /\p{L}/u.test(word) && !/(?:\d\D*){4}/.test(word));
  return firstCharacters(words.join(" "), LONGEST_KEY) || null;
}

const LONGEST_TEXT = 300;

function searchText(texts: readonly (string | null)[]): string {
  const folded = texts.flatMap((text) => (text === null ? [] : [fold(text)]));
  return firstCharacters(
    [...new Set(folded)].join(" ").replaceAll(/\s+/g, " ").trim(),
    LONGEST_TEXT,
  );
}

export type Base = Pick<Derived, "base_minor" | "rate_day">;

type Amount = Pick<Row, "date" | "amount_minor" | "currency">;

/**
 * Converts amounts to the team's currency, at the rates of their days. The function knows these amounts alone.
 */
export async function basesFor(
  context: RatesContext,
  amounts: readonly Amount[],
): Promise<(amount: Amount) => Base> {
  const to = await baseCurrencyOf(context);
  const crossOf = await findCrosses(context, to, amounts);
  return (amount) => {
    const { amount_minor, currency } = amount;
    if (currency === to) return { base_minor: amount_minor, rate_day: null };
    const cross = crossOf(amount);
    const base_minor = cross === null ? null : baseAmount(amount_minor, currency, to, cross);
    return { base_minor, rate_day: base_minor === null ? null : (cross?.day ?? null) };
  };
}

/**
 * Divides the amount of the whole in the team's currency among its parts. All are null where one share is more than
 * an amount can have, as of large parts that nearly cancel each other out.
 */
export function partBases(
  base_minor: number | null,
  amounts: readonly number[],
): readonly (number | null)[] {
  if (base_minor === null || amounts.length === 0) return amounts.map(() => null);
  const shares = allocate(BigInt(base_minor), amounts.map(BigInt));
  const isTooLarge = shares.some((share) => share > MOST_MINOR || share < -MOST_MINOR);
  return shares.map((share) => (isTooLarge ? null : Number(share)));
}
