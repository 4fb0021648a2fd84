import { type RawBuilder, sql } from "kysely";
import { indexedBy, joinEach, shiftedDay } from "../../db/dialect.ts";
import { isOneOf } from "../../db/many-rows.ts";
import type { OfTeam } from "../../db/outbox.ts";
import type { Db } from "../../db/schema/schema.ts";
import type { CounterpartKind } from "../../db/schema/transactions.ts";
import { ROWS_A_CHUNK } from "../../db/transaction.ts";

export const TRANSFER_DAYS = 5;

const DUPLICATE_DAYS = 3;

type Alike = (db: Db, one: string, other: string) => RawBuilder<unknown>;

/**
 * Joins two counted transactions of two accounts in one currency, with equal amounts and opposite signs, a
 * few days apart.
 */
export const mayBeTransfer: Alike = (db, one, other) => {
  const of = columnsOf(one, other);
  return sql`${bothCount(one, other)}
    and ${of.other("amount_minor")} = -${of.one("amount_minor")}
    and ${isNear(db, one, other, TRANSFER_DAYS)}
    and ${of.other("bank_account_id")} <> ${of.one("bank_account_id")}
    and ${of.other("currency")} = ${of.one("currency")}`;
};

/**
 * Joins two counted transactions of one account, with equal amounts, a few days apart, from two sources. Rows of one
 * kind of export are never the same: what a bank prints twice happened twice.
 */
export const mayBeSame: Alike = (db, one, other) => {
  const of = columnsOf(one, other);
  return sql`${bothCount(one, other)}
    and ${of.other("amount_minor")} = ${of.one("amount_minor")}
    and ${isNear(db, one, other, DUPLICATE_DAYS)}
    and ${of.other("id")} <> ${of.one("id")}
    and ${of.other("bank_account_id")} = ${of.one("bank_account_id")}
    and (${of.other("source")} <> ${of.one("source")}
      or coalesce(${of.other("signature")}, '') <> coalesce(${of.one("signature")}, ''))`;
};

function columnsOf(one: string, other: string) {
  return {
    one: (column: string) => sql.ref(`${one}.${column}`),
    other: (column: string) => sql.ref(`${other}.${column}`),
  };
}

function bothCount(one: string, other: string): RawBuilder<unknown> {
  const of = columnsOf(one, other);
  return sql`${of.one("standing")} = 'counted' and ${of.other("standing")} = 'counted'
    and ${of.other("team_id")} = ${of.one("team_id")}`;
}

export function isNear(db: Db, one: string, other: string, days: number): RawBuilder<unknown> {
  const date = sql.ref(`${one}.date`);
  return sql`${sql.ref(`${other}.date`)}
    between ${shiftedDay(db, date, -days)} and ${shiftedDay(db, date, days)}`;
}

const KINDS: readonly (readonly [CounterpartKind, Alike])[] = [
  ["transfer", mayBeTransfer],
  ["duplicate", mayBeSame],
];

/**
 * Deletes the counterparts of transactions that are about to change or go, and of those that resemble them.
 * @returns ids to compare again once all is written (`noteCounterparts`)
 */
export async function clearCounterparts(
  context: OfTeam,
  changed: readonly string[],
): Promise<readonly string[]> {
  const kept = await keptOf(context, changed);
  if (kept.length === 0) return changed;
  const compared = [...new Set([...changed, ...(await resembling(context, kept))])];
  for (const ids of chunksOf(compared)) await forget(context, ids);
  return compared;
}

/**
 * Notes which of these transactions, and of those that resemble them, have a counterpart. Needs the lock of the
 * team.
 */
export async function noteCounterparts(context: OfTeam, ids: readonly string[]): Promise<void> {
  for (const some of chunksOf(ids)) await note(context, some);
}

async function keptOf({ db, team }: OfTeam, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("counterparts")
    .select("transaction_id")
    .distinct()
    .where("team_id", "=", team.id)
    .where("transaction_id", "in", ids)
    .execute();
  return rows.map(({ transaction_id }) => transaction_id);
}

async function resembling(context: OfTeam, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const found = await Promise.all(
    KINDS.map(async ([, isAlike]) =>
      sql<{ readonly id: string }>`
        select distinct other.id ${pairsOf(context, isAlike, ids)}`.execute(context.db),
    ),
  );
  return found.flatMap(({ rows }) => rows.map(({ id }) => id));
}

async function forget({ db, team }: OfTeam, ids: readonly string[]): Promise<void> {
  await db
    .deleteFrom("counterparts")
    .where("team_id", "=", team.id)
    .where("transaction_id", "in", ids)
    .execute();
}

async function note(context: OfTeam, ids: readonly string[]): Promise<void> {
  // Both sides: the other one may have had none until now.
  const sides = sql`cross join (select 1 as number union all select 2) as side`;
  await Promise.all(
    KINDS.map(async ([kind, isAlike]) =>
      sql`insert into counterparts (team_id, transaction_id, kind)
        select distinct one.team_id, case side.number when 1 then one.id else other.id end,
          ${sql.lit(kind)}
        ${pairsOf(context, isAlike, ids, sides)}
        on conflict do nothing`.execute(context.db),
    ),
  );
}

/**
 * Finds pairs with one of these transactions. Is no `preparedQuery`: an import is one transaction, and PostgreSQL
 * would keep the plan for the few rows at its beginning.
 */
function pairsOf(
  { db, team }: OfTeam,
  isAlike: Alike,
  ids: readonly string[],
  joined: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`from transactions as one ${withOther(db, "one", "other", isAlike)} ${joined}
    where one.team_id = ${team.id} and ${isOneOf(db, sql.ref("one.id"), ids)}`;
}

export function withOther(db: Db, one: string, other: string, isAlike: Alike): RawBuilder<unknown> {
  const joined = { table: "transactions", as: other, index: "transactions_by_amount" } as const;
  return joinEach(db, joined, isAlike(db, one, other));
}

function chunksOf(ids: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(ids.length / ROWS_A_CHUNK);
  return Array.from({ length: count }, (_, at) =>
    ids.slice(at * ROWS_A_CHUNK, (at + 1) * ROWS_A_CHUNK),
  );
}

export async function findWrongCounterpart(db: Db) {
  for (const [kind, isAlike] of KINDS) {
    const isKept = sql`exists (select 1 from counterparts as kept where kept.team_id = one.team_id
      and kept.transaction_id = one.id and kept.kind = ${sql.lit(kind)})`;
    const hasOther = sql`exists (select 1
      from transactions as other ${indexedBy(db, "transactions_by_amount")}
      where ${isAlike(db, "one", "other")})`;
    const { rows } = await sql<{ readonly team_id: string; readonly id: string }>`
      select one.team_id, one.id from transactions as one
      where ${isKept} <> ${hasOther} order by one.team_id, one.id limit 1`.execute(db);
    const [wrong] = rows;
    if (wrong !== undefined) return { ...wrong, kind };
  }
  return null;
}

export type Searched = { readonly db: Db; readonly team: { readonly id: string } };

/** Bounds the work of a count that every page asks for. */
export const MOST_COUNTED = 1000;

type Kept = {
  readonly kind: CounterpartKind;
  readonly as: string;
  readonly most?: number | undefined;
};

/** Selects transactions with a counterpart, to stand after `from`. */
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
