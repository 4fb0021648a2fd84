import { type RawBuilder, sql } from "kysely";
import type { AuditContext } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { exactly } from "../../db/sums.ts";
import type { Day } from "../../shared/time.ts";
import type { Range } from "./range.ts";

/** Sum of a party in a month, of one category and one sign, in the team's currency. */
export type PartySum = {
  readonly party: string;
  readonly month: string;
  /** Empty for none. */
  readonly slug: string;
  readonly isIn: boolean;
  readonly minor: bigint;
  readonly lastDate: Day;
  /** Name of the newest transaction. */
  readonly name: string;
};

type Found = {
  readonly party_key: string;
  readonly month: string;
  readonly category_slug: string;
  readonly is_in: number;
  readonly minor: string;
  /** A day, a blank, and the name of that day. */
  readonly newest: string;
};

/** Sums of whole months by party; what has no party or no rate is left out. */
export async function findParties(
  { db, team }: Pick<AuditContext, "db" | "team">,
  { from, to }: Range,
): Promise<readonly PartySum[]> {
  const items = sql`transactions as item ${indexedBy(db, "transactions_for_reports")}`;
  const some = sql`item.team_id = ${team.id} and item.month >= ${from.slice(0, 7)}
    and item.month <= ${to.slice(0, 7)} and item.party_key is not null`;
  const query = sql<Found>`
    select ${grouped("item")} from ${items}
    where item.standing = 'counted' and ${some} and item.base_minor is not null
    group by item.party_key, item.month, item.category_slug, is_in
    union all
    select ${grouped("part")} from ${items}
    cross join transaction_parts as part
    where part.team_id = item.team_id and part.transaction_id = item.id and item.standing = 'split' and ${some} and part.base_minor is not null
    group by item.party_key, item.month, part.category_slug, is_in`;
  const { rows } = await exactly(async () => query.execute(db));
  return rows.map(({ party_key, month, category_slug, is_in, minor, newest }) => ({
    party: party_key,
    month,
    slug: category_slug,
    isIn: is_in === 1,
    minor: BigInt(minor),
    lastDate: newest.slice(0, 10),
    name: newest.slice(11),
  }));
}

function grouped(table: string): RawBuilder<unknown> {
  return sql`item.party_key, item.month,
    coalesce(${sql.ref(`${table}.category_slug`)}, '') as category_slug,
    case when ${sql.ref(`${table}.amount_minor`)} > 0 then 1 else 0 end as is_in,
    cast(sum(${sql.ref(`${table}.base_minor`)}) as text) as minor,
    max(cast(item.date as text) || ' ' || item.name) as newest`;
}
