import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { dayIn } from "../../../src/shared/time.ts";
import { enumerated } from "../../../src/shared/words.ts";
import type { Output } from "../../api.ts";
import { Answer } from "../../components/answer.tsx";
import { Button, ButtonAnchor } from "../../components/button.tsx";
import { DeleteDialog } from "../../components/delete-dialog.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { DayField } from "../../form/day-field.tsx";
import { FormDialog } from "../../form/form-dialog.tsx";
import { MoneyField } from "../../form/money-field.tsx";
import { SelectField } from "../../form/select-field.tsx";
import { AreaField, TextField } from "../../form/text-field.tsx";
import { reloadRows } from "../../list/changes.ts";
import { money } from "../../numbers.ts";
import { useMe, useNow, useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { AddressesField } from "./addresses-field.tsx";
import { BankPayment, type BankRow, FromBank } from "./from-bank.tsx";
import {
  fileOf,
  type Invoice,
  INVOICE_CHANGES,
  INVOICE_MENU,
  INVOICES_PATH,
  isUnmailed,
  MAIL_BUTTON,
  nameOfInvoice,
  PAYMENT_BUTTON,
} from "./invoice.ts";
import { METHOD_OPTIONS } from "./methods.ts";

type InvoiceDialogProps = { readonly invoice: Invoice; readonly onClose: () => void };

function useReload() {
  const queries = useQueryClient();
  return async () => reloadRows(queries, { route: INVOICES_PATH });
}

export function DeleteDraft({ invoice, onClose }: InvoiceDialogProps) {
  const team = useTeam().id;
  const navigate = useNavigate();
  const reload = useReload();
  return (
    <DeleteDialog
      afterUndo={reload}
      backTo={[INVOICE_MENU]}
      changes={[]}
      description="It has no number, so that nothing is missing afterwards. You can undo this for 30 days in Activity."
      given={{ team, id: invoice.id }}
      leave={async () => navigate({ to: "/invoices", replace: true })}
      onClose={onClose}
      onDone={reload}
      route="DELETE /api/teams/:team/invoices/:id"
      said="The draft is deleted."
      submit="Delete the draft"
      title={`Delete the ${nameOfInvoice(invoice).replace(/^D/, "d")}?`}
    />
  );
}

export function PaymentRecording({ invoice, onClose }: InvoiceDialogProps) {
  const team = useTeam().id;
  const { user } = useMe();
  const today = dayIn(user.timeZone, useNow());
  const reload = useReload();
  const { currency, due_minor } = invoice;
  const [bank, setBank] = useState<BankRow | null>(null);
  if (bank !== null)
    return (
      <BankPayment
        invoice={invoice}
        onBack={() => setBank(null)}
        onClose={onClose}
        onDone={reload}
        row={bank}
      />
    );
  return (
    <FormDialog
      backTo={[PAYMENT_BUTTON, INVOICE_MENU]}
      changes={INVOICE_CHANGES}
      description={`${money(due_minor, currency)} is owed.`}
      given={{ team, id: invoice.id }}
      initial={{ paid_on: today, amount_minor: due_minor, method: "transfer" }}
      onClose={onClose}
      onDone={reload}
      route="POST /api/teams/:team/invoices/:id/payments"
      said="The payment is recorded."
      submit="Record the payment"
      title={`Record a payment of ${invoice.number}`}
    >
      {({ field }) => (
        <>
          <FromBank invoice={invoice} onChoose={setBank} />
          <MoneyField currency={currency} field={field("amount_minor")} label="Amount" />
          <DayField field={field("paid_on")} label="Day" max={today} />
          <SelectField field={field("method")} label="Method" options={METHOD_OPTIONS} />
          <TextField field={field("note")} isOptional label="Note" maxLength={1000} />
        </>
      )}
    </FormDialog>
  );
}

export function VoidInvoice({ invoice, onClose }: InvoiceDialogProps) {
  const team = useTeam();
  const reload = useReload();
  const query = useOfTeam(team, "GET /api/teams/:team/invoices/:id/loss", { id: invoice.id });
  return (
    <FormDialog
      backTo={[INVOICE_MENU]}
      changes={INVOICE_CHANGES}
      description={
        <Answer query={query} what="what happens">
          {(loss) => <Loss invoice={invoice} loss={loss} />}
        </Answer>
      }
      given={{ team: team.id, id: invoice.id }}
      kind="danger"
      onClose={onClose}
      onDone={reload}
      route="POST /api/teams/:team/invoices/:id/void"
      said={`${invoice.number} is canceled.`}
      submit="Void the invoice"
      title={`Void ${invoice.number}?`}
    />
  );
}

type VoidLoss = Output<"GET /api/teams/:team/invoices/:id/loss">;

function Loss({ invoice, loss: { number, customer, paid, credit_minor } }: LossProps) {
  const { currency, total_minor, paid_minor, refunded_minor } = invoice;
  return (
    <div className="grid gap-2">
      <p>
        {number}, {money(total_minor, currency)}
        {customer === null ? null : (
          <>
            , for <bdi>{customer}</bdi>
          </>
        )}
        . Number, document and PDF stay. Nothing of it is owed any more.
      </p>
      <p>
        {credit_minor !== null
          ? `A credit note over ${credit_minor === total_minor ? "all of it" : `the remaining ${money(credit_minor, currency)}`} is issued, with a number of its own. It is not mailed: you send it on its page.`
          : "No credit note is issued. It can be undone in Activity."}
      </p>
      {paid === null ? null : (
        <p>{money(paid_minor - refunded_minor, currency)} was paid, and is to refund.</p>
      )}
    </div>
  );
}

type LossProps = { readonly invoice: Invoice; readonly loss: VoidLoss };

/** Mails the document as it was sent: once more, or a credit note for the first time. */
export function MailAgain({ invoice, onClose }: InvoiceDialogProps) {
  const query = useOfTeam(useTeam(), "GET /api/teams/:team/invoices/:id/mail", { id: invoice.id });
  const { number } = invoice;
  const title = isUnmailed(invoice) ? `Send ${number}` : `Send ${number} again`;
  if (query.data === undefined)
    return (
      <Dialog backTo={[MAIL_BUTTON, INVOICE_MENU]} isOpen onClose={onClose} title={title}>
        <Answer query={query} what="the mail">
          {() => null}
        </Answer>
      </Dialog>
    );
  if (!query.data.can_mail) return <Unmailable invoice={invoice} onClose={onClose} title={title} />;
  return <Mailing drafted={query.data} invoice={invoice} onClose={onClose} title={title} />;
}

type MailingProps = InvoiceDialogProps & {
  readonly drafted: Output<"GET /api/teams/:team/invoices/:id/mail">;
  readonly title: string;
};

/** Without a mail server, people send the document themselves. */
function Unmailable({ invoice, onClose, title }: Omit<MailingProps, "drafted">) {
  const team = useTeam().id;
  return (
    <Dialog backTo={[MAIL_BUTTON, INVOICE_MENU]} isOpen onClose={onClose} title={title}>
      <p>
        This server cannot send mail, so you send it yourself. The mail file opens in your mail
        program as a draft, with {invoice.number}.pdf.
      </p>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-1">
        <Button onClick={onClose}>Cancel</Button>
        <ButtonAnchor href={fileOf(team, invoice.id, "mail.eml")} kind="primary">
          Mail file (.eml)
        </ButtonAnchor>
      </div>
    </Dialog>
  );
}

function Mailing({ drafted, invoice, onClose, title }: MailingProps) {
  const team = useTeam().id;
  const last = invoice.mails.at(-1);
  // A canceled invoice has another text than the one that asked to pay it.
  const written = last?.kind === drafted.kind ? last : drafted;
  const isFirst = isUnmailed(invoice);
  const known = last !== undefined && last.to.length > 0 ? last : drafted;
  return (
    <FormDialog
      backTo={[MAIL_BUTTON, INVOICE_MENU]}
      changes={INVOICE_CHANGES}
      description={
        isFirst
          ? `The mail has ${invoice.number}.pdf with it.`
          : `The same document goes out once more, as ${invoice.number}.pdf.`
      }
      given={{ team, id: invoice.id }}
      initial={{
        to: [...known.to],
        cc: [...known.cc],
        subject: written.subject,
        text: written.text,
      }}
      onClose={onClose}
      route="POST /api/teams/:team/invoices/:id/mails"
      said={({ mails }) => saidOf(mails.at(-1))}
      size="wide"
      submit={isFirst ? "Send" : "Send again"}
      title={title}
    >
      {({ field }) => (
        <>
          <AddressesField field={field("to")} isOptional={false} label="To" />
          <AddressesField field={field("cc")} label="Cc" />
          <TextField field={field("subject")} label="Subject" maxLength={300} />
          <AreaField
            field={field("text")}
            hint="{link} becomes the address of the public page."
            label="Text"
            maxLength={10_000}
          />
        </>
      )}
    </FormDialog>
  );
}

function saidOf(mail: Invoice["mails"][number] | undefined): string {
  if (mail === undefined || mail.state === "not_sent")
    return "Nothing was mailed: this server cannot send mail.";
  return `It goes out to ${enumerated(mail.to)}.`;
}
