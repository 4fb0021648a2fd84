import { sql } from "kysely";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { dialectOf } from "../../db/dialect.ts";
import { enumerated } from "../../shared/words.ts";
import type { Days } from "./bill-time.ts";

const MOST_NAMED = 5;

type Draft = { readonly id: string; readonly customer_id: string };

/**
 * Names the customer's other invoices whose days of service are some of these, where a line holds no time: it may bill
 * the same hours by hand. Time that lines hold is not billed twice.
 */
export async function serviceOverlaps(
  { db, team }: Context,
  { id, customer_id }: Draft,
  { service_from, service_to }: Days,
): Promise<readonly string[]> {
  const lengthOf = sql.raw(dialectOf(db) === "sqlite" ? "json_array_length" : "jsonb_array_length");
  const found = await db
    .selectFrom("invoices")
    .select(["id", "number"])
    .select(({ fn }) => [
      fn.coalesce("service_from", "service_to").as("from"),
      fn.coalesce("service_to", "service_from").as("to"),
    ])
    .where("team_id", "=", team.id)
    .where("customer_id", "=", customer_id)
    .where("type", "=", "invoice")
    .where("status", "!=", "canceled")
    .where("id", "!=", id)
    .where(({ fn }) => fn.coalesce("service_from", "service_to"), "<=", service_to)
    .where(({ fn }) => fn.coalesce("service_to", "service_from"), ">=", service_from)
    .where(
      sql<boolean>`${lengthOf}(lines) > (select count(distinct held.line_id) from invoice_time as held
        where held.team_id = invoices.team_id and held.invoice_id = invoices.id)`,
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MOST_NAMED + 1)
    .execute();
  if (found.length === 0) return [];
  const names = found
    .slice(0, MOST_NAMED)
    .map(
      ({ id, number, from, to }) =>
        `${number === null ? `the draft ${id}` : quoted(number)} (${from} to ${to})`,
    );
  const others = found.length > MOST_NAMED ? ["others"] : [];
  return [
    `Days of this time are days of service on other invoices of the customer too: ${enumerated([...names, ...others])}. See in invoices_get that nothing is billed twice.`,
  ];
}
