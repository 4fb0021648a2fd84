import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import {
  type Credit,
  creditTotals,
  type CreditTotals,
  quantityLeft,
} from "../../../src/shared/credit-totals.ts";
import { dayIn } from "../../../src/shared/time.ts";
import type { Input, Output } from "../../api.ts";
import { Answer } from "../../components/answer.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { say } from "../../components/toast.tsx";
import { Choices } from "../../form/choices.tsx";
import { DayField } from "../../form/day-field.tsx";
import { type FieldMaker, looseField } from "../../form/field.ts";
import { FormDialog } from "../../form/form-dialog.tsx";
import { MoneyField } from "../../form/money-field.tsx";
import { ParsedField } from "../../form/parsed-field.tsx";
import { usePartFields } from "../../form/part-fields.ts";
import { SelectField } from "../../form/select-field.tsx";
import { AreaField } from "../../form/text-field.tsx";
import { reloadRows } from "../../list/changes.ts";
import { money } from "../../numbers.ts";
import { useMe, useNow, useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { percent, quantityText, readQuantity } from "./editor/decimals.ts";
import { Sum } from "./editor/totals.tsx";
import { type Invoice, INVOICE_CHANGES, INVOICE_MENU, INVOICES_PATH } from "./invoice.ts";
import { METHOD_OPTIONS } from "./methods.ts";

const CREDITABLE = "GET /api/teams/:team/invoices/:id/creditable";
const CREDIT_PATH = "POST /api/teams/:team/invoices/:id/credit-notes";

type Creditable = Output<typeof CREDITABLE>;
type CreditDialogProps = { readonly invoice: Invoice; readonly onClose: () => void };
type CreditInput = Input<typeof CREDIT_PATH>;
type Fields = FieldMaker<typeof CREDIT_PATH>;

/** Credits lines of an invoice, or an amount, and shows what that comes to before. */
export function CreditDialog({ invoice, onClose }: CreditDialogProps) {
  const query = useOfTeam(useTeam(), CREDITABLE, { id: invoice.id });
  if (query.data === undefined)
    return (
      <Dialog backTo={[INVOICE_MENU]} isOpen onClose={onClose} title={titleOf(invoice)}>
        <Answer query={query} what="what is left to credit">
          {() => null}
        </Answer>
      </Dialog>
    );
  return <Crediting creditable={query.data} invoice={invoice} onClose={onClose} />;
}

function titleOf({ number }: Invoice): string {
  return `Credit a part of ${number}`;
}

type CreditingProps = CreditDialogProps & { readonly creditable: Creditable };

const WAYS = [
  { value: "lines", label: "Lines", hint: "Fewer hours or pieces, as they were charged." },
  { value: "amount", label: "An amount", hint: "With tax. It is split over the tax rates." },
] as const;

type Way = (typeof WAYS)[number]["value"];

function Crediting({ creditable, invoice, onClose }: CreditingProps) {
  const team = useTeam().id;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [way, setWay] = useState<Way>("lines");
  const { currency } = invoice;
  const { left_minor, number } = creditable;
  return (
    <FormDialog
      backTo={[INVOICE_MENU]}
      changes={[...INVOICE_CHANGES, CREDITABLE]}
      description={
        <p>
          {money(left_minor, currency)} is left to credit. The credit note is final at once, as{" "}
          {number}. You send it on its page.
        </p>
      }
      given={{ team, id: invoice.id, left_minor }}
      leave={async ({ credit_notes }) => {
        const note = credit_notes.at(-1);
        if (note !== undefined)
          await navigate({ to: "/invoices/$id", params: { id: note.id }, replace: true });
        say(`${note?.number} is issued. It was not mailed yet.`);
        await reloadRows(queries, { route: INVOICES_PATH });
      }}
      foot={({ values: { lines, amount_minor } }) => (
        <Preview creditable={creditable} given={{ lines, amount_minor }} invoice={invoice} />
      )}
      onClose={onClose}
      route={CREDIT_PATH}
      size="wide"
      submit="Issue the credit note"
      title={titleOf(invoice)}
    >
      {({ field, values: { lines, amount_minor } }) => (
        <>
          <Choices
            choices={WAYS}
            field={looseField<Way>("way", way, (next) => {
              setWay(next);
              field("lines").set(undefined);
              field("amount_minor").set(undefined);
            })}
            label="Credit"
          />
          {way === "lines" ? (
            <LineFields creditable={creditable} field={field} invoice={invoice} />
          ) : (
            <MoneyField
              currency={currency}
              field={field("amount_minor")}
              hint={`At most ${money(left_minor, currency)}.`}
              label="Amount with tax"
            />
          )}
          <AreaField
            field={field("note")}
            hint="Printed on the credit note."
            isOptional
            label="Reason"
            maxLength={5000}
          />
          <RefundFields
            back={backAfter(invoice, totalOf(creditable, invoice, { lines, amount_minor }))}
            field={field}
            invoice={invoice}
          />
        </>
      )}
    </FormDialog>
  );
}

type LineFieldsProps = {
  readonly creditable: Creditable;
  readonly invoice: Invoice;
  readonly field: Fields;
};

/** A quantity for each line of which something is left. */
function LineFields({ creditable, invoice, field }: LineFieldsProps) {
  const locale = navigator.language;
  const parts = usePartFields<CreditInput["lines"]>(field("lines"));
  const given = new Map(field("lines").value?.map(({ id, quantity }) => [id, quantity]));
  const linesWith = (id: string, quantity: string | null) => {
    const others = [...given].filter(([other]) => other !== id);
    const all =
      quantity === null || quantity === "0" ? others : [...others, [id, quantity] as const];
    return all.length === 0 ? undefined : all.map(([id, quantity]) => ({ id, quantity }));
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">Quantity to credit</legend>
      {invoice.lines.map(({ id, name, unit }, index) => {
        const left = quantityLeft(invoice.body, creditable.credited, index);
        if (left === "0") return null;
        const all = `${quantityText(left, { locale })}${unit === null ? "" : ` ${unit}`}`;
        return (
          <ParsedField
            align="end"
            after={
              unit === null ? null : (
                <bdi className="max-w-1/2 shrink-0 self-center truncate text-ink2">{unit}</bdi>
              )
            }
            echoOf={(quantity) => `${quantityText(quantity, { locale })} of ${all}`}
            field={parts.part<string | null>({
              name: id,
              label: name,
              value: given.get(id) ?? null,
              wholeOf: (quantity) => linesWith(id, quantity),
            })}
            inputMode="decimal"
            isOptional
            key={id}
            label={`${name}: ${all} left`}
            missing="Enter a quantity."
            read={readQuantity}
            textOf={(quantity) => quantityText(quantity, { locale })}
            toValue={(quantity) => quantity}
            wordsOf={(quantity) => quantityText(quantity, { locale })}
          />
        );
      })}
    </fieldset>
  );
}

type Given = {
  readonly lines: readonly { readonly id: string; readonly quantity: string }[] | undefined;
  readonly amount_minor: number | undefined;
};

function readingOf(creditable: Creditable, invoice: Invoice, { lines, amount_minor }: Given) {
  if (amount_minor === undefined && lines === undefined) return null;
  const quantities = new Map(lines?.map(({ id, quantity }) => [id, quantity]));
  const credit: Credit =
    amount_minor === undefined
      ? { quantities: invoice.lines.map(({ id }) => quantities.get(id) ?? "0") }
      : { amount_minor };
  if (amount_minor !== undefined && amount_minor <= 0) return null;
  return creditTotals(invoice.body, creditable.credited, credit);
}

function totalOf(creditable: Creditable, invoice: Invoice, given: Given): number {
  const reading = readingOf(creditable, invoice, given);
  return reading?.state === "read" ? reading.value.total : 0;
}

type PreviewProps = {
  readonly creditable: Creditable;
  readonly invoice: Invoice;
  readonly given: Given;
};

/** Sums of the credit note, or the reason for which there is none. */
function Preview({ creditable, invoice, given }: PreviewProps) {
  const reading = readingOf(creditable, invoice, given);
  if (reading?.state === "refused") return <p className="text-bad">{reading.why}</p>;
  return <CreditSums currency={invoice.currency} totals={reading?.value ?? NOTHING} />;
}

const NOTHING: CreditTotals = {
  lines: [],
  taxes: [],
  subtotal: 0,
  discount: 0,
  net: 0,
  tax: 0,
  total: 0,
};

type CreditSumsProps = { readonly currency: string; readonly totals: CreditTotals };

/** Taxes and total of a credit note that is not issued yet. */
export function CreditSums({ currency, totals: { taxes, net, total } }: CreditSumsProps) {
  return (
    <div className="invoice-totals">
      {taxes.length === 0 ? null : <Sum label="Without tax">{money(net, currency)}</Sum>}
      {taxes.map(({ category, bp, net, tax }) => (
        <Sum key={`${category} ${bp}`} label={`Tax ${percent(bp)} % on ${money(net, currency)}`}>
          {money(tax, currency)}
        </Sum>
      ))}
      <p className="ruled-sum text-section">
        <span>Credit note</span>
        <span>{money(total, currency)}</span>
      </p>
    </div>
  );
}

/** Minor units that are owed back once so much more is credited. */
export function backAfter(
  { total_minor, credited_minor, paid_minor, refunded_minor }: Invoice,
  credit: number,
): number {
  return paid_minor - refunded_minor - (total_minor - credited_minor - credit);
}

type RefundFieldsProps = {
  readonly invoice: Invoice;
  readonly field: Fields;
  readonly back: number;
};

/** Offers to record at once what goes back to a customer who has paid. */
function RefundFields({ invoice: { currency, paid_minor }, field, back }: RefundFieldsProps) {
  const { user } = useMe();
  const today = dayIn(user.timeZone, useNow());
  const refund = field("refund");
  const { value } = refund;
  const { set, part } = usePartFields<CreditInput["refund"]>(refund);
  if (paid_minor === 0 || (back <= 0 && value === undefined)) return null;
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">
        {money(Math.max(0, back), currency)} will be to refund
      </legend>
      <label className="flex min-h-6 items-center gap-2">
        <input
          checked={value !== undefined}
          className="size-4 accent-accent"
          onChange={({ target }) =>
            set(
              target.checked
                ? { paid_on: today, amount_minor: back, method: "transfer" }
                : undefined,
              {},
            )
          }
          type="checkbox"
        />
        Record the refund with it
      </label>
      {value === undefined ? null : (
        <>
          <MoneyField
            currency={currency}
            field={part({
              name: "refund-amount",
              label: "Amount",
              value: value.amount_minor,
              wholeOf: (amount_minor) => ({ ...value, amount_minor }),
            })}
            label="Amount sent back"
          />
          <DayField
            field={part({
              name: "refund-day",
              label: "Day",
              value: value.paid_on,
              wholeOf: (paid_on) => ({ ...value, paid_on }),
            })}
            label="Day"
            max={today}
          />
          <SelectField
            field={part({
              name: "refund-method",
              label: "Method",
              value: value.method,
              wholeOf: (method) => ({ ...value, method }),
            })}
            label="Method"
            options={METHOD_OPTIONS}
          />
        </>
      )}
    </fieldset>
  );
}
