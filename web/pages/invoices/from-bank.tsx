import { useState } from "react";
import { api, type Input, type Output } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { shortDay } from "../../dates.ts";
import type { Search } from "../../form/choosable.ts";
import { ComboboxField } from "../../form/combobox-field.tsx";
import { type Field, looseField } from "../../form/field.ts";
import { FormDialog } from "../../form/form-dialog.tsx";
import { MoneyField } from "../../form/money-field.tsx";
import { usePartFields } from "../../form/part-fields.ts";
import { money } from "../../numbers.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { BOOK_PAYMENTS, whyWords } from "../transactions/booking.ts";
import { TRANSACTION_CHANGES } from "../transactions/transaction.ts";
import { type Invoice, INVOICE_CHANGES, INVOICE_MENU, PAYMENT_BUTTON } from "./invoice.ts";

const CANDIDATES = "GET /api/teams/:team/invoices/:id/transactions";

export type BankRow = Output<typeof CANDIDATES>["items"][number];

type FromBankProps = {
  readonly invoice: Invoice;
  readonly onChoose: (row: BankRow) => void;
};

const MOST_OFFERED = 3;

/** Transactions that may have paid the invoice, and a search for others. */
export function FromBank({ invoice, onChoose }: FromBankProps) {
  const team = useTeam();
  const { id } = invoice;
  const { data } = useOfTeam(team, CANDIDATES, { id });
  const [met] = useState(() => new Map<string, BankRow>());
  const [isSearching, setSearching] = useState(false);
  const search: Search = async (text) => {
    const q = text.trim();
    const { items } = await api(CANDIDATES, { team: team.id, id, ...(q === "" ? {} : { q }) });
    for (const row of items) met.set(row.id, row);
    return items.map((row) => ({ value: row.id, label: row.name, hint: hintOf(row) }));
  };
  const choose = (chosen: string | null) => {
    const row = met.get(chosen ?? "");
    if (row !== undefined) onChoose(row);
  };
  return (
    <section aria-labelledby="from-bank" className="grid gap-3 border-b border-line pb-5">
      <h3 className="font-semibold" id="from-bank">
        From the bank
      </h3>
      {(data?.items ?? []).slice(0, MOST_OFFERED).map((row) => (
        <div
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-dashed border-edge px-3 py-2"
          key={row.id}
        >
          <div className="min-w-0 flex-1 basis-40">
            <p className="truncate">
              <bdi>{row.name}</bdi>
            </p>
            <p className="text-ink2">
              <span className="whitespace-nowrap">{hintOf(row)}</span>. {whyWords(row.why)}
            </p>
          </div>
          <Button
            aria-label={`Use this: ${row.name}, ${money(row.rest_minor, row.currency)}`}
            onClick={() => onChoose(row)}
          >
            Use this
          </Button>
        </div>
      ))}
      {isSearching ? (
        <ComboboxField
          field={looseField<string | null>("bank", null, choose)}
          hint="By its name, text or amount."
          label="Transaction"
          nothing="No transaction with these words that is free to book."
          onEnter={() => undefined}
          search={search}
        />
      ) : (
        <div>
          <Button onClick={() => setSearching(true)}>Find a transaction…</Button>
        </div>
      )}
    </section>
  );
}

function hintOf({ date, rest_minor, currency, amount_minor }: BankRow): string {
  const left = rest_minor === Math.abs(amount_minor) ? "" : " left";
  return `${shortDay(date)}, ${money(rest_minor, currency)}${left}`;
}

type BankPaymentProps = {
  readonly invoice: Invoice;
  readonly row: BankRow;
  readonly onBack: () => void;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
};

/** Books the chosen transaction. Its day is that of the payment; the amount is in the invoice's currency. */
export function BankPayment({ invoice, row, onBack, onClose, onDone }: BankPaymentProps) {
  const team = useTeam().id;
  const { currency, due_minor } = invoice;
  const part = {
    invoice_id: invoice.id,
    ...(row.proposed_minor === null ? {} : { amount_minor: row.proposed_minor }),
  };
  return (
    <FormDialog
      backTo={[PAYMENT_BUTTON, INVOICE_MENU]}
      beside={<Button onClick={onBack}>Another…</Button>}
      changes={[...new Set([...INVOICE_CHANGES, ...TRANSACTION_CHANGES])]}
      description={
        <>
          {money(due_minor, currency)} is owed. The bank has {money(row.rest_minor, row.currency)}{" "}
          of {shortDay(row.date)}, <bdi>{row.name}</bdi>.
        </>
      }
      given={{ team, id: row.id }}
      initial={{ parts: [part] }}
      onClose={onClose}
      onDone={onDone}
      route={BOOK_PAYMENTS}
      said={({ notices = [] }) => ["The payment is booked.", ...notices].join(" ")}
      submit="Book the payment"
      title={`Record a payment of ${invoice.number}`}
    >
      {({ field }) => <PaidAmount currency={currency} field={field("parts")} id={invoice.id} />}
    </FormDialog>
  );
}

type Parts = Input<typeof BOOK_PAYMENTS>["parts"];

type PaidAmountProps = {
  readonly currency: string;
  readonly field: Field<Parts | undefined, Parts>;
  readonly id: string;
};

function PaidAmount({ currency, field, id }: PaidAmountProps) {
  const { part } = usePartFields(field);
  const amount = part({
    name: "amount_minor",
    label: "Amount",
    value: field.value?.[0]?.amount_minor,
    wholeOf: (amount_minor: number | undefined) => [
      { invoice_id: id, ...(amount_minor === undefined ? {} : { amount_minor }) },
    ],
  });
  return <MoneyField currency={currency} field={amount} label="Amount" />;
}
