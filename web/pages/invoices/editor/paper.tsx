import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { addDays } from "../../../../src/shared/calendar.ts";
import type { TotalsReading } from "../../../../src/shared/invoice-totals.ts";
import type { Output } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { shortDay } from "../../../dates.ts";
import { ComboboxField } from "../../../form/combobox-field.tsx";
import { DayField } from "../../../form/day-field.tsx";
import { NumberField } from "../../../form/number-field.tsx";
import { AreaField, TextField } from "../../../form/text-field.tsx";
import { oneOf } from "../../../list/filters.ts";
import { counted, money } from "../../../numbers.ts";
import { useOfTeam } from "../../../queries.ts";
import { leads, useTeam } from "../../../team.tsx";
import { customerSearch } from "../../projects/filters.ts";
import { useNewCustomer } from "../../projects/new-customer.tsx";
import { ADD_HOURS_BUTTON } from "../hours/hours.ts";
import { type Invoice, INVOICE_LANGUAGE_CODES, TITLES } from "../invoice.ts";
import { addressLines, DocumentHead, PaymentBox } from "../letter.tsx";
import { useCheck } from "./before-sending.tsx";
import { Cell } from "./cell.tsx";
import { discountText, readTypedDiscount, type TypedDiscount } from "./decimals.ts";
import { LineList } from "./line-list.tsx";
import { focusSoon } from "./line-row.tsx";
import { discountColumns, discountOf, type KnownLine } from "./lines.ts";
import { type Rates, useBuyer } from "./rates.ts";
import { DraftTotals } from "./totals.tsx";
import type { Editor } from "./use-editor.ts";
import "../paper.css";

type PaperProps = {
  readonly editor: Editor;
  readonly invoice: Invoice;
  readonly rates: Rates;
  readonly reading: TotalsReading;
  /** Opens the dialog that adds hours. */
  readonly hours: { readonly isWaiting: boolean; readonly press: () => void };
};

const NONE: readonly KnownLine[] = [];

/** The draft as its document will look. */
export function Paper({ editor, invoice, rates, reading, hours }: PaperProps) {
  const { field, values, form } = editor;
  const team = useTeam();
  const settings = useOfTeam(team, "GET /api/teams/:team/invoice-settings", {}).data;
  const customerId = values.customer_id;
  const customer = useBuyer(customerId);
  const known = useOfTeam(
    team,
    "GET /api/teams/:team/invoices/lines",
    { customer: customerId ?? "" },
    { isAsked: customerId !== null },
  ).data?.items;
  const own = oneOf(INVOICE_LANGUAGE_CODES, customer?.invoice_language ?? undefined);
  const language = values.language ?? own ?? settings?.language ?? "en";
  return (
    <div className="invoice-paper paper">
      {settings === undefined ? null : (
        <DocumentHead
          action={
            leads(team) ? (
              <Link className="text-caption underline" to="/settings/invoices/seller">
                Edit the seller
              </Link>
            ) : null
          }
          seller={settings}
        />
      )}
      <div className="grid gap-x-10 gap-y-8 @min-[34rem]:grid-cols-[minmax(0,1fr)_minmax(0,17rem)]">
        <Buyer
          customer={customerId === null ? undefined : customer}
          editor={editor}
          invoice={invoice}
        />
        <Facts editor={editor} invoice={invoice} />
      </div>
      <p className="text-key-figure font-semibold text-accent" lang={language}>
        {TITLES[language]}
      </p>
      <LineList
        beside={
          customerId === null ? null : (
            <span>
              <Button
                id={ADD_HOURS_BUTTON}
                isBusy={hours.isWaiting}
                kind="quiet"
                onClick={hours.press}
              >
                <Plus aria-hidden size={16} strokeWidth={1.5} />
                Add unbilled time…
              </Button>
            </span>
          )
        }
        currency={values.currency}
        field={field("lines")}
        invoice={invoice}
        lines={values.lines}
        known={known ?? NONE}
        problem={form.problem}
        rate={rates.usual}
        rates={rates.shown}
        totals={reading.state === "read" ? reading.value : null}
      />
      <DraftTotals
        currency={values.currency}
        discount={(minor) => <WholeDiscount editor={editor} minor={minor} />}
        pricesIncludeTax={values.prices_include_tax}
        reading={reading}
      />
      <AreaField field={field("note")} isOptional label="Note on the invoice" maxLength={5000} />
      <PaymentBox account={usePaymentAccount(values.payment_account_id)} />
      {settings === undefined || settings.legal_text === null ? null : (
        <p className="border-t border-line pt-3 text-caption whitespace-pre-line text-ink2">
          <bdi>{settings.legal_text}</bdi>
        </p>
      )}
    </div>
  );
}

/** Bank details of that id; undefined without any. */
function usePaymentAccount(id: string | null) {
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/payment-accounts", {});
  return data?.items.find((account) => account.id === id);
}

type BuyerProps = {
  readonly editor: Editor;
  readonly invoice: Invoice;
  readonly customer: Output<"GET /api/teams/:team/customers/:id"> | undefined;
};

/** The address window. Its address is the customer's own, and is changed on the customer's page. */
function Buyer({ editor, invoice, customer }: BuyerProps) {
  const team = useTeam().id;
  const made = useNewCustomer();
  const current = invoice.customer;
  const lines = customer === undefined ? [] : addressLines(customer);
  return (
    <div className="grid content-start gap-1">
      <ComboboxField
        create={made.create}
        field={editor.field("customer_id")}
        isOptional
        known={current === null ? [] : [{ value: current.id, label: current.name }]}
        label="Customer"
        nothing="No customer of that name."
        placeholder="Choose or add a customer"
        search={customerSearch(team)}
      />
      {made.dialog}
      {customer === undefined ? null : (
        <div className="grid gap-1 px-1">
          <address className="whitespace-pre-line not-italic">
            {lines.length === 0 ? (
              <span className="text-ink2">No address yet</span>
            ) : (
              <bdi>{lines.join("\n")}</bdi>
            )}
          </address>
          <p>
            <Link
              className="text-caption underline"
              params={{ id: customer.id }}
              to="/customers/$id"
            >
              {lines.length === 0 ? "Add the address" : "Edit the address"}
            </Link>
          </p>
        </div>
      )}
    </div>
  );
}

type FactsProps = { readonly editor: Editor; readonly invoice: Invoice };

function Facts({ editor: { field, values }, invoice }: FactsProps) {
  const check = useCheck(invoice.id).data;
  return (
    <div className="invoice-facts">
      <p className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline gap-x-3 py-1.5">
        <span className="font-medium">Number</span>
        <span>{numberWords(check?.number ?? invoice.next_number)}</span>
      </p>
      <DayField
        field={field("issue_date")}
        hint={issueHint(values)}
        isOptional
        label="Invoice date"
      />
      <NumberField field={field("terms_days")} label="Terms" max={3650} min={0} unit="days" />
      <DayField
        field={field("due_date")}
        hint={dueHint(values)}
        isOptional
        label="Due date"
        min={values.issue_date ?? undefined}
      />
      <DayField field={field("service_from")} isOptional label="Service from" />
      <DayField
        field={field("service_to")}
        isOptional
        label="Service to"
        min={values.service_from ?? undefined}
      />
      <TextField field={field("reference")} isOptional label="Their order" maxLength={200} />
    </div>
  );
}

function numberWords(number: string | null): string {
  return number === null ? "Given when it is sent" : `Will be ${number}`;
}

type Dates = Pick<Editor["values"], "issue_date" | "due_date" | "terms_days">;

function issueHint({ issue_date }: Dates): string | undefined {
  return issue_date === null ? "Empty: the day of sending" : undefined;
}

function dueHint({ issue_date, due_date, terms_days }: Dates): string | undefined {
  if (due_date !== null) return undefined;
  if (issue_date === null) return `Empty: ${counted(terms_days, "day")} after sending`;
  return `Empty: ${shortDay(addDays(issue_date, terms_days))}`;
}

type WholeDiscountProps = {
  readonly editor: Editor;
  /** Amount that comes off, in minor units. */
  readonly minor: number;
};

/** Discount of the whole document, folded until somebody wants it. */
function WholeDiscount({ editor, minor }: WholeDiscountProps) {
  const { field, values, fieldOf, form } = editor;
  const discount = discountOf(values);
  const [isOpen, setIsOpen] = useState(discount !== null);
  const share = field("discount_bp");
  const amount = field("discount_minor");
  const style = { currency: values.currency, locale: navigator.language };
  const id = fieldOf("discount");
  const set = (typed: TypedDiscount | null) => {
    const { discount_bp, discount_minor } = discountColumns(typed);
    share.set(discount_bp);
    amount.set(discount_minor);
  };
  if (!isOpen && discount === null)
    return (
      <div className="flex justify-end">
        <Button
          kind="quiet"
          onClick={() => {
            setIsOpen(true);
            focusSoon(id);
          }}
        >
          Give a discount
        </Button>
      </div>
    );
  const refused = form.problem?.errors.find(({ pointer }) => pointer.startsWith("/discount"));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_5.5rem_7rem] items-baseline gap-x-2">
      <span aria-hidden className="text-ink2">
        Discount
      </span>
      <Cell<TypedDiscount | null>
        brief="Discount"
        className="[&_label]:sr-only"
        empty={null}
        id={id}
        label="Discount on all"
        onFault={(why) => {
          if (why !== null) share.refuse(why);
        }}
        onRead={set}
        placeholder="10 % or 50"
        read={(text) => readTypedDiscount(text, style)}
        refused={refused?.detail ?? null}
        textOf={(typed) => (typed === null ? "" : discountText(typed, style))}
        value={discount}
      />
      <span className="text-end">{minor === 0 ? "" : `−${money(minor, values.currency)}`}</span>
    </div>
  );
}
