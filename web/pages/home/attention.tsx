import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { counted, enumerated } from "../../../src/shared/words.ts";
import type { Output } from "../../api.ts";
import { useReceiptCounts, useToReview } from "../../components/page-count.tsx";
import { Item, Items, Section } from "../../components/page.tsx";
import { Shape } from "../../components/shapes.tsx";
import { When } from "../../components/when.tsx";
import { shortDay } from "../../dates.ts";
import { money } from "../../numbers.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { Said } from "../activity/sentence.tsx";
import { assistantFor, triedIn } from "../activity/words.ts";

type List = Output<"GET /api/teams/:team/overview">["attention"];
type Thing = List["items"][number];

type AttentionProps = {
  readonly list: List;
  readonly uncategorized: number;
};

/** Things that do harm while nobody acts, each with the one action that ends it. */
export function Attention({ list, uncategorized }: AttentionProps) {
  const waiting = useToReview();
  const { review: receipts } = useReceiptCounts();
  const own = (waiting === null ? 0 : 1) + (receipts === 0 ? 0 : 1);
  const items = list.items.slice(0, MOST - own);
  const more = list.more + list.items.length - items.length;
  if (items.length + own === 0) return null;
  return (
    <Section id="attention" title="Needs attention">
      <Items label="Things that need attention">
        {items.map((thing) => (
          <AttentionItem key={"id" in thing ? thing.id : thing.kind} thing={thing} />
        ))}
        {waiting === null ? null : <ToReview count={waiting} uncategorized={uncategorized} />}
        {receipts === 0 ? null : (
          <Warning action={<Act to="/receipts">Review receipts</Act>}>
            {counted(receipts, "receipt waits", "receipts wait")} for a payment.
          </Warning>
        )}
      </Items>
      {more === 0 ? null : <p className="text-ink2">{counted(more, "more thing")} after these.</p>}
    </Section>
  );
}

const MOST = 5;

function AttentionItem({ thing }: { readonly thing: Thing }) {
  if (thing.kind === "refused")
    return (
      <Warning action={actionOf(thing)}>
        <RefusedDeletions {...thing} />
      </Warning>
    );
  return <Warning action={actionOf(thing)}>{sentenceOf(thing)}</Warning>;
}

type ToReviewProps = { readonly count: string; readonly uncategorized: number };

/** The count that stands beside Transactions in the navigation. */
function ToReview({ count, uncategorized }: ToReviewProps) {
  return (
    <Warning action={<Act to="/transactions/review">Review</Act>}>
      {reviewWords(count, uncategorized)}
    </Warning>
  );
}

function reviewWords(count: string, uncategorized: number): string {
  const things = count === "1" ? "transaction" : "transactions";
  const wait = `${count === "1" ? "waits" : "wait"} for review`;
  // Beside "99+", a larger number is the better one to tell.
  if (count.endsWith("+") && uncategorized > 0)
    return `${counted(uncategorized, "transaction")} without a category ${uncategorized === 1 ? "waits" : "wait"} for review.`;
  if (count === String(uncategorized)) return `${count} ${things} without a category ${wait}.`;
  const part = uncategorized === 0 ? "" : `, ${uncategorized} without a category`;
  return `${count} ${things} ${wait}${part}.`;
}

type WarningProps = { readonly action: ReactNode; readonly children: ReactNode };

function Warning({ action, children }: WarningProps) {
  return (
    <Item actions={action}>
      <p className="flex gap-2">
        <span className="pt-0.5">
          <Shape tone="warn" />
        </span>
        <span>{children}</span>
      </p>
    </Item>
  );
}

const MOST_COUNTED = 100;

/** `12 transactions in EUR have no exchange rate, so that figures leave them out.` */
function ratesWords({ count, currencies }: Extract<Thing, { kind: "rates" }>): string {
  const named = enumerated(currencies);
  if (count === 0)
    return `Balances in ${named} have no exchange rate, so that the cash lacks them.`;
  const [have, them] = count === 1 ? ["has", "it"] : ["have", "them"];
  return `${counted(count, "transaction")} in ${named} ${have} no exchange rate, so that figures leave ${them} out.`;
}

type Refused = Extract<Thing, { readonly kind: "refused" }>;

/** The latest of them by who tried it, and the number of the others. */
function RefusedDeletions({ count, since }: Refused) {
  const asked = { outcome: "refused", from: since, limit: 1 } as const;
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/activity", asked);
  const latest = data?.events[0];
  const others = count - 1;
  const also =
    others === 0
      ? ""
      : `, like ${count === MOST_COUNTED ? "at least " : ""}${counted(others, "other deletion")} since ${shortDay(since)}`;
  return (
    <>
      {latest === undefined ? (
        "An assistant tried to delete something"
      ) : (
        <>
          <Said words={assistantFor(latest)} /> <Said words={triedIn(latest)} />
        </>
      )}
      . It was refused{also}.
    </>
  );
}

type Overdue = Extract<Thing, { readonly kind: "overdue" }>;

/** The invoice that is overdue for the longest time, and what all of them sum up to. */
function OverdueInvoices({ count, latest: { number, name, days }, sums }: Overdue) {
  const amounts = enumerated(sums.map(({ minor, currency }) => money(minor, currency)));
  const longest = (
    <>
      {number} to <bdi className="font-medium">{name}</bdi>
    </>
  );
  const since = counted(days, "day");
  if (count === 1)
    return (
      <>
        {longest} is {since} overdue: {amounts}.
      </>
    );
  const all = count === MOST_COUNTED ? `At least ${MOST_COUNTED}` : String(count);
  return (
    <>
      {all} invoices are overdue: {amounts}. {longest} is overdue the longest, {since}.
    </>
  );
}

function sentenceOf(thing: Exclude<Thing, Refused>): ReactNode {
  if (thing.kind === "rates") return ratesWords(thing);
  if (thing.kind === "overdue") return <OverdueInvoices {...thing} />;
  if (thing.kind === "timer")
    return (
      <>
        {thing.person.isYou ? (
          "Your"
        ) : (
          <>
            <bdi>{thing.person.name}</bdi>’s
          </>
        )}{" "}
        timer on <bdi className="font-medium">{thing.project}</bdi> still runs; it began{" "}
        <When at={thing.start} />.
      </>
    );
  return (
    <>
      Your key <bdi className="font-medium">{thing.name}</bdi> ends <When at={thing.endsAt} />.
      Programs that use it stop working then.
    </>
  );
}

function actionOf(thing: Thing): ReactNode {
  if (thing.kind === "rates") return <Act to="/settings/rates">Add rates</Act>;
  if (thing.kind === "overdue")
    return thing.count === 1 ? (
      <Act to={`/invoices/${thing.latest.id}`}>
        Open the invoice<span className="sr-only"> {thing.latest.number}</span>
      </Act>
    ) : (
      <Act search={{ status: "overdue" }} to="/invoices">
        See them
      </Act>
    );
  if (thing.kind === "refused")
    return (
      <Act search={{ outcome: "refused", from: thing.since }} to="/activity">
        {thing.count === 1 ? "See it" : "See them"}
      </Act>
    );
  if (thing.kind === "key")
    return (
      <Act hash="keys" to="/settings/developer">
        Replace<span className="sr-only"> {thing.name}</span>
      </Act>
    );
  const of = <span className="sr-only"> of {thing.project}</span>;
  return (
    <Act search={{ day: thing.date }} to="/time">
      See the timer{of}
    </Act>
  );
}

const NO_SEARCH: Readonly<Record<string, string>> = {};

type ActProps = {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly hash?: string;
  readonly children: ReactNode;
};

function Act({ to, search = NO_SEARCH, hash = "", children }: ActProps) {
  return (
    <Link
      className="inline-flex min-h-11 items-center underline max-sm:-my-3 max-sm:ms-6 sm:-my-0.5 sm:min-h-6"
      hash={hash}
      search={search}
      to={to}
    >
      {children}
    </Link>
  );
}
