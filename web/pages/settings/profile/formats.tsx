import type { ReactNode } from "react";
import { Section } from "../../../components/page.tsx";
import { dayIn, shortDay } from "../../../days.ts";
import { exactly } from "../../../moments.ts";
import { moneyText } from "../../../money.ts";
import { useMe, useNow } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";

/** Samples, made by the functions that write every date and amount of the app. */
export function FormatsSection() {
  const { timeZone } = useMe().user;
  const { baseCurrency } = useTeam();
  const now = useNow();
  return (
    <Section
      hint="All pages write them like this. Only fields follow the language of the browser: the amounts that you type, and the days that you choose."
      id="formats"
      title="Dates, numbers and money"
    >
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[10rem_1fr]">
        <Sample of="Date">{shortDay(dayIn(timeZone, now))}</Sample>
        <Sample of="Date and time">{exactly(now, timeZone)}</Sample>
        <Sample of="Number">{(12_345.6).toLocaleString("en-GB")}</Sample>
        <Sample of="Money">
          {moneyText(1234.5, baseCurrency)}, below zero {moneyText(-1234.5, baseCurrency)}
        </Sample>
        <Sample of="Date fields">
          Like {new Intl.DateTimeFormat(navigator.language, { timeZone }).format(new Date(now))}, as
          in {LANGUAGE}, the language of this browser.
        </Sample>
        <Sample of="Amounts you type">
          Like {TYPED}, in the same language. Where an amount can be read in two ways, the page
          asks.
        </Sample>
      </dl>
    </Section>
  );
}

const LANGUAGE =
  new Intl.DisplayNames("en-GB", { type: "language" }).of(navigator.language) ?? navigator.language;
const TYPED = new Intl.NumberFormat(navigator.language, { minimumFractionDigits: 2 }).format(
  1234.5,
);

function Sample({ of, children }: { readonly of: string; readonly children: ReactNode }) {
  return (
    <div className="col-span-full grid gap-x-6 sm:grid-cols-subgrid">
      <dt className="text-ink2">{of}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
