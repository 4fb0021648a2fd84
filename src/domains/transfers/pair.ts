import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../db/schema/schema.ts";
import type { Day } from "../../shared/time.ts";
import { isNotRejected } from "../review/rejected-pairs.ts";
import { mayBeTransfer } from "../transactions/look-alikes.ts";

/**
 * Joins two transactions that may be a transfer in one currency, and that nobody said are none. What was
 * exported stays as it is.
 */
export function looksLikeTransfer(db: Db, one: string, other: string): RawBuilder<unknown> {
  return sql`${mayBeTransfer(db, one, other)} and ${isOpenPair(one, other)}`;
}

/** Leaves out pairs that cannot be linked, or that nobody wants to see again. */
export function isOpenPair(one: string, other: string): RawBuilder<unknown> {
  return sql`${sql.ref(`${one}.status`)} <> 'exported'
    and ${sql.ref(`${other}.status`)} <> 'exported'
    and ${isNotRejected("transfer", one, other)}`;
}

/** Two transactions that look like a transfer. */
export type Pair = {
  readonly received_id: string;
  readonly paid_id: string;
  /** Of the received side. */
  readonly date: Day;
};

export type Range = { readonly from: Day; readonly to: Day };
