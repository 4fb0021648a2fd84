import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { creditTotals } from "../../../src/shared/credit-totals.ts";
import { dayIn } from "../../../src/shared/time.ts";
import { Answer } from "../../components/answer.tsx";
import { DayField } from "../../form/day-field.tsx";
import { FormDialog } from "../../form/form-dialog.tsx";
import { MoneyField } from "../../form/money-field.tsx";
import { SelectField } from "../../form/select-field.tsx";
import { TextField } from "../../form/text-field.tsx";
import { reloadRows } from "../../list/changes.ts";
import { money } from "../../numbers.ts";
import { useMe, useNow, useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { backAfter, CreditSums } from "./credit-dialog.tsx";
import {
  type Invoice,
  INVOICE_CHANGES,
  INVOICE_MENU,
  INVOICES_PATH,
  REFUND_BUTTON,
} from "./invoice.ts";
import { METHOD_OPTIONS } from "./methods.ts";

const CREDITABLE = "GET /api/teams/:team/invoices/:id/creditable";

type RefundDialogProps = { readonly invoice: Invoice; readonly onClose: () => void };

/** Records what was sent back. For more than is owed back, a credit note is issued with it. */
export function RefundDialog({ invoice, onClose }: RefundDialogProps) {
  const team = useTeam().id;
  const { user } = useMe();
  const today = dayIn(user.timeZone, useNow());
  const queries = useQueryClient();
  const { currency, to_refund_minor } = invoice;
  const [amount, setAmount] = useState(to_refund_minor);
  const credit_minor = missingCredit(invoice, amount);
  return (
    <FormDialog
      backTo={[REFUND_BUTTON, INVOICE_MENU]}
      changes={[...INVOICE_CHANGES, CREDITABLE]}
      description={
        to_refund_minor === 0
          ? "Nothing is to refund yet: a refund needs a credit note, which is issued with it."
          : `${money(to_refund_minor, currency)} is to refund.`
      }
      foot={
        credit_minor === 0 ? null : <WithCredit credit_minor={credit_minor} invoice={invoice} />
      }
      given={{ team, id: invoice.id, ...(credit_minor === 0 ? {} : { credit_minor }) }}
      initial={{
        paid_on: today,
        method: "transfer",
        ...(to_refund_minor === 0 ? {} : { amount_minor: to_refund_minor }),
      }}
      onClose={onClose}
      onDone={async () => reloadRows(queries, { route: INVOICES_PATH })}
      route="POST /api/teams/:team/invoices/:id/refunds"
      said={({ credit_notes }) =>
        credit_minor === 0
          ? "The refund is recorded."
          : `The refund is recorded, and ${credit_notes.at(-1)?.number} is issued.`
      }
      submit={
        credit_minor === 0 ? "Record the refund" : "Record the refund and issue the credit note"
      }
      title={`Record a refund of ${invoice.number}`}
    >
      {({ field }) => (
        <>
          <MoneyField
            currency={currency}
            field={{
              ...field("amount_minor"),
              set: (minor) => {
                setAmount(minor);
                field("amount_minor").set(minor);
              },
            }}
            label="Amount"
          />
          <DayField field={field("paid_on")} label="Day" max={today} />
          <SelectField field={field("method")} label="Method" options={METHOD_OPTIONS} />
          <TextField field={field("note")} isOptional label="Note" maxLength={1000} />
        </>
      )}
    </FormDialog>
  );
}

/** Minor units to credit, so that the amount is owed back. */
function missingCredit(invoice: Invoice, amount: number): number {
  if (invoice.canceled_at !== null || amount <= 0) return 0;
  return Math.max(0, amount - backAfter(invoice, 0));
}

type WithCreditProps = { readonly invoice: Invoice; readonly credit_minor: number };

function WithCredit({ invoice, credit_minor }: WithCreditProps) {
  const query = useOfTeam(useTeam(), CREDITABLE, { id: invoice.id });
  return (
    <Answer query={query} what="what is left to credit">
      {({ credited, number }) => {
        const reading = creditTotals(invoice.body, credited, { amount_minor: credit_minor });
        if (reading.state === "refused") return <p className="text-bad">{reading.why}</p>;
        return (
          <div className="grid gap-2">
            <p>A credit note is issued with it, as {number}:</p>
            <CreditSums currency={invoice.currency} totals={reading.value} />
          </div>
        );
      }}
    </Answer>
  );
}
