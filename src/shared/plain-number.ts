import { plain, readAs, type Reading, refusedFor } from "./reading.ts";

type NumberOptions = {
  readonly decimals: number;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
};

/** Reads a number that is no amount: `3`, `7,5`, `-2`. It has no marks of thousands. */
export function readPlainNumber(
  text: string,
  { decimals, min = -Infinity, max = Infinity }: NumberOptions,
): Reading<number> {
  const typed = plain(text).replace(",", ".");
  if (typed === "") return { state: "empty" };
  const [all, fraction = ""] = /^-?\d{1,12}(?:\.(\d*))?$/.exec(typed) ?? [];
  if (all === undefined) return refusedFor("Write a number, without marks of thousands.");
  if (fraction.length > decimals)
    return refusedFor(
      decimals === 0 ? "Write a whole number." : `Write at most ${decimals} decimals.`,
    );
  const value = Number(all);
  if (value < min) return refusedFor(`It is at least ${min}.`);
  return value > max ? refusedFor(`It is at most ${max}.`) : readAs(value);
}
