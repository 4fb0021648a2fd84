import { type RawBuilder, sql } from "kysely";

/** Bounds the work of a count that every page asks for. */
const NEWEST = 1000;

/** The team's newest transactions, with the columns by which pairs are found. */
export function newestOf(team: { readonly id: string }): RawBuilder<unknown> {
  return sql`(select item.team_id, item.id, item.date, item.amount_minor, item.currency,
      item.bank_account_id, item.standing, item.status, item.source, item.signature
    from transactions as item where item.team_id = ${team.id}
    order by item.date desc, item.id desc limit ${NEWEST})`;
}
