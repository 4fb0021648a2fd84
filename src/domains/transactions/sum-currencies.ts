import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { sumOf, tellable } from "../../core/money.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { exactSums } from "../../db/sums.ts";
import type { Matching } from "./find-transactions.ts";
import { indexOfAccount, type Summed, summedIn, where } from "./total-transactions.ts";
import { matchingOf, withoutArchived } from "./transaction-filter.ts";

/** Sums of transactions that count in reports, in the accounts' currency and in minor units. */
export const CurrencySum = z.object({
  currency: z.string(),
  in_minor: z.int(),
  /** Below zero. */
  out_minor: z.int(),
});

export const MonthSum = CurrencySum.extend({ month: z.string() });

export type CurrencySum = z.output<typeof CurrencySum>;
export type MonthSum = z.output<typeof MonthSum>;

type GroupSum = CurrencySum & { readonly group: string };

type Found = {
  readonly group: string;
  readonly currency: string;
  readonly in_minor: string | null;
  readonly out_minor: string | null;
};

/** @throws Refusal `too_large` for a sum that cannot be told exactly */
export async function sumsByCurrency(
  context: Context,
  matching: Matching,
): Promise<readonly CurrencySum[]> {
  const rows = await findSums(context, matching, {
    by: sql`item.currency`,
    group: sql`''`,
    index: indexOfAccount(context.db, matching),
  });
  return rows.map(withoutGroup);
}

/**
 * Sums of some imports by their ids: each is that of the list of its transactions.
 * @throws Refusal `too_large` for a sum that cannot be told exactly
 */
export async function sumImports(
  context: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly CurrencySum[]>> {
  if (ids.length === 0) return new Map();
  const { conditions, ...matching } = await matchingOf(context, withoutArchived({}));
  const isOfOne = sql<boolean>`item.import_id in (${sql.join(ids)})`;
  const rows = await findSums(
    context,
    { ...matching, conditions: [...conditions, isOfOne] },
    {
      by: sql`item.import_id, item.currency`,
      group: sql`item.import_id`,
      index: indexedBy(context.db, "transactions_by_import"),
    },
  );
  const groups = Map.groupBy(rows, ({ group }) => group);
  return new Map([...groups].map(([id, sums]) => [id, sums.map(withoutGroup)]));
}

/**
 * Adds up sums of each currency.
 * @throws Refusal `too_large` for a sum that cannot be told exactly
 */
export function addedUp(sums: readonly CurrencySum[], base: string): readonly CurrencySum[] {
  const total = (some: readonly CurrencySum[], of: "in_minor" | "out_minor") =>
    Number(tellable(some.reduce((sum, one) => sum + BigInt(one[of]), 0n)));
  return [...Map.groupBy(sums, ({ currency }) => currency)]
    .map(([currency, some]) => ({
      group: "",
      currency,
      in_minor: total(some, "in_minor"),
      out_minor: total(some, "out_minor"),
    }))
    .toSorted(newestFirst(base))
    .map(withoutGroup);
}

export async function sumMonths(
  context: Context,
  matching: Matching,
  months: readonly string[],
): Promise<readonly MonthSum[]> {
  if (months.length === 0) return [];
  const inMonths = sql<boolean>`item.month in (${sql.join(months)})`;
  const conditions = [...matching.conditions, inMonths];
  const by = sql`item.month, item.currency`;
  const rows = await findSums(
    context,
    { ...matching, conditions },
    { by, group: sql`item.month`, index: sql`` },
  );
  return rows.map(({ group, ...sum }) => ({ month: group, ...sum }));
}

function withoutGroup({ group: _group, ...sum }: GroupSum): CurrencySum {
  return sum;
}

type Grouping = {
  readonly by: RawBuilder<unknown>;
  readonly group: RawBuilder<unknown>;
  /** Empty for some months, which the index for reports narrows, and for imports. */
  readonly index: RawBuilder<unknown>;
};

async function findSums(
  { db, team }: Context,
  matching: Matching,
  grouping: Grouping,
): Promise<readonly GroupSum[]> {
  const found = await exactSums(async () =>
    Promise.all(
      summedIn(matching).map(async (some) => sumsOf(matching, some, grouping).execute(db)),
    ),
  );
  const groups = Map.groupBy(
    found.flatMap(({ rows }) => rows),
    ({ group, currency }) => `${group} ${currency}`,
  );
  const sums = [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [added([first, ...others])],
  );
  return sums.toSorted(newestFirst(team.baseCurrency));
}

/** Orders by group, months the newest first, and of one group the team's currency first. */
function newestFirst(base: string) {
  const place = ({ currency }: GroupSum) => (currency === base ? "" : currency);
  return (one: GroupSum, other: GroupSum) => {
    if (one.group !== other.group) return one.group < other.group ? 1 : -1;
    return place(one) < place(other) ? -1 : 1;
  };
}

function added(sums: readonly [Found, ...Found[]]): GroupSum {
  const [{ group, currency }] = sums;
  const total = (column: "in_minor" | "out_minor") =>
    Number(sumOf(String(sums.reduce((all, sum) => all + BigInt(sum[column] ?? 0), 0n))));
  return { group, currency, in_minor: total("in_minor"), out_minor: total("out_minor") };
}

function sumsOf(
  matching: Matching,
  { standing, table, inCategory }: Summed,
  { by, group, index }: Grouping,
): RawBuilder<Found> {
  const parts =
    table === "item"
      ? sql``
      : sql`join transaction_parts as part
        on part.team_id = item.team_id and part.transaction_id = item.id`;
  return sql<Found>`select ${group} as ${sql.ref("group")}, item.currency, ${amounts(table)}
    from transactions as item ${index} ${parts}
    where ${where(matching, standing)} ${inCategory} group by ${by}`;
}

function amounts(table: string): RawBuilder<unknown> {
  const amount = sql.ref(`${table}.amount_minor`);
  return sql`cast(sum(case when ${amount} > 0 then ${amount} end) as text) as in_minor,
    cast(sum(case when ${amount} < 0 then ${amount} end) as text) as out_minor`;
}
