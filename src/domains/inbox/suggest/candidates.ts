import { type RawBuilder, sql } from "kysely";
import { fold } from "../../../core/fold.ts";
import { indexedBy } from "../../../db/dialect.ts";
import type { OfTeam } from "../../../db/outbox.ts";
import type { Day } from "../../../shared/time.ts";
import { nameWords } from "../../invoices/match-payments.ts";
import { baseAmount, findCrosses } from "../../rates/find-crosses.ts";
import { baseCurrencyOf } from "../../team/base-currency.ts";
import { MOST_OFF_RATE, type Paper, payableRange, type Payment, windowOf } from "./points.ts";

/** Payments that each way of looking finds at most, those nearest to the receipt's day first. */
const MOST_FOUND = 200;

/** Columns of `Payment`. */
export const PAYMENT_COLUMNS = [
  "id",
  "name",
  "bank_name",
  "description",
  "reference",
  "date",
  "amount_minor",
  "currency",
  "original_minor",
  "original_currency",
  "search_text",
  "party_key",
  "counterparty_hash",
] as const;

type Ids = { readonly id: string };

/**
 * Finds the booked payments that may be those of a receipt: by amount, by the amount in the team's currency, among
 * split ones, and by the vendor's name or the receipt's number. Each way reads an index alone.
 * @param arrival day on which the receipt came, for one without a date
 */
export async function findLikelyPayments(
  context: OfTeam,
  paper: Paper,
  arrival: Day,
): Promise<readonly string[]> {
  const span = windowOf(paper, arrival);
  const near = paper.date ?? arrival;
  const searches = [
    ...byAmount(context, paper, span, near),
    ...(await byBase(context, paper, span)),
    splitOnes(context, paper, span),
    ...byText(context, paper, span),
  ];
  const found = await Promise.all(
    searches.map(async (search) => (await search.execute(context.db)).rows),
  );
  return [...new Set(found.flat().map(({ id }) => id))];
}

type Span = { readonly from: Day; readonly to: Day };

/** Money out for a bill, in for a credit note. */
function direction({ amount_minor }: Paper): RawBuilder<unknown> {
  return sql.raw((amount_minor ?? 1) < 0 ? "> 0" : "< 0");
}

function byAmount(
  { db, team }: OfTeam,
  { amount_minor, payable_minor, prepaid_minor }: Paper,
  { from, to }: Span,
  near: Day,
): readonly RawBuilder<Ids>[] {
  if (amount_minor === null) return [];
  const exact = [payable_minor, prepaid_minor].flatMap((minor) =>
    minor === null || minor === amount_minor ? [] : [[-minor, -minor] as const],
  );
  return [payableRange(amount_minor), ...exact].map(
    ([least, most]) => sql<Ids>`
      select id from transactions ${indexedBy(db, "transactions_by_amount")}
      where team_id = ${team.id} and standing = 'counted'
        and amount_minor between ${least} and ${most} and date between ${from} and ${to}
      order by case when amount_minor = ${-amount_minor} then 0 else 1 end,
        case when date >= ${near} then 0 else 1 end, date, id limit ${MOST_FOUND}`,
  );
}

/** Months are the first day's to the last day's. */
function months({ from, to }: Span): RawBuilder<unknown> {
  return sql`month between ${from.slice(0, 7)} and ${to.slice(0, 7)}
    and date between ${from} and ${to}`;
}

/** Payments in another currency than the receipt's have an amount in the team's currency that is near. */
async function byBase(
  context: OfTeam,
  { amount_minor, currency, date }: Paper,
  span: Span,
): Promise<readonly RawBuilder<Ids>[]> {
  if (amount_minor === null || currency === null) return [];
  const { db, team } = context;
  const base = await baseCurrencyOf(context);
  const on = { date: date ?? span.to, currency };
  const cross = currency === base ? null : (await findCrosses(context, base, [on]))(on);
  const minor =
    currency === base
      ? amount_minor
      : cross === null
        ? null
        : baseAmount(amount_minor, currency, base, cross);
  if (minor === null) return [];
  // Rates move within the days that are looked at, and the bank takes its fee.
  const [low, high] = [1 - MOST_OFF_RATE * 2, 1 + MOST_OFF_RATE * 2].map((share) =>
    Math.round(-minor * share),
  );
  const [least, most] = [Math.min(low ?? 0, high ?? 0), Math.max(low ?? 0, high ?? 0)];
  return [
    sql<Ids>`select id from transactions ${indexedBy(db, "transactions_for_reports")}
      where team_id = ${team.id} and standing = 'counted' and ${months(span)}
        and base_minor between ${least} and ${most} and currency <> ${currency}
      order by date, id limit ${MOST_FOUND}`,
  ];
}

function splitOnes({ db, team }: OfTeam, paper: Paper, span: Span): RawBuilder<Ids> {
  const [least, most] = paper.amount_minor === null ? [0, 0] : payableRange(paper.amount_minor);
  return sql<Ids>`select id from transactions ${indexedBy(db, "transactions_for_reports")}
    where team_id = ${team.id} and standing = 'split' and ${months(span)}
      and amount_minor between ${least} and ${most}
    order by date, id limit ${MOST_FOUND}`;
}

function byText(
  { db, team }: OfTeam,
  paper: Paper,
  { from, to }: Span,
): readonly RawBuilder<Ids>[] {
  const words = searchedWords(paper);
  if (words.length === 0) return [];
  const holds = words.map((word) => sql`instr(item.search_text, ${word}) > 0`);
  return [
    sql<Ids>`select item.id from transactions as item ${indexedBy(db, "transactions_newest")}
      where item.team_id = ${team.id} and item.date between ${from} and ${to}
        and (${sql.join(holds, sql` or `)})
        and item.amount_minor ${direction(paper)} and item.standing in ('counted', 'split')
      order by item.date, item.id limit ${MOST_FOUND}`,
  ];
}

/** The longest word of the vendor, and the last digits of the number. */
export function searchedWords({ vendor, number }: Paper): readonly string[] {
  const [longest] = nameWords(vendor ?? "").toSorted((one, other) => other.length - one.length);
  const digits = fold(number ?? "")
    .match(/\d+/g)
    ?.at(-1)
    ?.replace(/^0+(?=\d)/, "");
  return [longest, digits !== undefined && digits.length >= 3 ? digits : undefined].filter(
    (word) => word !== undefined,
  );
}

export async function readPayments(
  { db, team }: Pick<OfTeam, "db" | "team">,
  ids: readonly string[],
): Promise<readonly (Payment & { readonly counterparty_hash: string | null })[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("transactions")
    .select(PAYMENT_COLUMNS)
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .execute();
}
