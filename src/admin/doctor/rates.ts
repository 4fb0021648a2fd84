import { countForeignAccounts, isStale } from "../../domains/rates/get-rates.ts";
import { readSource } from "../../domains/rates/rate.ts";
import { instantOf } from "../../shared/time.ts";
import { counted } from "../../shared/words.ts";
import type { Check, Finding } from "./check.ts";
import type { Visit } from "./visit.ts";

/** Exchange rates, which accounts in another currency than their team's need. */
export const RATES: readonly Check[] = [
  {
    name: "rates",
    title: "exchange rates are up to date where accounts need them",
    after: ["database"],
    run: staleRates,
  },
];

async function staleRates({ desk }: Visit): Promise<Finding | null> {
  const database = await desk.open("as it is");
  try {
    const accounts = await countForeignAccounts(database.reader);
    if (accounts === 0) return null;
    const { newest_day, tried_at, failure } = await readSource(database.reader);
    if (!isStale(newest_day, instantOf(desk.clock())) && failure === null) return null;
    const state =
      newest_day === null ? "There are no exchange rates" : `The newest rates are of ${newest_day}`;
    const tried = failure === null ? "" : ` They were not fetched at ${tried_at}: ${failure}`;
    return {
      problem: `${state}, and ${counted(accounts, "bank account")} in another currency than the team’s need them.${tried}`,
      fix: "Load eurofxref-hist.zip of the European Central Bank with rates:load, or set RATES_URL so that the server fetches it every day.",
      isWarning: true,
    };
  } finally {
    await database.close();
  }
}
