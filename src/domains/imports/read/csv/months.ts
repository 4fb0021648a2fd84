import { fold } from "../../../../core/fold.ts";

/**
 * Beginnings of the names of months in English, German, French, Spanish, Italian, Portuguese, Dutch, Danish,
 * Swedish, Norwegian, Finnish, Polish and Czech, folded. A longer beginning counts before a shorter one.
 */
const MONTHS: readonly string[] = [
  "jan jän ene gen sty led tam",
  "feb fev lut uno hel",
  "mar mrt mrz maa bre maalis",
  "apr avr abr kwi dub huh",
  "may mai maj mei mag kve tou",
  "jun juin giu cze cerven kes",
  "jul juil lug lip cervenec cvc hei",
  "aug aou ago sie srp elo",
  "sep set wrz zar syy",
  "oct okt ott out paz rij lok",
  "nov lis marras",
  "dec dez dic gru pro jou des",
];

const BY_BEGINNING = MONTHS.flatMap((names, index) =>
  names.split(" ").map((name) => [fold(name), index + 1] as const),
).toSorted(([one], [other]) => other.length - one.length);

/** 1 to 12; null for a word that is no month. */
export function monthNamed(word: string): number | null {
  const folded = fold(word);
  if (folded.length < 3) return null;
  return BY_BEGINNING.find(([beginning]) => folded.startsWith(beginning))?.[1] ?? null;
}
