import type { Context } from "../../db/context.ts";
import { baseCurrencyOf } from "../team/base-currency.ts";

/**
 * Reads figures that are all in the currency that is told with them. A report has several statements, and
 * the team's currency may change between two of them, with all its sums in one commit: then it is read again.
 */
export async function inOneCurrency<T>(
  context: Context,
  read: (context: Context) => Promise<T>,
): Promise<T> {
  const answer = await read(context);
  const baseCurrency = await baseCurrencyOf(context);
  if (baseCurrency === context.team.baseCurrency) return answer;
  return inOneCurrency({ ...context, team: { ...context.team, baseCurrency } }, read);
}
