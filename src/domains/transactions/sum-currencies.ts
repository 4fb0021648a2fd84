import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { sumOf } from "../../core/money.ts";
import type { AuditContext } from "../../db/context.ts";
import { exactly } from "../../db/sums.ts";
import { indexOfAccount, type Summed, summedIn, where } from "./total-transactions.ts";
import type { Matching } from "./transaction-filter.ts";

/** Sums of what counts in reports, in the currency of the accounts and in minor units. */
export const CurrencySum = z.object({
  currency: z.string(),
  in_minor: z.int(),
  /** Below zero. */
  out_minor: z.int(),
});

export const MonthSum = CurrencySum.extend({ month: z.string() });

type CurrencySum = z.output<typeof CurrencySum>;
type MonthSum = z.output<typeof MonthSum>;

type Found = {
  readonly month: string;
  readonly currency: string;
  readonly in_minor: string | null;
  readonly out_minor: string | null;
};

/** @throws Refusal `too_large` for a sum that cannot be told exactly */
export async function sumsByCurrency(
  context: AuditContext,
  matching: Matching,
): Promise<readonly CurrencySum[]> {
  const rows = await findSums(context, matching, {
    by: sql`item.currency`,
    month: sql`''`,
    index: indexOfAccount(context.db, matching),
  });
  return rows.map(({ month: _month, ...sum }) => sum);
}

/** Sums of some months, the newest first. */
export async function sumMonths(
  context: AuditContext,
  matching: Matching,
  months: readonly string[],
): Promise<readonly MonthSum[]> {
  if (months.length === 0) return [];
  const inMonths = sql<boolean>`item.month in (${sql.join(months)})`;
  const conditions = [...matching.conditions, inMonths];
  const by = sql`item.month, item.currency`;
  return findSums(
    context,
    { ...matching, conditions },
    {
      by,
      month: sql`item.month`,
      index: sql``,
    },
  );
}

type Grouping = {
  readonly by: RawBuilder<unknown>;
  readonly month: RawBuilder<unknown>;
  /** Empty for some months, which the index for reports narrows. */
  readonly index: RawBuilder<unknown>;
};

async function findSums(
  { db }: AuditContext,
  matching: Matching,
  grouping: Grouping,
): Promise<readonly MonthSum[]> {
  const found = await exactly(async () =>
    Promise.all(
      summedIn(matching).map(async (some) => sumsOf(matching, some, grouping).execute(db)),
    ),
  );
  const groups = Map.groupBy(
    found.flatMap(({ rows }) => rows),
    ({ month, currency }) => `${month} ${currency}`,
  );
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .flatMap(([, [first, ...others]]) => (first === undefined ? [] : [added([first, ...others])]));
}

function added(sums: readonly [Found, ...Found[]]): MonthSum {
  const [{ month, currency }] = sums;
  const total = (column: "in_minor" | "out_minor") =>
    Number(sumOf(String(sums.reduce((all, sum) => all + BigInt(sum[column] ?? 0), 0n))));
  return { month, currency, in_minor: total("in_minor"), out_minor: total("out_minor") };
}

function sumsOf(
  matching: Matching,
  { standing, table, inCategory }: Summed,
  { by, month, index }: Grouping,
): RawBuilder<Found> {
  const parts =
    table === "item"
      ? sql``
      : sql`join transaction_parts as part
        on part.team_id = item.team_id and part.transaction_id = item.id`;
  return sql<Found>`select ${month} as month, item.currency, ${amounts(table)}
    from transactions as item ${index} ${parts}
    where ${where(matching, standing)} ${inCategory} group by ${by}`;
}

function amounts(table: string): RawBuilder<unknown> {
  const amount = sql.ref(`${table}.amount_minor`);
  return sql`cast(sum(case when ${amount} > 0 then ${amount} end) as text) as in_minor,
    cast(sum(case when ${amount} < 0 then ${amount} end) as text) as out_minor`;
}
