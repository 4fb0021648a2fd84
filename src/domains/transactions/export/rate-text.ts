import { divideRound } from "../../../shared/fraction.ts";
import { pointIn } from "../../../shared/money.ts";
import type { Cross, Rate } from "../../rates/rate.ts";

const DECIMALS = 12;

/** Units of the base currency for one unit of the other, as decimal text: `0.92`. */
export function rateText({ from, to }: Cross): string {
  const [one, other] = [scaled(from), scaled(to)];
  const rate = divideRound(other * 10n ** BigInt(DECIMALS), one);
  return pointIn(rate, DECIMALS).replace(/\.?0+$/, "");
}

/** A rate has at most as many decimals. */
function scaled(rate: Rate): bigint {
  const [whole = "", decimals = ""] = rate.split(".");
  return BigInt(whole + decimals.padEnd(DECIMALS, "0"));
}
