import { Link } from "@tanstack/react-router";
import type { Output } from "../../../api.ts";
import { Notice } from "../../../components/status.tsx";
import { When } from "../../../components/when.tsx";
import { counted } from "../../../counted.ts";
import { shortDay } from "../../../days.ts";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";

export type Rates = Output<"GET /api/teams/:team/rates">;

/** State of the public rates, and the transactions that lack one. */
export function Source({ rates }: { readonly rates: Rates }) {
  const { source, newest_day, is_stale, is_settling, currencies, fetch } = rates;
  return (
    <div className="grid gap-4">
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        <dt className="text-ink2">Source</dt>
        <dd>
          <a href={source.url} rel="noreferrer" target="_blank">
            {source.name}
          </a>
        </dd>
        <dt className="text-ink2">Newest day</dt>
        <dd>{newest_day === null ? "No rates are loaded yet" : shortDay(newest_day)}</dd>
        <dt className="text-ink2">Fetched by the server</dt>
        <dd>
          {fetch === null ? (
            "Never: load files here, or set RATES_URL"
          ) : (
            <>
              <When at={fetch.at} />
              {fetch.failure === null ? null : `, without success: ${fetch.failure}`}
            </>
          )}
        </dd>
      </dl>
      {is_settling ? <p className="text-ink2">Amounts are being computed again.</p> : null}
      <Missing isStale={is_stale} />
      {currencies.length === 0 ? null : <Coverage currencies={currencies} />}
    </div>
  );
}

/** Transactions in another currency that no rate is there for, by currency. */
function Missing({ isStale }: { readonly isStale: boolean }) {
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/rates/missing", {});
  if (data === undefined) return null;
  if (data.items.length === 0)
    return (
      <p className="text-ink2">
        Every transaction has the rate that it needs.
        {isStale ? " Newer amounts in other currencies need newer rates." : ""}
      </p>
    );
  return (
    <Notice
      title={`${counted(
        data.items.reduce((sum, { count }) => sum + count, 0),
        "transaction",
      )} without a rate, left out of reports`}
      tone="warn"
    >
      <p>
        A rate counts on its day and the seven days after it. Load{" "}
        {isStale ? "a newer file" : "a file of these days"}, or add a rate of your own.
      </p>
      <ul className="grid gap-1">
        {data.items.map(({ bank_account_id, name, currency, count, from, to }) => (
          <li key={bank_account_id}>
            <Link
              className="underline"
              search={{ account: bank_account_id, from, to }}
              to="/transactions"
            >
              {counted(count, "transaction")} of <bdi>{name}</bdi>
            </Link>{" "}
            in {currency}, {shortDay(from)} to {shortDay(to)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Coverage({ currencies }: Pick<Rates, "currencies">) {
  return (
    <details>
      <summary className="cursor-pointer py-2 font-medium">
        {counted(currencies.length, "currency", "currencies")} with their days
      </summary>
      <ul aria-label="Currencies" className="grid gap-x-6 sm:grid-cols-2">
        {currencies.map(({ currency, from, to }) => (
          <li className="flex justify-between gap-4 py-1" key={currency}>
            <span className="font-medium">{currency}</span>
            <span className="text-ink2 tabular-nums">
              {shortDay(from)} – {shortDay(to)}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
