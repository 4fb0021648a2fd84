import { shortDay } from "../../../dates.ts";
import { money } from "../../../numbers.ts";
import { BalanceCheck } from "./balance-check.tsx";
import type { PlannedAccount } from "./sent-file.ts";

/** One account of the file: its days, its balance, and how it meets earlier imports. */
export function AccountSummary({ account }: { readonly account: PlannedAccount }) {
  const { name, first, last, learns_number, gap, overlap, jump, currency } = account;
  return (
    <section aria-label={name} className="grid gap-3">
      <h2 className="text-section font-semibold">
        <bdi>{name}</bdi>
        {first === null || last === null ? null : (
          <span className="font-normal text-ink2">
            , {first === last ? shortDay(first) : `${shortDay(first)} to ${shortDay(last)}`}
          </span>
        )}
      </h2>
      <BalanceCheck account={account} />
      {gap === null ? null : (
        <p className="max-w-measure">
          <strong className="font-semibold">Days are missing.</strong> No import covers {range(gap)}
          . Ask your bank for a file of these days too.
        </p>
      )}
      {jump === null ? null : (
        <p className="max-w-measure">
          <strong className="font-semibold">A statement is missing.</strong> The file begins with{" "}
          {money(Math.abs(jump.minor), currency)} {jump.minor > 0 ? "more" : "less"} than the
          account had by its balance of {shortDay(jump.from)}. Ask your bank for what is between.
        </p>
      )}
      {overlap === null ? null : (
        <p className="max-w-measure text-ink2">
          An earlier import covers {range(overlap)} too. Rows that it brought are known, and are not
          imported twice.
        </p>
      )}
      {learns_number ? (
        <p className="max-w-measure text-ink2">
          The account gets its number from the file, so that its next file is recognised.
        </p>
      ) : null}
    </section>
  );
}

function range({ from, to }: { readonly from: string; readonly to: string }): string {
  return from === to ? shortDay(from) : `${shortDay(from)} to ${shortDay(to)}`;
}
