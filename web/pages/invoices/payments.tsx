import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { IconButton } from "../../components/button.tsx";
import { toastRefusal } from "../../components/toast.tsx";
import { shortDay } from "../../dates.ts";
import { reloadRows } from "../../list/changes.ts";
import { money } from "../../numbers.ts";
import { useRefetch, useWrite } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import { type Invoice, INVOICE_CHANGES, INVOICES_PATH } from "./invoice.ts";
import { methodName } from "./methods.ts";

const TITLE = "payments";

type Payment = Invoice["payments"][number];

/** Payments of the invoice. Each can be removed, and the removal undone. */
export function Payments({ invoice }: { readonly invoice: Invoice }) {
  const remove = useRemoval(invoice);
  const { payments, currency } = invoice;
  if (payments.length === 0) return null;
  return (
    <section aria-labelledby={TITLE} className="grid content-start gap-2">
      <h2 className="text-section font-semibold outline-none" id={TITLE} tabIndex={-1}>
        Payments
      </h2>
      <ul className="divide-y divide-line">
        {payments.map((payment) => (
          <li className="flex items-start justify-between gap-2 py-2" key={payment.id}>
            <div className="grid min-w-0">
              <span className="font-medium">
                {payment.kind === "refund" ? "Refund of " : ""}
                {money(payment.amount_minor, currency)}
              </span>
              <span className="text-small text-ink2">
                {shortDay(payment.paid_on)}, {methodName(payment.method).toLowerCase()}
              </span>
              {payment.transaction_id === null ? null : (
                <Link search={{ transaction: payment.transaction_id }} to="/transactions">
                  Bank transaction
                </Link>
              )}
              {payment.note === null ? null : (
                <bdi className="text-small text-ink2">{payment.note}</bdi>
              )}
            </div>
            <IconButton
              label={`Remove the ${payment.kind} of ${money(payment.amount_minor, currency)}`}
              onClick={() => void remove(payment)}
            >
              <X aria-hidden size={16} strokeWidth={1.5} />
            </IconButton>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useRemoval({ id, currency }: Invoice) {
  const team = useTeam().id;
  const queries = useQueryClient();
  const refetch = useRefetch(INVOICE_CHANGES);
  const write = useWrite("DELETE /api/teams/:team/invoices/:id/payments/:payment", {
    changes: INVOICE_CHANGES,
  });
  const after = async () => {
    await refetch();
    await reloadRows(queries, { route: INVOICES_PATH });
  };
  return async (payment: Payment) => {
    const input = { team, id, payment: payment.id };
    const answer = await toastRefusal(async () => write.mutateAsync(input));
    if (answer === null) return;
    // The pressed button is gone with its payment.
    (document.getElementById(TITLE) ?? document.querySelector("h1"))?.focus();
    const words = `The ${payment.kind} of ${money(payment.amount_minor, currency)} is removed.`;
    sayWithUndo(words, { team, event: answer.event, after });
    await after();
  };
}
