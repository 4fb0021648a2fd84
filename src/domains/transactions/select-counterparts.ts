import { type RawBuilder, sql } from "kysely";
import { joinEach } from "../../db/dialect.ts";
import type { Db } from "../../db/schema/schema.ts";
import type { CounterpartKind } from "../../db/schema/transactions.ts";

export type Searched = { readonly db: Db; readonly team: { readonly id: string } };

/** Bounds the work of a count that every page asks for. */
export const MOST_COUNTED = 1000;

type Kept = {
  readonly kind: CounterpartKind;
  readonly as: string;
  /** Only so many that came last. */
  readonly most?: number | undefined;
};

/** Transactions that have a counterpart, for `from`. */
export function selectCounterparts(
  { db, team }: Searched,
  { kind, as, most }: Kept,
): RawBuilder<unknown> {
  const newest = most === undefined ? sql`` : sql`order by alike.transaction_id desc limit ${most}`;
  const of = (column: string) => sql.ref(`${as}.${column}`);
  const isKept = sql`${of("team_id")} = kept.team_id and ${of("id")} = kept.transaction_id`;
  return sql`(select alike.team_id, alike.transaction_id from counterparts as alike
      where alike.team_id = ${team.id} and alike.kind = ${sql.lit(kind)} ${newest}) as kept
    ${joinEach(db, { table: "transactions", as }, isKept)}`;
}
