import { Link, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { ButtonLink } from "../../components/button.tsx";
import { Figure } from "../../components/figures.tsx";
import { ListView } from "../../list/list-view.tsx";
import { money } from "../../numbers.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { invoicesOf } from "../invoices/invoice-list.tsx";
import { INVOICES_PATH, NEW_INVOICE } from "../invoices/invoice.ts";
import type { Customer } from "./customer.ts";

type CustomerProps = { readonly customer: Customer };

export function CustomerInvoices({ customer: { id, invoice_count } }: CustomerProps) {
  const { status } = useSearch({ strict: false });
  const list = useMemo(() => invoicesOf(id, status), [id, status]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {invoice_count === 0 ? null : (
        <div>
          <ButtonLink search={{ customer: id, open: NEW_INVOICE }} to="/invoices">
            New invoice
          </ButtonLink>
        </div>
      )}
      <ListView choices={{}} list={list} />
    </div>
  );
}

const INVOICES = { tab: "invoices" } as const;
const OVERDUE = { tab: "invoices", status: "overdue" } as const;

/** Amounts that the customer owes in each currency, and the part of it that is overdue. */
export function Owed({ customer: { id, invoice_count } }: CustomerProps) {
  const isAsked = invoice_count > 0;
  const query = useOfTeam(useTeam(), INVOICES_PATH, { customer: id, limit: 1 }, { isAsked });
  const totals = query.data?.totals;
  if (!isAsked)
    return (
      <Figure name="Owed">
        <Link className="font-normal" search={{ customer: id, open: NEW_INVOICE }} to="/invoices">
          Write an invoice
        </Link>
      </Figure>
    );
  if (totals === null || totals === undefined) return <Figure name="Owed"> </Figure>;
  return (
    <>
      <Figure name="Owed">
        {totals.owed.length === 0 ? (
          "Nothing"
        ) : (
          <Link params={{ id }} search={INVOICES} to="/customers/$id">
            {sumsText(totals.owed)}
          </Link>
        )}
      </Figure>
      {totals.overdue.length === 0 ? null : (
        <Figure name="Overdue">
          <Link className="text-bad" params={{ id }} search={OVERDUE} to="/customers/$id">
            {sumsText(totals.overdue)}
          </Link>
        </Figure>
      )}
    </>
  );
}

function sumsText(sums: readonly { readonly currency: string; readonly minor: number }[]): string {
  return sums.map(({ minor, currency }) => money(minor, currency)).join(" · ");
}
