import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { addDays } from "../../../../src/shared/calendar.ts";
import { ROUNDING_NAMES } from "../../../../src/shared/time-rounding.ts";
import { dayIn } from "../../../../src/shared/time.ts";
import { lowered, spoken } from "../../../../src/shared/words.ts";
import { Answer } from "../../../components/answer.tsx";
import { Button } from "../../../components/button.tsx";
import { dayRange } from "../../../dates.ts";
import { type Field, looseField } from "../../../form/field.ts";
import { Below } from "../../../form/labelled.tsx";
import { SelectField } from "../../../form/select-field.tsx";
import { counted, hours, money } from "../../../numbers.ts";
import { useMe, useNow, useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import type { Range } from "../../reports/ranges.ts";
import {
  type Billable,
  BILLABLE,
  billedWords,
  type HoursGroup,
  type LeftOutTime,
  UNBILLED_TIME,
} from "./hours.ts";
import { allUntil, PeriodFields } from "./period-fields.tsx";

type DayOf = Field<string | undefined, string>;
type ProjectsField = Field<string[] | undefined, string[] | undefined>;

type HoursFieldsProps = {
  readonly customer: string;
  /** Id of the draft that gets the hours; null for a new one. */
  readonly draft: string | null;
  readonly from: DayOf;
  readonly to: DayOf;
  /** Left out: all projects that have hours. */
  readonly projects: ProjectsField;
  /** Projects that are chosen again with other days. */
  readonly firstProjects: string[] | undefined;
  readonly currency: string;
  /** Left out for a draft, whose currency stays. */
  readonly onCurrency?: (currency: string) => void;
};

/** Days and projects of the hours that come on an invoice, with their amounts and what is left out. */
export function HoursFields(props: HoursFieldsProps) {
  const { customer, from, to, projects, firstProjects } = props;
  const { user } = useMe();
  const today = dayIn(user.timeZone, useNow());
  const range = { from: from.value ?? "", to: to.value ?? "" };
  const query = useOfTeam(useTeam(), BILLABLE, { customer_id: customer, ...range });
  const reset = () => projects.set(firstProjects);
  return (
    <>
      <PeriodFields from={from} onChange={reset} to={to} today={today} />
      <Answer query={query} what="the hours">
        {(billable) => <Found {...props} billable={billable} range={range} />}
      </Answer>
      <Earlier
        {...props}
        onTake={() => {
          from.set(allUntil(range).from);
          reset();
        }}
        range={range}
      />
    </>
  );
}

type FoundProps = HoursFieldsProps & { readonly billable: Billable; readonly range: Range };

function Found({ billable, range, draft, projects, currency, onCurrency }: FoundProps) {
  const { groups, left_out } = billable;
  const group = groups.find((group) => group.currency === currency);
  const others = groups.filter((group) => group.currency !== currency);
  return (
    <>
      {onCurrency === undefined || others.length === 0 ? null : (
        <div className="max-w-60">
          <SelectField
            field={looseField("hours-currency", currency, (code) => {
              onCurrency(code);
              projects.set(undefined);
            })}
            hint="An invoice has one currency."
            label="Currency"
            options={[...new Set([currency, ...groups.map(({ currency }) => currency)])].map(
              (code) => ({ value: code, label: code }),
            )}
          />
        </div>
      )}
      {group === undefined ? (
        <p>
          No unbilled hours in {currency} from {dayRange(range.from, range.to)}.
        </p>
      ) : (
        <Projects field={projects} group={group} />
      )}
      <LeftOutList draft={draft} items={left_out}>
        {others.map(({ currency, seconds }) => (
          <li key={currency}>
            <span className="tabular-nums">{hours(seconds)}</span> with rates in {currency}: an
            invoice of their own
          </li>
        ))}
      </LeftOutList>
    </>
  );
}

type ProjectsProps = { readonly field: ProjectsField; readonly group: HoursGroup };

function Projects({ field, group: { currency, projects } }: ProjectsProps) {
  const isTaken = (id: string) => field.value === undefined || field.value.includes(id);
  const taken = projects.filter(({ id }) => isTaken(id));
  const put = (id: string, isOn: boolean) => {
    const next = projects.filter((one) => (one.id === id ? isOn : isTaken(one.id)));
    if (next.length === 0) {
      field.set([]);
      field.refuse("Choose at least one project.");
    } else field.set(next.map(({ id }) => id));
  };
  const sum = (of: "seconds" | "billed_seconds" | "amount_minor") =>
    taken.reduce((sum, project) => sum + project[of], 0);
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">Projects</legend>
      <div className="divide-y divide-line border-t border-line" id={field.id}>
        {projects.map((project) => (
          <label
            className="choice mx-0! grid-cols-[auto_minmax(0,1fr)_auto]! px-0!"
            key={project.id}
          >
            <input
              checked={isTaken(project.id)}
              className="mt-0.5 size-4 accent-accent"
              onChange={({ target }) => put(project.id, target.checked)}
              type="checkbox"
            />
            <bdi className="font-medium">{project.name}</bdi>
            <span className="tabular-nums">{money(project.amount_minor, currency)}</span>
            <span className="col-span-2 col-start-2 text-ink2">
              {billedWords(project)} at {money(project.rate_minor, currency)} an hour
              {project.rounding === "none"
                ? null
                : ` (${lowered(ROUNDING_NAMES[project.rounding] ?? "")})`}
              , {counted(project.entries, "entry", "entries")}
            </span>
          </label>
        ))}
      </div>
      <p className="ruled-sum">
        <span>
          {counted(taken.length, "line")}, {hours(sum("billed_seconds"))}
        </span>
        <span>{money(sum("amount_minor"), currency)}</span>
      </p>
      <Below field={field} hint={undefined} textOf={() => null} />
      {taken.length === 0 ? null : (
        <p className="text-ink2">
          These {spoken(sum("seconds"))} of tracked time are locked while they are on the invoice.
          They are free again when their line or the draft goes, or the invoice is voided.
        </p>
      )}
    </fieldset>
  );
}

type LeftOutListProps = Pick<HoursFieldsProps, "draft"> & {
  readonly items: readonly LeftOutTime[];
  readonly children: ReactNode[];
};

/** Hours of these days that do not come on the invoice, each with the reason. */
function LeftOutList({ draft, items, children }: LeftOutListProps) {
  if (items.length + children.length === 0) return null;
  return (
    <section aria-label="Left out" className="grid gap-1 text-ink2">
      <h3 className="font-medium">Left out</h3>
      <ul className="grid list-disc gap-0.5 ps-5">
        {items.map((item, index) => (
          // One project may have several for one reason.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <span className="tabular-nums">{hours(item.seconds)}</span> on{" "}
            <Link className="underline" params={{ id: item.project.id }} to="/projects/$id">
              <bdi>{item.project.name}</bdi>
            </Link>
            :{" "}
            {item.invoice === null ? (
              leftOutWords(item)
            ) : item.invoice.id === draft ? (
              "on this draft already"
            ) : (
              <OnInvoice invoice={item.invoice} />
            )}
          </li>
        ))}
        {children}
      </ul>
    </section>
  );
}

function OnInvoice({ invoice }: { readonly invoice: NonNullable<LeftOutTime["invoice"]> }) {
  return (
    <>
      on{" "}
      <Link className="underline" params={{ id: invoice.id }} to="/invoices/$id">
        {numberOfHolder(invoice)}
      </Link>{" "}
      already
    </>
  );
}

type EarlierProps = Pick<HoursFieldsProps, "customer" | "currency"> & {
  readonly range: Range;
  readonly onTake: () => void;
};

/** Hours before the chosen days that no invoice has yet: nobody may forget them. */
function Earlier({ customer, currency, range, onTake }: EarlierProps) {
  const isAsked = range.from > allUntil(range).from;
  const { data } = useOfTeam(
    useTeam(),
    UNBILLED_TIME,
    {
      customer_id: customer,
      currency,
      to: isAsked ? addDays(range.from, -1) : range.from,
      limit: 1,
    },
    { isAsked },
  );
  const [amount] = data?.totals?.amounts ?? [];
  if (!isAsked || amount === undefined) return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
      <span>
        {spoken(amount.seconds)} of earlier days ({money(amount.minor, currency)}) are on no invoice
        yet.
      </span>
      <Button onClick={onTake}>Take them too</Button>
    </p>
  );
}

/** Name of an invoice in sentences and as a link; a draft has no number yet. */
function numberOfHolder({ number }: { readonly number: string | null }): string {
  return number ?? "a draft invoice";
}

/** Reason for which time is not billed now, after the time and its project. */
function leftOutWords({ why }: LeftOutTime): string {
  return WHY[why];
}

const WHY: Readonly<Record<LeftOutTime["why"], string>> = {
  already_billed: "on another invoice",
  running: "the timer still runs",
  to_come: "of days to come",
  not_billable: "the project is not billable",
  without_rate: "the project has no rate per hour",
  other_currency: "the rate is in another currency",
  rounds_to_nothing: "rounded to nothing",
};
