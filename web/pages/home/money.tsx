import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Output } from "../../api.ts";
import type { ListLink } from "../../chart/data.ts";
import { Section } from "../../components/page.tsx";
import { counted } from "../../counted.ts";
import { shortDay } from "../../days.ts";
import { moneyText } from "../../money.ts";

type MoneyProps = {
  readonly money: NonNullable<Output<"GET /api/teams/:team/overview">["money"]>;
};

/** Four figures of the books, each with its report or the list that it sums up. */
export function Money({ money: { currency, cash, burn, runway, uncategorized } }: MoneyProps) {
  const { figure, from, to } = burn.list;
  return (
    <Section
      actions={
        <Link className="inline-flex min-h-11 items-center underline sm:min-h-6" to="/reports">
          All reports
        </Link>
      }
      hint={`Today, and burn from ${shortDay(from)} to ${shortDay(to)}`}
      id="money"
      title="Money"
    >
      <dl className="grid gap-x-12 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        <Entry label="Cash" link={{ to: "/reports/balance", search: {} }}>
          {moneyText(cash, currency)}
        </Entry>
        <Entry label="Burn this month" link={{ to: "/transactions", search: { figure, from, to } }}>
          {burn.amount === 0 ? "Nothing yet" : moneyText(burn.amount, currency)}
        </Entry>
        <Entry label="Runway" link={{ to: "/reports/runway", search: {} }}>
          {runway === null ? "No end in sight" : counted(runway, "month")}
        </Entry>
        <Entry
          label="To review, without a category"
          link={{ to: "/transactions", search: { category: "uncategorized" } }}
        >
          {uncategorized === 0 ? "All done" : counted(uncategorized, "transaction")}
        </Entry>
      </dl>
    </Section>
  );
}

type EntryProps = {
  readonly label: string;
  readonly link: ListLink;
  readonly children: ReactNode;
};

function Entry({ label, link, children }: EntryProps) {
  return (
    <div className="grid gap-0.5 border-t border-line pt-3 max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4">
      <dt className="text-ink2">{label}</dt>
      <dd className="text-title font-semibold max-sm:shrink-0 max-sm:text-end">
        <Link className="text-ink underline decoration-1" {...link}>
          {children}
        </Link>
      </dd>
    </div>
  );
}
