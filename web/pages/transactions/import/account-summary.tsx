import { signed, WholeAmounts } from "../../../components/amount.tsx";
import { Status } from "../../../components/status.tsx";
import { shortDay } from "../../../dates.ts";
import { counted, money } from "../../../numbers.ts";
import { rangeText } from "../../reports/ranges.ts";
import type { PlannedAccount } from "./sent-file.ts";

/** One account of the file: its days, its balance, and days that are missing or known. */
export function AccountSummary({ account }: { readonly account: PlannedAccount }) {
  const { name, first, last, learns_number, gap, overlap, jump, currency } = account;
  return (
    <section aria-label={name} className="grid gap-3">
      <h2 className="text-section font-semibold">
        <bdi>{name}</bdi>
        {first === null || last === null ? null : (
          <span className="font-normal text-ink2">, {rangeText({ from: first, to: last })}</span>
        )}
      </h2>
      <BalanceCheck account={account} />
      {gap === null ? null : (
        <p className="max-w-measure">
          <strong className="font-semibold">Days are missing.</strong> No import covers{" "}
          {rangeText(gap)}. Ask your bank for a file of these days too.
        </p>
      )}
      {jump === null ? null : (
        <p className="max-w-measure">
          <strong className="font-semibold">A statement is missing.</strong> The file begins with{" "}
          {money(Math.abs(jump.minor), currency)} {jump.minor > 0 ? "more" : "less"} than the
          account had by its {jump.basis === "opening" ? "opening balance" : "balance"} of{" "}
          {shortDay(jump.from)} and what was booked since. Ask your bank for what is between.
        </p>
      )}
      {overlap === null ? null : (
        <p className="max-w-measure text-ink2">
          An earlier import covers {rangeText(overlap)} too. Rows that it brought are known, and are
          not imported twice.
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

/** Balances that the bank states, and whether the rows of the file lead from one to the other. */
function BalanceCheck({ account }: { readonly account: PlannedAccount }) {
  const { opening, closing, balance_check, differences, currency } = account;
  if (opening === null || closing === null || balance_check === "not stated")
    return (
      <p className="flex flex-wrap items-center gap-2 text-ink2">
        <Status tone="quiet">
          {closing === null ? "Balance not stated" : "Balance not proved"}
        </Status>
        <span>
          <WholeAmounts>
            {closing === null
              ? "The file does not say what was in the account before and after, so nothing proves that no row is missing."
              : `The file ends at ${money(closing.minor, currency)}. Its rows do not prove that none is missing.`}
          </WholeAmounts>
        </span>
      </p>
    );
  const plain = (minor: number) => money(minor, currency).replace("-", "−");
  const missing = differences.first[0]?.minor ?? 0;
  // Several differences are not one sum.
  const rows = differences.count > 1 ? null : closing.minor - opening.minor - missing;
  return (
    <div className="grid gap-2">
      <table className="w-full max-w-96 tabular-nums">
        <caption className="sr-only">Balance of {account.name}</caption>
        <tbody>
          <Line title={`Before${dayOf(opening.day)}`}>{plain(opening.minor)}</Line>
          {rows === null ? null : (
            <Line title="Booked rows of the file">{signed(rows, currency)}</Line>
          )}
          {rows === null || missing === 0 ? null : (
            <>
              <Line title="Comes to">{plain(opening.minor + rows)}</Line>
              <Line title="Missing to the bank’s balance">{signed(missing, currency)}</Line>
            </>
          )}
          <tr className="border-t border-line font-semibold">
            <th className="py-1 pe-4 text-start font-semibold" scope="row">
              After{dayOf(closing.day)}, by the bank
            </th>
            <td className="border-b-4 border-double border-accent py-1 text-end whitespace-nowrap">
              {plain(closing.minor)}
            </td>
          </tr>
        </tbody>
      </table>
      {balance_check === "agrees" ? (
        <p className="flex flex-wrap items-center gap-2">
          <Status tone="good">Balance agrees</Status>
          <span className="text-ink2">Proved by the balance: no row is missing or misread.</span>
        </p>
      ) : (
        <Differences currency={currency} differences={differences} />
      )}
    </div>
  );
}

type Differences = PlannedAccount["differences"];

/** Tells each difference by itself: two may even out, and each has another cause. */
function Differences({
  differences: { count, first },
  currency,
}: {
  readonly differences: Differences;
  readonly currency: string;
}) {
  const [only] = first;
  const more = count - Math.min(first.length, MOST_DIFFERENCES);
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <Status tone="warn">
          {count === 1 && only !== undefined
            ? `Balance differs by ${money(Math.abs(only.minor), currency)}`
            : `Balance differs in ${count} places`}
        </Status>
        <span className="text-ink2">
          A row may be missing from the file or may be read with the wrong sign. Compare it with the
          statement before you import.
        </span>
      </p>
      <ul
        aria-label="Differences of the balance"
        className="grid max-w-measure list-disc gap-1 ps-5"
      >
        {first.slice(0, MOST_DIFFERENCES).map((one) => (
          <li key={`${one.kind} ${one.from} ${one.to} ${one.minor}`}>
            <WholeAmounts>{saidOf(one, currency)}</WholeAmounts>
          </li>
        ))}
        {more > 0 ? <li>{counted(more, "more place")}.</li> : null}
      </ul>
    </>
  );
}

const MOST_DIFFERENCES = 10;

function saidOf({ kind, from, to, minor }: Differences["first"][number], currency: string) {
  const days = from === null || to === null ? "" : ` from ${shortDay(from)} to ${shortDay(to)}`;
  const amount = `${money(Math.abs(minor), currency)} ${minor > 0 ? "more" : "less"}`;
  return kind === "within"
    ? `The statement${days} ends at ${amount} than its rows come to.`
    : `The balance${days} is ${amount} than the rows between give.`;
}

function dayOf(day: string | null): string {
  return day === null ? "" : `, ${shortDay(day)}`;
}

function Line({ title, children }: { readonly title: string; readonly children: string }) {
  return (
    <tr>
      <th className="py-1 pe-4 text-start font-normal text-ink2" scope="row">
        {title}
      </th>
      <td className="py-1 text-end whitespace-nowrap">{children}</td>
    </tr>
  );
}
