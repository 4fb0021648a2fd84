import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { enumerated } from "../../../src/shared/words.ts";
import type { Output } from "../../api.ts";
import type { ListLink } from "../../chart/data.ts";
import { Section } from "../../components/page.tsx";
import { shortDay } from "../../dates.ts";
import { counted } from "../../numbers.ts";
import { periodName } from "../reports/ranges.ts";
import { amount, unknownWords } from "../reports/view.ts";

type MoneyProps = {
  readonly money: NonNullable<Output<"GET /api/teams/:team/overview">["money"]>;
};

/** Three figures of the books, each with its report or the list that it sums up. */
export function Money({ money: { currency, cash, burn, runway } }: MoneyProps) {
  const { figure, from, to } = burn.list;
  return (
    <Section
      actions={
        <Link
          className="inline-flex min-h-11 items-center underline sm:my-1.5 sm:min-h-6"
          to="/reports"
        >
          All reports
        </Link>
      }
      hint={`Today, and burn from ${shortDay(from)} to ${shortDay(to)}`}
      id="money"
      title="Money"
    >
      <dl className="grid gap-x-12 gap-y-4 sm:grid-cols-3">
        <Entry
          hint={
            cash.amount === null || cash.lacking.length === 0
              ? null
              : `Without balances in ${enumerated(cash.lacking)}: no rate`
          }
          label="Cash"
          link={{ to: "/reports/balance", search: {} }}
        >
          {amount(cash.amount, currency, undefined, cash.lacking).text}
        </Entry>
        <Entry
          label="Burn this month so far"
          link={{ to: "/transactions", search: { figure, from, to } }}
        >
          {burn.amount === 0
            ? "Nothing yet"
            : amount(burn.amount, currency, undefined, burn.lacking).text}
        </Entry>
        <Entry
          hint={
            runway.list && `At the average burn of ${periodName(runway.list)}, if no money comes in`
          }
          label="Runway"
          link={{ to: "/reports/runway", search: {} }}
        >
          {runwayText(runway)}
        </Entry>
      </dl>
    </Section>
  );
}

function runwayText({ months, list, lacking }: MoneyProps["money"]["runway"]): string {
  if (lacking.length > 0) return unknownWords(lacking);
  if (list === null) return "Not enough months yet";
  return months === null ? "No end in sight" : counted(months, "month");
}

type EntryProps = {
  readonly label: string;
  readonly link: ListLink;
  readonly hint?: string | null;
  readonly children: ReactNode;
};

function Entry({ label, link, hint = null, children }: EntryProps) {
  return (
    <div className="grid content-start gap-0.5 border-t border-line pt-3 max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:items-baseline max-sm:gap-x-4">
      <dt className="text-ink2">{label}</dt>
      <dd className="text-title font-semibold max-sm:shrink-0 max-sm:text-end">
        <Link className="text-ink underline decoration-1" {...link}>
          {children}
        </Link>
      </dd>
      {hint === null ? null : (
        <dd className="text-caption text-ink2 max-sm:col-span-2 max-sm:text-end">{hint}</dd>
      )}
    </div>
  );
}
