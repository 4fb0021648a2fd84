import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { enumerated } from "../../../src/shared/words.ts";
import { api, type Input, type Output } from "../../api.ts";
import { Button } from "../../components/button.tsx";
import { toastRefusal } from "../../components/toast.tsx";
import { shortDay } from "../../dates.ts";
import { firstOnPage } from "../../focus.ts";
import type { Search } from "../../form/choosable.ts";
import { ComboboxField } from "../../form/combobox-field.tsx";
import type { Field } from "../../form/field.ts";
import { FormDialog } from "../../form/form-dialog.tsx";
import { MoneyField } from "../../form/money-field.tsx";
import { usePartFields } from "../../form/part-fields.ts";
import { reloadRows } from "../../list/changes.ts";
import { money } from "../../numbers.ts";
import { useRefetch } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import { INVOICE_CHANGES, INVOICES_PATH } from "../invoices/invoice.ts";
import { BOOK_PAYMENTS, whyWords } from "./booking.ts";
import { TRANSACTION_CHANGES, type TRANSACTION_INVOICES } from "./transaction.ts";
import type { OfTransaction } from "./transfer-sides.tsx";
import { ROWS } from "./use-categorize.ts";

type Found = Output<typeof TRANSACTION_INVOICES>;

type PaidInvoicesProps = OfTransaction & { readonly found: Found };

/** Books a suggestion by one press, and takes a payment from its invoice by another. Both have Undo. */
export function PaidInvoices({ transaction, found }: PaidInvoicesProps) {
  const { payments, suggested, rest_minor } = found;
  const { currency } = transaction;
  const act = useActs(transaction.id);
  const sure = suggested.filter(({ amount_minor }) => amount_minor !== null);
  return (
    <>
      {payments.length === 0 ? null : (
        <ul aria-label="Booked" className="divide-y divide-line border-y border-line">
          {payments.map((payment) => (
            <li
              className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 py-2"
              key={payment.id}
            >
              <p className="min-w-0">
                {payment.kind === "refund" ? "Refunds" : "Pays"}{" "}
                <Link params={{ id: payment.invoice.id }} to="/invoices/$id">
                  {payment.invoice.number}
                </Link>{" "}
                <span className="font-medium whitespace-nowrap">
                  {money(payment.amount_minor, payment.currency)}
                </span>
                <bdi className="block truncate text-ink2">{payment.invoice.customer}</bdi>
              </p>
              <Button
                aria-label={`Not this: ${payment.invoice.number}`}
                isBusy={act.isBusy}
                onClick={() => void act.remove(payment)}
              >
                Not this
              </Button>
            </li>
          ))}
        </ul>
      )}
      {payments.length === 0 || rest_minor === 0 ? null : (
        <p className="text-ink2">
          <span className="whitespace-nowrap">{money(rest_minor, currency)}</span> of it{" "}
          {found.kind === "refund" ? "refunds" : "pays"} no invoice yet.
        </p>
      )}
      {suggested.length === 0 ? null : (
        <ul aria-label="Suggested" className="grid gap-2">
          {suggested.map((one) => (
            <Suggestion act={act} key={one.id} kind={found.kind} one={one} />
          ))}
        </ul>
      )}
      {sure.length < 2 ? null : (
        <div>
          <Button isBusy={act.isBusy} onClick={() => void act.book(sure)}>
            Book all {sure.length}
            {allWords(sure)}
          </Button>
        </div>
      )}
    </>
  );
}

type Suggested = Found["suggested"][number];

/** The sum of amounts in one currency, as the end of a button's words. */
function allWords(some: readonly Suggested[]): string {
  const currencies = new Set(some.map(({ currency }) => currency));
  const [currency] = currencies;
  if (currency === undefined || currencies.size > 1) return "";
  const sum = some.reduce((sum, { amount_minor }) => sum + (amount_minor ?? 0), 0);
  return `: ${money(sum, currency)}`;
}

type Acts = ReturnType<typeof useActs>;

type SuggestionProps = {
  readonly act: Acts;
  readonly one: Suggested;
  readonly kind: Found["kind"];
};

function Suggestion({ act, one, kind }: SuggestionProps) {
  const { id, number, customer, currency, open_minor, due_date, why, amount_minor } = one;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control border border-dashed border-edge px-3 py-2">
      <div className="min-w-0 flex-1 basis-40">
        <p>
          May pay{" "}
          <Link params={{ id }} to="/invoices/$id">
            {number}
          </Link>{" "}
          <bdi>{customer}</bdi>
        </p>
        <p className="text-ink2">
          <span className="whitespace-nowrap">{money(open_minor, currency)}</span> {leftWords(kind)}
          {due_date === null ? "" : `, due ${shortDay(due_date)}`}. {whyWords(why)}
        </p>
      </div>
      {amount_minor === null ? null : (
        <Button
          aria-label={`Book ${money(amount_minor, currency)} to ${number}`}
          isBusy={act.isBusy}
          onClick={() => void act.book([one])}
        >
          Book {money(amount_minor, currency)}
        </Button>
      )}
    </li>
  );
}

/** Answers that a booking changes, of transactions and of invoices. */
const CHANGES = [...new Set([...TRANSACTION_CHANGES, ...INVOICE_CHANGES])];

function useActs(id: string) {
  const team = useTeam().id;
  const after = useAfter();
  const [isBusy, setBusy] = useState(false);
  const run = async <Answer extends { readonly event?: string | null }>(
    write: () => Promise<Answer>,
    words: (answer: Answer) => string,
  ) => {
    setBusy(true);
    const answer = await toastRefusal(write);
    setBusy(false);
    if (answer === null) return;
    // The pressed button is gone.
    firstOnPage("invoices")?.focus();
    sayWithUndo(words(answer), { team, event: answer.event ?? null, after });
    await after();
  };
  return {
    isBusy,
    book: async (some: readonly Suggested[]) =>
      run(
        async () =>
          api(BOOK_PAYMENTS, {
            team,
            id,
            parts: some.map(({ id, amount_minor }) => ({
              invoice_id: id,
              ...(amount_minor === null ? {} : { amount_minor }),
            })),
          }),
        bookedWords,
      ),
    remove: async ({ id: payment, invoice }: Found["payments"][number]) =>
      run(
        async () =>
          api("DELETE /api/teams/:team/invoices/:id/payments/:payment", {
            team,
            id: invoice.id,
            payment,
          }),
        () => `The payment is removed from ${invoice.number}.`,
      ),
  } as const;
}

function useAfter() {
  const queries = useQueryClient();
  const refetch = useRefetch(CHANGES);
  return async () => {
    await Promise.all([
      refetch(),
      reloadRows(queries, ROWS),
      reloadRows(queries, { route: INVOICES_PATH }),
    ]);
  };
}

function bookedWords({ payments, notices = [] }: Output<typeof BOOK_PAYMENTS>): string {
  const numbers = enumerated(payments.flatMap(({ number }) => number ?? []));
  return [`Booked to ${numbers}.`, ...notices].join(" ");
}

type BookInvoiceProps = OfTransaction & {
  readonly kind: "payment" | "refund";
  /** Minor units that are not booked yet. */
  readonly rest: number;
  readonly backTo: readonly string[];
  readonly onClose: () => void;
};

type OpenInvoice = Output<"GET /api/teams/:team/open-invoices">["items"][number];

/** Books a transaction to an invoice that a person chooses, with the amount in the invoice's currency. */
export function BookInvoice({ transaction, kind, rest, backTo, onClose }: BookInvoiceProps) {
  const team = useTeam().id;
  const after = useAfter();
  const met = useRef(new Map<string, OpenInvoice>());
  const { id, currency, name } = transaction;
  return (
    <FormDialog
      afterUndo={after}
      backTo={[...backTo]}
      changes={CHANGES}
      description={
        <>
          <bdi>{name}</bdi>: <span className="whitespace-nowrap">{money(rest, currency)}</span> is
          not booked yet.
        </>
      }
      given={{ team, id }}
      initial={{ parts: [{ invoice_id: "" }] }}
      onClose={onClose}
      onDone={after}
      route={BOOK_PAYMENTS}
      said={bookedWords}
      submit={kind === "refund" ? "Book the refund" : "Book the payment"}
      title={kind === "refund" ? "Refund of an invoice" : "Payment of an invoice"}
    >
      {({ field }) => (
        <PartFields
          field={field("parts")}
          met={met.current}
          proposed={(invoice) => proposedFor(transaction, rest, invoice)}
          kind={kind}
          search={searchOpen(team, kind, met.current)}
        />
      )}
    </FormDialog>
  );
}

function searchOpen(
  team: string,
  kind: BookInvoiceProps["kind"],
  met: Map<string, OpenInvoice>,
): Search {
  return async (text) => {
    const { items } = await api("GET /api/teams/:team/open-invoices", {
      team,
      kind,
      q: text.trim(),
    });
    for (const invoice of items) met.set(invoice.id, invoice);
    return items.map(({ id, number, customer, open_minor, currency }) => ({
      value: id,
      label: number,
      hint: [customer, `${money(open_minor, currency)} ${leftWords(kind)}`]
        .filter((part) => part !== null)
        .join(" · "),
    }));
  };
}

/** The open amount as far as the money reaches; undefined where the currencies differ and the bank told no amount. */
function proposedFor(
  { currency, original_currency, original_minor }: PaidInvoicesProps["transaction"],
  rest: number,
  invoice: OpenInvoice,
): number | undefined {
  if (invoice.currency === currency) return Math.min(invoice.open_minor, rest);
  if (invoice.currency !== original_currency || original_minor === null) return undefined;
  return Math.min(invoice.open_minor, Math.abs(original_minor));
}

type Parts = Input<typeof BOOK_PAYMENTS>["parts"];

type PartFieldsProps = {
  readonly kind: BookInvoiceProps["kind"];
  readonly field: Field<Parts | undefined, Parts>;
  readonly met: ReadonlyMap<string, OpenInvoice>;
  readonly proposed: (invoice: OpenInvoice) => number | undefined;
  readonly search: Search;
};

function PartFields({ field, kind, met, proposed, search }: PartFieldsProps) {
  const { part } = usePartFields(field);
  const [only = { invoice_id: "" }] = field.value ?? [];
  const invoice = met.get(only.invoice_id);
  const chosen = part({
    name: "invoice_id",
    label: "Invoice",
    value: only.invoice_id === "" ? null : only.invoice_id,
    wholeOf: (id: string | null) => {
      const found = met.get(id ?? "");
      const amount_minor = found === undefined ? undefined : proposed(found);
      return [{ invoice_id: id ?? "", ...(amount_minor === undefined ? {} : { amount_minor }) }];
    },
  });
  const amount = part({
    name: "amount_minor",
    label: "Amount",
    value: only.amount_minor,
    wholeOf: (amount_minor: number | undefined) => [
      { invoice_id: only.invoice_id, ...(amount_minor === undefined ? {} : { amount_minor }) },
    ],
  });
  return (
    <>
      <ComboboxField
        field={chosen}
        hint="By its number, or its customer."
        label="Invoice"
        nothing="No open invoice with these words."
        search={search}
      />
      {invoice === undefined ? null : (
        <MoneyField
          currency={invoice.currency}
          field={amount}
          hint={`${money(invoice.open_minor, invoice.currency)} is ${leftWords(kind)}.`}
          key={invoice.id}
          label="Amount"
        />
      )}
    </>
  );
}

/** Word behind the amount that is left of an invoice. */
function leftWords(kind: Found["kind"]): string {
  return kind === "refund" ? "to refund" : "owed";
}
