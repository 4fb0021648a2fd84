import type { ReactNode } from "react";
import { spoken } from "../../../src/shared/words.ts";
import { dayIn, shortDay } from "../../days.ts";
import { useMe, useNow } from "../../queries.ts";
import type { Customer } from "./customer.ts";

/** Figures of the customer in one line. */
export function Figures({ customer }: { readonly customer: Customer }) {
  const { timeZone } = useMe().user;
  const today = dayIn(timeZone, useNow());
  const { tracked_on } = customer;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3 border-y border-line py-3">
      <Figure name="This month">{spoken(customer.seconds_this_month)}</Figure>
      <Figure name="In all">{spoken(customer.seconds)}</Figure>
      <Figure name="Projects">{customer.project_count.toLocaleString("en-GB")}</Figure>
      <Figure name="Invoices">{customer.invoice_count.toLocaleString("en-GB")}</Figure>
      <Figure name="Last tracked">
        {tracked_on === null ? "Never" : tracked_on === today ? "Today" : shortDay(tracked_on)}
      </Figure>
    </dl>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className="grid">
      <dt className="text-small text-ink2">{name}</dt>
      <dd className="text-section font-semibold tabular-nums">{children}</dd>
    </div>
  );
}
