import { Link, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { Figure } from "../../components/figures.tsx";
import { ListView } from "../../list/list-view.tsx";
import { money } from "../../numbers.ts";
import { invoicesOf } from "../invoices/invoice-list.tsx";
import type { Customer } from "./customer.ts";

type CustomerProps = { readonly customer: Customer };

export function CustomerInvoices({ customer: { id } }: CustomerProps) {
  const { status } = useSearch({ strict: false });
  const list = useMemo(() => invoicesOf(id, status), [id, status]);
  return <ListView choices={{}} list={list} />;
}

const OVERDUE = { tab: "invoices", status: "overdue" } as const;
const TO_REFUND = { tab: "invoices", status: "to_refund" } as const;

/** Amounts that the customer owes in each currency, the part of it that is overdue, and what it gets back. */
export function Owed({ customer: { id, invoice_count, owes, to_refund } }: CustomerProps) {
  const overdue = owes.filter(({ overdue_minor }) => overdue_minor > 0);
  return (
    <>
      <Figure name="Owed">
        {owes.length > 0 ? (
          <Link params={{ id }} search={STATEMENT} to="/customers/$id">
            {sumsText(owes, "owed_minor")}
          </Link>
        ) : invoice_count === 0 ? (
          "No invoices yet"
        ) : (
          "Nothing"
        )}
      </Figure>
      {overdue.length === 0 ? null : (
        <Figure name="Overdue">
          <Link className="text-bad" params={{ id }} search={OVERDUE} to="/customers/$id">
            {sumsText(overdue, "overdue_minor")}
          </Link>
        </Figure>
      )}
      {to_refund.length === 0 ? null : (
        <Figure name="To refund">
          <Link className="text-warn" params={{ id }} search={TO_REFUND} to="/customers/$id">
            {sumsText(to_refund, "minor")}
          </Link>
        </Figure>
      )}
    </>
  );
}

const STATEMENT = { tab: "statement" } as const;

function sumsText<Key extends string>(
  sums: readonly (Readonly<Record<Key, number>> & { readonly currency: string })[],
  key: Key,
): string {
  return sums.map((sum) => money(sum[key], sum.currency)).join(" · ");
}
