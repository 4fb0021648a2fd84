import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Section } from "../../components/page.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { BookInvoice, PaidInvoices } from "./paid-invoices.tsx";
import { TRANSACTION_INVOICES } from "./transaction.ts";
import type { OfTransaction } from "./transfer-sides.tsx";

/** Element id, for returning the focus. */
const CHOOSE = "choose-invoice";

/** Invoices that a transaction pays or refunds, and those that it may pay. */
export function InvoicesSection({ transaction }: OfTransaction) {
  const { id } = transaction;
  const { data } = useOfTeam(useTeam(), TRANSACTION_INVOICES, { id });
  const [isChoosing, setChoosing] = useState(false);
  if (data === undefined || (data.kind === null && data.payments.length === 0)) return null;
  const { kind, payments, suggested, rest_minor } = data;
  const isOpen = kind !== null && rest_minor > 0;
  const words = kind === "refund" ? "Refund of an invoice…" : "Choose an invoice…";
  return (
    <Section
      actions={
        isOpen ? (
          <Button id={CHOOSE} onClick={() => setChoosing(true)}>
            {words}
          </Button>
        ) : undefined
      }
      hint={hintOf(kind === "refund", payments.length + suggested.length > 0)}
      id="invoices"
      title="Invoices"
    >
      {payments.length + suggested.length === 0 ? null : (
        <PaidInvoices found={data} transaction={transaction} />
      )}
      {isChoosing && kind !== null ? (
        <BookInvoice
          backTo={[CHOOSE]}
          kind={kind}
          onClose={() => setChoosing(false)}
          rest={rest_minor}
          transaction={transaction}
        />
      ) : null}
    </Section>
  );
}

function hintOf(isOut: boolean, isShown: boolean): string | undefined {
  if (isShown) return undefined;
  return isOut
    ? "Money that you pay back to a customer is booked to its invoice."
    : "A customer’s payment is booked to the invoice that it pays.";
}
