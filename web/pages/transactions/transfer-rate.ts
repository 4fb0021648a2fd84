import { toMajor } from "../../../src/shared/money.ts";

type Side = {
  readonly amount_minor: number;
  readonly currency: string;
  /** In the team's currency; null without a rate. */
  readonly base_minor: number | null;
};

/**
 * Tells the rate between two amounts, in the direction in which it is above one, and its distance from the rates of
 * the day: `1 EUR = 1.09 USD, 0.4 % less than at the rates of the day`. Null for one currency.
 */
export function transferRate(one: Side, other: Side): string | null {
  if (one.currency === other.currency) return null;
  const [least, most] = [one, other].toSorted((side, next) => unitsOf(side) - unitsOf(next));
  if (least === undefined || most === undefined || unitsOf(least) === 0) return null;
  const rate = (unitsOf(most) / unitsOf(least)).toLocaleString("en-GB", {
    maximumSignificantDigits: 6,
  });
  const told = `1 ${least.currency} = ${rate} ${most.currency}`;
  const off = offOf(one, other);
  return off === null ? told : `${told}, ${off}`;
}

function unitsOf({ amount_minor, currency }: Side): number {
  return toMajor(Math.abs(amount_minor), currency);
}

/** Tells by how much less or more came in than went out, at the rates of their days. */
function offOf(one: Side, other: Side): string | null {
  const [received, paid] = one.amount_minor > 0 ? [one, other] : [other, one];
  if (received.base_minor === null || !paid.base_minor) return null;
  const share = Math.abs(received.base_minor) / Math.abs(paid.base_minor) - 1;
  const percent = Math.abs(share * 100).toFixed(1);
  if (percent === "0.0") return "as on the day";
  return `${percent} % ${share < 0 ? "less" : "more"} than at the rates of the day`;
}
