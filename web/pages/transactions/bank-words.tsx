import type { ReactNode } from "react";
import { signed } from "../../components/amount.tsx";
import { Section } from "../../components/page.tsx";
import { shortDay } from "../../dates.ts";
import type { Transaction } from "./transaction.ts";

/** Words of the bank about an imported transaction, which stay as they are. */
export function BankWords({ transaction }: { readonly transaction: Transaction }) {
  const { bank_name, description, reference, counterparty_masked, value_date } = transaction;
  const { original_minor, original_currency } = transaction;
  const original =
    original_minor === null || original_currency === null
      ? null
      : signed(original_minor, original_currency);
  return (
    <Section
      hint="As the bank said it, like date, amount and account. It stays so that balances can be proved again; the name above is yours to change."
      id="bank-words"
      title="From the bank"
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 wrap-break-word">
        <Line label="Name">{bank_name}</Line>
        <Line label="Text">{description}</Line>
        <Line label="Reference">{reference}</Line>
        <Line label="Account of the other party">{counterparty_masked}</Line>
        <Line label="Value date">{value_date === null ? null : shortDay(value_date)}</Line>
        <Line label="Original amount">{original}</Line>
      </dl>
    </Section>
  );
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  if (children === null) return null;
  return (
    <>
      <dt className="text-ink2">{label}</dt>
      <dd>
        <bdi>{children}</bdi>
      </dd>
    </>
  );
}
