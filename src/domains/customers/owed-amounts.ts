import { sql } from "kysely";
import { z } from "zod";
import { sumOf } from "../../core/money.ts";
import type { AuditContext } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { exactSums } from "../../db/sums.ts";
import type { Day } from "../../shared/time.ts";
import { type OwedSum, owedSums } from "../invoices/find-invoices.ts";

/** Unpaid invoices by currency, and the part of them that is overdue. */
export const OwedAmounts = z.array(
  z.object({ currency: z.string(), owed_minor: z.int(), overdue_minor: z.int() }),
);

export type OwedAmounts = z.output<typeof OwedAmounts>;

/** @throws Refusal `too_large` */
export function owedAmounts(sums: readonly OwedSum[]): OwedAmounts {
  return sums.map(({ currency, owed, overdue }) => ({
    currency,
    owed_minor: Number(sumOf(owed)),
    overdue_minor: Number(sumOf(overdue)),
  }));
}

/**
 * Sums what customers owe, by their ids. Customers who owe nothing are left out.
 * @param today in the team's zone
 * @throws Refusal `too_large`
 */
export async function owedByCustomers(
  { db, team }: Pick<AuditContext, "db" | "team">,
  ids: readonly string[],
  today: Day,
): Promise<ReadonlyMap<string, OwedAmounts>> {
  if (ids.length === 0) return new Map();
  const query = sql<OwedSum & { readonly customer_id: string }>`
    select item.customer_id, ${owedSums(sql`${today}`)}
    from invoices as item ${indexedBy(db, "invoices_owed")}
    where item.team_id = ${team.id} and item.status = 'unpaid'
      and item.customer_id in (${sql.join(ids)})
    group by item.customer_id, item.currency order by item.customer_id, item.currency`;
  const { rows } = await exactSums(async () => query.execute(db));
  const byCustomer = Map.groupBy(rows, ({ customer_id }) => customer_id);
  return new Map([...byCustomer].map(([id, sums]) => [id, owedAmounts(sums)]));
}
