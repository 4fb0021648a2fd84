import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Amount } from "../../components/amount.tsx";
import { Button } from "../../components/button.tsx";
import { isDay, shortDay } from "../../dates.ts";
import { looseField } from "../../form/field.ts";
import { TextField } from "../../form/text-field.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { ABOUT, FITS, isWorkedOn, type ShownReceipt, type Suggestion } from "./receipt.ts";
import type { ReceiptActs } from "./use-receipt-acts.ts";

type ReceiptMatchProps = { readonly receipt: ShownReceipt; readonly acts: ReceiptActs };

export const CANDIDATES_ID = "payment-words";

/** The payment of a receipt, or those that may be it with the reasons for each. */
export function ReceiptMatch({ receipt, acts }: ReceiptMatchProps) {
  const { transaction, suggestions, status } = receipt;
  const isOpen = ["pending", "suggested_match", "no_match"].includes(status);
  if (transaction !== null) return <Matched acts={acts} receipt={receipt} />;
  return (
    <section aria-labelledby="payment" className="receipt-payment">
      <h3 className="font-semibold" id="payment">
        Payment
      </h3>
      {suggestions.map((suggestion, at) => (
        <Suggested
          acts={acts}
          isBest={at === 0}
          key={suggestion.transaction.id}
          receipt={receipt}
          suggestion={suggestion}
        />
      ))}
      {suggestions.length === 0 && isOpen ? <Unmatched acts={acts} receipt={receipt} /> : null}
      {isWorkedOn(receipt) && suggestions.length === 0 ? (
        <p className="text-ink2">You need not wait: choose its payment here if you know it.</p>
      ) : null}
      <Candidates acts={acts} receipt={receipt} />
    </section>
  );
}

function Matched({ receipt, acts }: ReceiptMatchProps) {
  const { transaction } = receipt;
  if (transaction === null) return null;
  return (
    <section aria-labelledby="payment" className="receipt-payment">
      <h3 className="font-semibold" id="payment">
        Payment
      </h3>
      <PaymentLine payment={transaction} />
      <div>
        <Button onClick={() => void acts.unmatch(receipt)}>Take off this payment</Button>
      </div>
    </section>
  );
}

type Payment = Suggestion["transaction"];

function PaymentLine({ payment }: { readonly payment: Payment }) {
  const { id, name, date, amount_minor, currency } = payment;
  return (
    <p className="grid gap-0.5">
      <span className="flex items-baseline justify-between gap-3">
        <Link
          className="min-w-0 truncate font-medium pointer-coarse:-my-3 pointer-coarse:py-3"
          search={{ transaction: id }}
          to="/transactions"
        >
          <bdi>{name}</bdi>
        </Link>
        <Amount currency={currency} minor={amount_minor} />
      </span>
      <span className="text-small text-ink2">{shortDay(date)}</span>
    </p>
  );
}

type SuggestedProps = ReceiptMatchProps & {
  readonly suggestion: Suggestion;
  readonly isBest: boolean;
};

function Suggested({ receipt, acts, suggestion, isBest }: SuggestedProps) {
  const { transaction: payment, why } = suggestion;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 rounded-control border border-line p-3">
      <PaymentLine payment={payment} />
      <Reasons why={why} />
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button
          kind={isBest ? "primary" : "secondary"}
          onClick={() => void acts.match(receipt, payment)}
        >
          Match
        </Button>
        <Button onClick={() => void acts.decline(receipt, payment)}>Not this</Button>
      </div>
    </div>
  );
}

/** Each reason with what the paper says and what the payment says. */
function Reasons({ why }: Pick<Suggestion, "why">) {
  return (
    <ul aria-label="Why" className="grid gap-1">
      {why.map(({ about, fit, paper, payment }) => {
        const [mark, words] = FITS[fit];
        const [onPaper, onPayment] = [told(paper), told(payment)];
        return (
          <li className="reason" key={about}>
            <span aria-hidden className={fit === "other" ? "text-bad" : "text-good"}>
              {mark}
            </span>
            <span className="text-ink2">
              {ABOUT[about]}
              <span className="sr-only"> {words}</span>
            </span>
            <span className="min-w-0 wrap-anywhere">
              {about === "against" ? (
                onPayment
              ) : onPaper === onPayment ? (
                <bdi>{onPaper}</bdi>
              ) : (
                <>
                  <bdi>{onPaper}</bdi> <span className="text-ink2">on the paper,</span>{" "}
                  <bdi>{onPayment}</bdi>
                </>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function told(value: string): string {
  return isDay(value) ? shortDay(value) : value;
}

/** Says why no payment is suggested, and what to do. */
function Unmatched({ receipt, acts }: ReceiptMatchProps) {
  const { amount_minor, date, duplicate, primary_id, id, searched } = receipt;
  if (duplicate !== null || primary_id !== id) return null;
  const missing = [
    ...(amount_minor === null ? ["amount"] : []),
    ...(date === null ? ["date"] : []),
  ];
  if (missing.length > 0)
    return (
      <p className="text-ink2">
        {`No ${missing.join(" and no ")} was found on it: fill in what is missing under “What was read”, and its payment is looked for.`}
      </p>
    );
  return (
    <div className="grid gap-2 text-ink2">
      <p>
        {searched === null
          ? "No booked payment is like it."
          : `No booked payment from ${shortDay(searched.start)} to ${shortDay(searched.end)} is like it.`}{" "}
        <ImportedTo day={searched?.imported ?? null} />
      </p>
      <p>Search for it below, or, if it was paid in cash, file it without one.</p>
      <div>
        <Button onClick={() => void acts.file(receipt, "done")}>Done without a payment</Button>
      </div>
    </div>
  );
}

/** End of the bank's files: a payment after it cannot be found yet. */
function ImportedTo({ day }: { readonly day: string | null }) {
  return (
    <>
      {day === null
        ? "No file of a bank was imported yet."
        : `The files of your banks end on ${shortDay(day)}.`}{" "}
      <Link className="underline" to="/transactions/import">
        Import {day === null ? "one" : "a newer one"}
      </Link>
      : what it brings is compared by itself.
    </>
  );
}

/** Payments to choose from: by words, or those that are most like the receipt. */
function Candidates({ receipt, acts }: ReceiptMatchProps) {
  const [q, setQ] = useState("");
  const words = q.trim();
  const suggested = new Set(receipt.suggestions.map(({ transaction }) => transaction.id));
  const asked = { id: receipt.id, ...(words === "" ? {} : { q: words }) };
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/inbox/:id/candidates", asked, {
    isAsked: words.length > 1,
  });
  const found = words.length > 1 ? (data?.items ?? []) : [];
  const others = found.filter(({ transaction }) => !suggested.has(transaction.id));
  return (
    <div className="grid gap-2">
      <TextField
        autoComplete="off"
        field={{
          ...looseField<string | null>("payment-words", q, (text) => setQ(text ?? "")),
          id: CANDIDATES_ID,
        }}
        isOptional
        label="Search payments"
        placeholder="Name or amount"
        type="search"
      />
      {words.length > 1 && data !== undefined && others.length === 0 ? (
        <p className="text-ink2">No other payment has these words.</p>
      ) : null}
      <ul aria-label="Found payments" className="divide-y divide-line empty:hidden">
        {others.map(({ transaction: payment }) => (
          <li className="grid gap-1 py-2" key={payment.id}>
            <PaymentLine payment={payment} />
            <div>
              <Button onClick={() => void acts.match(receipt, payment)}>
                Match<span className="sr-only"> with {payment.name}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
