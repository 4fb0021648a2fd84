import { type RawBuilder, sql } from "kysely";
import { indexedBy, joinEach, shiftedDay } from "../../db/dialect.ts";
import { isOneOf } from "../../db/many-rows.ts";
import type { OfTeam } from "../../db/outbox.ts";
import type { Db } from "../../db/schema/schema.ts";
import type { CounterpartKind } from "../../db/schema/transactions.ts";
import { pause, ROWS_A_CHUNK } from "../../db/transaction.ts";

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
  for (const [index, some] of chunksOf(ids).entries()) {
    if (index > 0) await pause(context);
    await note(context, some);
  }
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
  const { db } = context;
  const own = sql`own as materialized (${firstsOf(context, ids)})`;
  await Promise.all(
    KINDS.flatMap(([kind, isAlike]) => {
      const insert = sql`insert into counterparts (team_id, transaction_id, kind)`;
      const row = (of: string) =>
        sql`${sql.ref(`${of}.team_id`)}, ${sql.ref(`${of}.id`)}, ${sql.lit(kind)}`;
      const found = sql`found as materialized (
        select one.id ${firstOnes(context, sql`own`)} where ${hasOther(db, "one", isAlike)})`;
      return [
        sql`with ${own}, ${found} ${insert} select ${row("own")} from own
          where own.first in (select id from found)
          on conflict do nothing`.execute(db),
        // The other side may have had none until now.
        sql`${insert} select distinct ${row("other")} ${pairsOf(context, isAlike, ids)}
          where true on conflict do nothing`.execute(db),
      ];
    }),
  );
}

/**
 * Finds pairs of one of these transactions with another, for equal ones only those of the first. Is no
 * `preparedQuery`: an import is one transaction, and PostgreSQL would keep the plan for the few rows at its beginning.
 */
function pairsOf(context: OfTeam, isAlike: Alike, ids: readonly string[]): RawBuilder<unknown> {
  const ones = firstOnes(context, sql`(${firstsOf(context, ids)}) as own`);
  return sql`${ones} ${withOther(context.db, "one", "other", isAlike)}`;
}

/** Names for each transaction the first with the same counterparts: comparing all of many equal ones takes too long. */
function firstsOf({ db, team }: OfTeam, ids: readonly string[]): RawBuilder<unknown> {
  return sql`select team_id, id, first_value(id) over (partition by standing, bank_account_id, currency,
      amount_minor, date, source, coalesce(signature, '') order by id) as first
    from transactions where team_id = ${team.id} and ${isOneOf(db, sql.ref("id"), ids)}`;
}

function firstOnes({ db, team }: OfTeam, own: RawBuilder<unknown>): RawBuilder<unknown> {
  const isFirst = sql`one.team_id = ${team.id} and one.id = firsts.first`;
  return sql`from (select distinct first from ${own}) as firsts
    ${joinEach(db, { table: "transactions", as: "one" }, isFirst)}`;
}

function hasOther(db: Db, one: string, isAlike: Alike): RawBuilder<unknown> {
  return sql`exists (select 1
    from transactions as other ${indexedBy(db, "transactions_by_amount")}
    where ${isAlike(db, one, "other")})`;
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
    const { rows } = await sql<{ readonly team_id: string; readonly id: string }>`
      select one.team_id, one.id from transactions as one
      where ${isKept} <> ${hasOther(db, "one", isAlike)} order by one.team_id, one.id limit 1`.execute(
      db,
    );
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
