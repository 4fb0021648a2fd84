import { Link } from "@tanstack/react-router";
import { signed } from "../../components/amount.tsx";
import { useTeam } from "../../team.tsx";
import { ratesTold, sourcesTold, waitingTold } from "./exchange-words.ts";
import type { Transaction } from "./transaction.ts";

/** The amount in the team's currency with its rate, or the reason for which there is none yet. */
export function ExchangeLine({ transaction }: { readonly transaction: Transaction }) {
  const { baseCurrency: currency } = useTeam();
  const { base_minor, exchange } = transaction;
  if (base_minor === null)
    return (
      <p className="text-ink2">
        {waitingTold(transaction, currency)} <ToRates>Exchange rates</ToRates>
      </p>
    );
  return (
    <p className="text-ink2 tabular-nums">
      <span className="font-medium whitespace-nowrap text-ink">
        = {signed(base_minor, currency)}
      </span>
      {exchange?.is_settled === true ? (
        <>
          {" "}
          at {ratesTold(exchange)}, <ToRates>{sourcesTold(exchange)}</ToRates>
        </>
      ) : (
        ", to be computed again at other rates"
      )}
    </p>
  );
}

function ToRates({ children }: { readonly children: string }) {
  return (
    <Link className="underline" to="/settings/rates">
      {children}
    </Link>
  );
}
