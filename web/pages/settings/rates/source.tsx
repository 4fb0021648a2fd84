import type { Output } from "../../../api.ts";
import { When } from "../../../components/when.tsx";
import { counted } from "../../../counted.ts";
import { shortDay } from "../../../days.ts";

export type Rates = Output<"GET /api/teams/:team/rates">;

/** Where the public rates come from, when they came, and which there are. */
export function Source({ rates }: { readonly rates: Rates }) {
  const { source, currencies, fetch } = rates;
  return (
    <div className="grid gap-3">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1">
        <dt className="text-ink2">Source</dt>
        <dd>
          <a href={source.url} rel="noreferrer" target="_blank">
            {source.name}
          </a>
        </dd>
        {fetch === null ? null : (
          <>
            <dt className="text-ink2">Fetched</dt>
            <dd>
              <When at={fetch.at} />
              {fetch.failure === null ? null : `, without success: ${fetch.failure}`}
            </dd>
          </>
        )}
      </dl>
      {currencies.length === 0 ? null : <Coverage currencies={currencies} />}
      {fetch === null ? <Operators /> : null}
    </div>
  );
}

function Operators() {
  return (
    <details>
      <summary className="cursor-pointer py-2 font-medium">For whoever runs the server</summary>
      <p className="max-w-measure pb-2 text-ink2">
        Start the server with <code className="font-mono text-small">RATES_URL</code> set. It then
        fetches the newest rates each day, and nobody needs to load a file.
      </p>
    </details>
  );
}

function Coverage({ currencies }: Pick<Rates, "currencies">) {
  return (
    <details>
      <summary className="cursor-pointer py-2 font-medium">
        {counted(currencies.length, "currency", "currencies")} with their days
      </summary>
      <p className="pb-2 text-ink2">Units for 1 EUR, on each day that banks work.</p>
      <ul aria-label="Currencies" className="grid gap-x-6 sm:grid-cols-2">
        {currencies.map(({ currency, from, to }) => (
          <li className="flex justify-between gap-4 py-1" key={currency}>
            <span className="font-medium">{currency}</span>
            <span className="text-ink2 tabular-nums">
              {from === to ? shortDay(from) : `${shortDay(from)} – ${shortDay(to)}`}
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
