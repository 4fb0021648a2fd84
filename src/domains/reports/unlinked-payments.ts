import { sql } from "kysely";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { exactSums } from "../../db/sums.ts";
import { counted, enumerated } from "../../shared/words.ts";
import { moneyWords } from "./left-out.ts";
import type { Range } from "./range.ts";

const MOST_CURRENCIES = 5;

/**
 * Names what customers paid that no transaction has, since reports sum up transactions alone. What was paid back of
 * invoices of earlier days is named apart: in one sum it would hide what was paid.
 */
export async function unlinkedNotices(
  { db, team }: Pick<Context, "db" | "team">,
  range: Range,
): Promise<readonly string[]> {
  const found = await exactSums(async () => findUnlinked(db, { team_id: team.id, ...range }));
  const [paid, refunded] = [1, -1].map((sign) => found.filter((sum) => sum.sign === sign));
  return [
    ...noticeOf("Payments", paid ?? [], ", less refunds"),
    ...noticeOf("Refunds", refunded ?? [], ""),
  ];
}

function noticeOf(what: string, found: readonly Found[], less: string): readonly string[] {
  if (found.length === 0) return [];
  const invoices = found.reduce((all, { count }) => all + count, 0);
  const more = found.length - MOST_CURRENCIES;
  const sums = found
    .slice(0, MOST_CURRENCIES)
    .map(({ currency, minor }) => moneyWords(BigInt(minor), currency));
  const named = enumerated([
    ...sums,
    ...(more > 0 ? [counted(more, "more currency", "more currencies")] : []),
  ]);
  return [
    `${what} of ${counted(invoices, "invoice")} are linked to no transaction: ${named}${less}. These sums lack them, unless an unlinked transaction has the same money.`,
  ];
}

type Found = {
  readonly currency: string;
  /** 1 for what was paid, and -1 for what was paid back. */
  readonly sign: number;
  /** Invoices. */
  readonly count: number;
  readonly minor: string;
};

/** The currencies of most invoices first. An invoice of which all was refunded is in none. */
export const findUnlinked = preparedQuery((db, { slot }: Slots<Range & { team_id: string }>) => {
  const query = sql<Found>`
    select invoice.currency, max(case when paid.minor > 0 then 1 else -1 end) as sign,
      count(*) as count, cast(sum(abs(paid.minor)) as text) as minor
    from (
      select payment.invoice_id, sum(case payment.kind when 'refund' then -payment.amount_minor
        else payment.amount_minor end) as minor
      from invoice_payments as payment ${indexedBy(db, "invoice_payments_unlinked")}
      where payment.team_id = ${slot("team_id")} and payment.transaction_id is null
        and payment.paid_on >= ${slot("from")} and payment.paid_on <= ${slot("to")}
      group by payment.invoice_id) as paid
    cross join invoices as invoice
    where paid.minor <> 0 and invoice.team_id = ${slot("team_id")} and invoice.id = paid.invoice_id
    group by invoice.currency, paid.minor > 0
    order by count desc, invoice.currency`;
  return { compile: () => query.compile(db) };
});
