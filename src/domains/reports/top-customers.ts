import { sql } from "kysely";
import { z } from "zod";
import { limit, notices, noticesOf } from "../../core/fields.ts";
import { sumOf } from "../../core/money.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { exactSums } from "../../db/sums.ts";
import { addDays, startOfDay } from "../../shared/calendar.ts";
import { toMajor } from "../../shared/money.ts";
import type { Instant } from "../../shared/time.ts";
import { counted, enumerated } from "../../shared/words.ts";
import { baseAmount, findLatest, type Latest } from "../rates/find-crosses.ts";
import { zoneOf } from "../team/today.ts";
import { Range } from "./range.ts";

export const ForTopCustomers = z.strictObject({
  from: Range.shape.from.nullish(),
  to: Range.shape.to.nullish(),
  limit: limit.default(10),
});

export const TopCustomers = z.object({
  currency: z.string(),
  items: z.array(
    z.object({
      /** Null once the customer is deleted. */
      customer_id: z.string().nullable(),
      customer_name: z.string().nullable(),
      currency: z.string(),
      amount: z.number(),
      invoice_count: z.int(),
    }),
  ),
  /** All of the range, however few are told; deleted ones are one. */
  customer_count: z.int(),
  left_out: z.object({}),
  notices,
});

/**
 * Customers by their invoices that were paid in the range, without what credit notes took off. Each currency of a
 * customer is a row; rows are compared at the latest rates, and those without one come last.
 */
export async function topCustomers(
  context: Context,
  { from, to, limit }: z.output<typeof ForTopCustomers>,
): Promise<z.output<typeof TopCustomers>> {
  const { team, db } = context;
  const zone = await zoneOf(context);
  const values = {
    team_id: team.id,
    paid_from: from ? startOfDay(zone, from) : undefined,
    paid_until: to ? startOfDay(zone, addDays(to, 1)) : undefined,
  };
  const found = await exactSums(async () => findPaid(db, values));
  const rows = found.map(({ minor, ...row }) => ({ ...row, minor: Number(sumOf(minor)) }));
  const latest = await findLatest(
    context,
    rows.map(({ currency }) => currency),
  );
  const worthOf = (row: Paid) => worthIn(team.baseCurrency, row, latest);
  const items = rows
    .toSorted((one, other) => worthOf(other) - worthOf(one) || byName(one, other))
    .slice(0, limit)
    .map(({ minor, ...row }) => ({ ...row, amount: toMajor(minor, row.currency) }));
  const unrated = new Set(
    rows.flatMap((row) => (worthOf(row) === NOT_KNOWN ? [row.currency] : [])),
  );
  const more = rows.length - items.length;
  return {
    currency: team.baseCurrency,
    items,
    customer_count: new Set(rows.map(({ customer_id }) => customer_id)).size,
    left_out: {},
    ...noticesOf([
      ...(more === 0
        ? []
        : [
            `${counted(more, "more row")}, with less or in a currency without a rate, ${more === 1 ? "is" : "are"} left out: limit takes 100 at most, and fewer days have fewer customers.`,
          ]),
      ...(unrated.size === 0
        ? []
        : [
            `There is no exchange rate of ${enumerated([...unrated].toSorted())} to ${team.baseCurrency}: rows in it come last.`,
          ]),
    ]),
  };
}

type Paid = {
  readonly customer_id: string | null;
  readonly customer_name: string | null;
  readonly currency: string;
  readonly minor: number;
  readonly invoice_count: number;
};

/** Below all amounts that are known. */
const NOT_KNOWN = -1;

function worthIn(base: string, { currency, minor }: Paid, { crossOf }: Latest): number {
  if (currency === base) return minor;
  const cross = crossOf(currency);
  return (cross && baseAmount(minor, currency, base, cross)) ?? NOT_KNOWN;
}

function byName(one: Paid, other: Paid): number {
  const keyOf = ({ customer_name, customer_id, currency }: Paid) =>
    [customer_name ?? "", customer_id ?? "", currency].join("\n");
  return keyOf(one) < keyOf(other) ? -1 : 1;
}

type Values = {
  readonly team_id: string;
  readonly paid_from?: Instant | undefined;
  readonly paid_until?: Instant | undefined;
};

export const findPaid = preparedQuery((db, { slot, given }: Slots<Values>) => {
  const query = sql<Omit<Paid, "minor"> & { readonly minor: string }>`
    select paid.customer_id, customer.name as customer_name, paid.currency, paid.minor,
      paid.invoice_count
    from (
      select customer_id, currency, count(*) as invoice_count,
        cast(sum(total_minor - credited_minor) as text) as minor
      from invoices ${indexedBy(db, "invoices_paid")}
      where team_id = ${slot("team_id")} and paid_at is not null and status = 'paid'
        and type = 'invoice' and (credited_minor < total_minor or total_minor = 0)
        ${given("paid_from") ? sql`and paid_at >= ${slot("paid_from")}` : sql``}
        ${given("paid_until") ? sql`and paid_at < ${slot("paid_until")}` : sql``}
      group by customer_id, currency) as paid
    left join customers as customer
      on customer.team_id = ${slot("team_id")} and customer.id = paid.customer_id`;
  return { compile: () => query.compile(db) };
});
