import { Link } from "@tanstack/react-router";
import type { Output } from "../../../api.ts";
import { Shape } from "../../../components/shapes.tsx";
import { Notice } from "../../../components/status.tsx";
import { shortDay } from "../../../dates.ts";
import { counted } from "../../../numbers.ts";
import type { Rates } from "./ecb-rates.tsx";

type Missing = Output<"GET /api/teams/:team/rates/missing">["items"];

type RateStateProps = { readonly rates: Rates; readonly missing: Missing };

export function RateState({ rates, missing }: RateStateProps) {
  const settling = rates.is_settling ? "Amounts are being computed again." : null;
  if (missing.length > 0)
    return (
      <Notice title={waitingWords(missing)} tone="warn">
        <p>
          Reports leave {countOf(missing) === 1 ? "it" : "them"} out. A rate counts on its day and
          the seven days after it. Load {rates.is_stale ? "a newer file" : "a file of these days"},
          or add a rate of your own.
        </p>
        <ul className="grid gap-1">
          {missing.map((one) => (
            <Waiting key={one.bank_account_id} one={one} />
          ))}
        </ul>
        {settling === null ? null : <p>{settling}</p>}
      </Notice>
    );
  return (
    <p className="flex items-baseline gap-2">
      <span className="translate-y-0.5">
        <Shape tone="good" />
      </span>
      <span className="max-w-measure">
        <span className="font-semibold">Every transaction has the rate that it needs.</span>{" "}
        {newestWords(rates)} {settling}
      </span>
    </p>
  );
}

function Waiting({ one }: { readonly one: Missing[number] }) {
  const { bank_account_id, name, currency, count, from, to } = one;
  return (
    <li>
      <Link
        className="underline"
        search={{ account: bank_account_id, from, to }}
        to="/transactions"
      >
        {counted(count, "transaction")} of <bdi>{name}</bdi>
      </Link>{" "}
      in {currency}, {from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)}`}
    </li>
  );
}

/** `12 transactions wait for rates of USD, from 3 Mar 2026`. */
function waitingWords(missing: Missing): string {
  const count = countOf(missing);
  const [first = ""] = missing.map(({ from }) => from).toSorted();
  const names = [...new Set(missing.map(({ currency }) => currency))].toSorted();
  const list = new Intl.ListFormat("en", { type: "conjunction" }).format(names);
  const wait =
    count === 1 ? "1 transaction waits for a rate" : `${count} transactions wait for rates`;
  return `${wait} of ${list}, from ${shortDay(first)}`;
}

function countOf(missing: Missing): number {
  return missing.reduce((sum, { count }) => sum + count, 0);
}

function newestWords({ newest_day, is_stale, own }: Rates): string {
  if (newest_day === null)
    return own.length === 0
      ? "No rates are loaded yet."
      : "No rates of the European Central Bank are loaded. Your own rates are used.";
  const newest = `The newest rates are of ${shortDay(newest_day)}.`;
  return is_stale ? `${newest} Newer amounts in other currencies need newer rates.` : newest;
}
