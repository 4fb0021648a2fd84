import { Link, Navigate, useParams } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { lazy, Suspense } from "react";
import { Answer } from "../../components/answer.tsx";
import { Button, ButtonAnchor } from "../../components/button.tsx";
import { Figure, FigureLine } from "../../components/figures.tsx";
import { ActionsMenu, MenuAnchor, MenuItem, MenuRule } from "../../components/menu.tsx";
import { Page } from "../../components/page.tsx";
import { Notice } from "../../components/status.tsx";
import { shortDay } from "../../dates.ts";
import { money } from "../../numbers.ts";
import { useOpen } from "../../open.ts";
import { useRemembered } from "../../palette/recents.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { isUnknown } from "../customers/customer.ts";
import { NotFound } from "../not-found.tsx";
import { Document } from "./document.tsx";
import { useDuplicate } from "./duplicate.ts";
import { InvoiceTime } from "./hours/invoice-time.tsx";
import { InvoiceStatus } from "./invoice-status.tsx";
import {
  CREDIT_PART,
  fileOf,
  type Invoice,
  INVOICE_MENU,
  INVOICE_PATH,
  isUnmailed,
  MAIL_AGAIN,
  MAIL_BUTTON,
  nameOfInvoice,
  PAYMENT_BUTTON,
  RECORD_PAYMENT,
  REFUND,
  REFUND_BUTTON,
  VOID,
} from "./invoice.ts";
import { PublicPage } from "./link.tsx";
import { Payments } from "./payments.tsx";
import { Timeline } from "./timeline.tsx";

const loadDialogs = async () => import("./invoice-dialogs.tsx");
const PaymentRecording = lazy(async () =>
  loadDialogs().then(({ PaymentRecording }) => ({ default: PaymentRecording })),
);
const VoidInvoice = lazy(async () =>
  loadDialogs().then(({ VoidInvoice }) => ({ default: VoidInvoice })),
);
const CreditDialog = lazy(async () =>
  import("./credit-dialog.tsx").then(({ CreditDialog }) => ({ default: CreditDialog })),
);
const RefundDialog = lazy(async () =>
  import("./refund-dialog.tsx").then(({ RefundDialog }) => ({ default: RefundDialog })),
);
const MailAgain = lazy(async () => loadDialogs().then(({ MailAgain }) => ({ default: MailAgain })));

const BACK = { to: "/invoices", label: "Invoices" } as const;

/** A mail may leave, or a PDF be drawn, while the page is open. */
const EVERY_MS = 5000;

export function InvoicePage() {
  const { id = "" } = useParams({ strict: false });
  const query = useOfTeam(
    useTeam(),
    INVOICE_PATH,
    { id },
    { everyMs: EVERY_MS, isPolled: isUnderWay },
  );
  if (query.data === undefined && isUnknown(query.error)) return <NotFound />;
  if (query.data === undefined)
    return (
      <Page back={BACK} title="Invoice">
        <Answer query={query} what="the invoice">
          {() => null}
        </Answer>
      </Page>
    );
  if (query.data.status === "draft")
    return <Navigate params={{ id }} replace to="/invoices/$id/edit" />;
  return <Sent invoice={query.data} key={id} />;
}

function isUnderWay({ mails }: Invoice): boolean {
  return mails.some(({ state }) => state === "queued" || state === "sending");
}

function Sent({ invoice }: { readonly invoice: Invoice }) {
  const { open, hide } = useOpen();
  const name = nameOfInvoice(invoice);
  useRemembered(name, "Invoice", `/invoices/${invoice.id}`);
  const { customer, buyer_name } = invoice;
  return (
    <Page
      actions={<Actions invoice={invoice} />}
      back={BACK}
      heading={<bdi>{name}</bdi>}
      lead={
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          {customer === null ? (
            <bdi>{buyer_name}</bdi>
          ) : (
            <Link params={{ id: customer.id }} to="/customers/$id">
              <bdi>{buyer_name ?? customer.name}</bdi>
            </Link>
          )}
          <InvoiceStatus daysOverdue={invoice.days_overdue} status={invoice.status} />
        </span>
      }
      title={name}
    >
      <Figures invoice={invoice} />
      <MailNotice invoice={invoice} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-6 xl:grid-cols-[minmax(0,1fr)_17rem]">
        <Document body={invoice.body} />
        <div className="grid content-start gap-6 max-xl:-order-1 sm:max-xl:grid-cols-2">
          <Payments invoice={invoice} />
          <PublicPage invoice={invoice} />
          <InvoiceTime invoice={invoice} />
          <Timeline invoice={invoice} />
        </div>
      </div>
      <Suspense>
        {open === RECORD_PAYMENT ? <PaymentRecording invoice={invoice} onClose={hide} /> : null}
        {open === VOID ? <VoidInvoice invoice={invoice} onClose={hide} /> : null}
        {open === CREDIT_PART ? <CreditDialog invoice={invoice} onClose={hide} /> : null}
        {open === REFUND ? <RefundDialog invoice={invoice} onClose={hide} /> : null}
        {open === MAIL_AGAIN ? <MailAgain invoice={invoice} onClose={hide} /> : null}
      </Suspense>
    </Page>
  );
}

function Actions({ invoice }: { readonly invoice: Invoice }) {
  const team = useTeam().id;
  const { show } = useOpen();
  const duplicate = useDuplicate();
  const { id, type, status, due_minor, to_refund_minor } = invoice;
  const canPay = type === "invoice" && due_minor > 0;
  const canCredit = invoice.canceled_at === null && invoice.credited_minor < invoice.total_minor;
  const canRefund = invoice.paid_minor > invoice.refunded_minor;
  const pdf = fileOf(team, id, "pdf");
  return (
    <>
      <ButtonAnchor href={pdf} kind="secondary">
        <Download aria-hidden size={16} strokeWidth={1.5} />
        PDF
      </ButtonAnchor>
      {canPay ? (
        <Button id={PAYMENT_BUTTON} kind="primary" onClick={() => show(RECORD_PAYMENT)}>
          Record payment
        </Button>
      ) : null}
      {to_refund_minor > 0 ? (
        <Button id={REFUND_BUTTON} kind="primary" onClick={() => show(REFUND)}>
          Record refund
        </Button>
      ) : null}
      {type === "credit_note" && isUnmailed(invoice) ? (
        <Button id={MAIL_BUTTON} kind="primary" onClick={() => show(MAIL_AGAIN)}>
          Send by mail…
        </Button>
      ) : null}
      <ActionsMenu id={INVOICE_MENU} label={`Actions for ${nameOfInvoice(invoice)}`}>
        <MenuItem onPress={() => show(MAIL_AGAIN)}>
          {isUnmailed(invoice) ? "Send by mail…" : "Send again…"}
        </MenuItem>
        <MenuAnchor href={fileOf(team, id, "mail.eml")}>Mail file (.eml)</MenuAnchor>
        {type === "invoice" ? (
          <MenuItem onPress={() => void duplicate(id)}>Duplicate</MenuItem>
        ) : null}
        {type === "invoice" && status !== "canceled" ? (
          <>
            <MenuRule />
            {canCredit ? (
              <MenuItem onPress={() => show(CREDIT_PART)}>Credit a part…</MenuItem>
            ) : null}
            {canRefund && to_refund_minor === 0 ? (
              <MenuItem onPress={() => show(REFUND)}>Refund with credit note…</MenuItem>
            ) : null}
            <MenuItem onPress={() => show(VOID)} tone="bad">
              Void…
            </MenuItem>
          </>
        ) : null}
      </ActionsMenu>
    </>
  );
}

function Figures({ invoice }: { readonly invoice: Invoice }) {
  const { currency, total_minor, paid_minor, due_minor, to_refund_minor, due_on, type, status } =
    invoice;
  const isCanceled = status === "canceled";
  if (type === "credit_note")
    return (
      <FigureLine>
        <Figure name="Total">{money(total_minor, currency)}</Figure>
        {invoice.credits === null ? null : (
          <Figure name="Corrects">
            <Link params={{ id: invoice.credits.id }} to="/invoices/$id">
              {invoice.credits.number}
            </Link>
          </Figure>
        )}
      </FigureLine>
    );
  return (
    <FigureLine>
      <Figure name="Total">{money(total_minor, currency)}</Figure>
      <Figure name="Paid">
        {paid_minor > 0 ? money(paid_minor, currency) : isCanceled ? "Nothing" : "Nothing yet"}
      </Figure>
      {invoice.credited_minor === 0 || isCanceled ? null : (
        <Figure name="Credited">{money(invoice.credited_minor, currency)}</Figure>
      )}
      {invoice.refunded_minor === 0 ? null : (
        <Figure name="Refunded">{money(invoice.refunded_minor, currency)}</Figure>
      )}
      <Figure name="Owed">{due_minor === 0 ? "Nothing" : money(due_minor, currency)}</Figure>
      {to_refund_minor === 0 ? null : (
        <Figure name="To refund">{money(to_refund_minor, currency)}</Figure>
      )}
      {due_on === null || isCanceled ? null : <Figure name="Due">{shortDay(due_on)}</Figure>}
      {invoice.credit_notes.length === 0 ? null : (
        <Figure name="Corrected by">
          <span className="flex flex-wrap gap-x-3">
            {invoice.credit_notes.map(({ id, number }) => (
              <Link key={id} params={{ id }} to="/invoices/$id">
                {number}
              </Link>
            ))}
          </span>
        </Figure>
      )}
    </FigureLine>
  );
}

/** Tells what became of the last mail where it did not simply leave. */
function MailNotice({ invoice }: { readonly invoice: Invoice }) {
  const team = useTeam().id;
  const { show } = useOpen();
  const last = invoice.mails.at(-1);
  if (last === undefined || !["failed", "not_sent"].includes(last.state)) return null;
  if (["canceled", "paid"].includes(invoice.status) && last.kind === "invoice") return null;
  const isFailed = last.state === "failed";
  const canMail = last.last_error !== NO_SERVER;
  return (
    <Notice
      actions={
        <>
          {canMail ? (
            <Button onClick={() => show(MAIL_AGAIN)}>
              {isUnmailed(invoice) ? "Send by mail…" : "Send again…"}
            </Button>
          ) : null}
          <ButtonAnchor href={fileOf(team, invoice.id, "mail.eml")}>Mail file (.eml)</ButtonAnchor>
        </>
      }
      title={isFailed ? "The mail did not arrive" : "Nothing was mailed"}
      tone={isFailed ? "bad" : "warn"}
    >
      <p>
        {whyNotSent(last.last_error)} The mail file opens in your mail program as a draft, with the
        PDF.
      </p>
    </Notice>
  );
}

/** As mails say it that nobody tried to send. */
const NO_SERVER = "no mail server";

function whyNotSent(error: string | null): string {
  if (error === NO_SERVER) return "This server cannot send mail, so send the invoice yourself.";
  if (error === "no address") return "The customer has no e-mail address.";
  return error === null ? "" : `The mail server said: ${error}.`;
}
