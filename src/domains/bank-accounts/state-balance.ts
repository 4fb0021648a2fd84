import { z } from "zod";
import { type Change, difference, record } from "../../activity/journal.ts";
import { notFound, Refusal } from "../../core/errors.ts";
import { day, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { lockTeam, transaction } from "../../db/transaction.ts";
import type { Day } from "../../shared/time.ts";
import { todayOf } from "../team/today.ts";
import { lockAccount, noAccount } from "./bank-account.ts";
import { openingMinor } from "./save-account.ts";

export const StateBalance = z.strictObject({ id: uuid, day, minor: openingMinor });

export type StateBalance = z.output<typeof StateBalance>;

export const ForgetBalance = z.strictObject({ id: uuid, day });

export type ForgetBalance = z.output<typeof ForgetBalance>;

type Row = Schema["statement_balances"];

const BY_HAND = "by_hand";

export function balanceSnapshot({ team_id: _team, ...snapshot }: Row) {
  return snapshot;
}

/**
 * Notes the balance of an account at the end of a day, as its owner has read it somewhere. It takes the place
 * of one that was noted for that day before.
 */
export async function stateBalance(context: Context, input: StateBalance): Promise<void> {
  const { id: account, day, minor } = input;
  await transaction(context, async (context) => {
    await lockTeam(context);
    if ((await lockAccount(context, account)) === undefined) throw noAccount(account);
    const today = await todayOf(context);
    if (day > today) throw notOver(day, today);
    const before = await findByHand(context, input);
    if (before?.minor === minor) return;
    const change = before === undefined ? insert(context, input) : update(context, before, minor);
    await record(context, [await change]);
  });
}

/** @throws Refusal for a day without a balance by hand */
export async function forgetBalance(context: Context, input: ForgetBalance): Promise<void> {
  await transaction(context, async (context) => {
    const { db, team } = context;
    await lockTeam(context);
    const row = await findByHand(context, input);
    if (row === undefined) throw noBalance(input);
    await db
      .deleteFrom("statement_balances")
      .where("team_id", "=", team.id)
      .where("id", "=", row.id)
      .execute();
    const before = balanceSnapshot(row);
    await record(context, [{ type: "statement_balance", id: row.id, before, after: null }]);
  });
}

async function insert(context: Context, { id, day: date, minor }: StateBalance): Promise<Change> {
  const { db, team } = context;
  const of = { team_id: team.id, bank_account_id: id, import_id: null, number: null };
  const row: Row = { ...of, id: context.newId(), date, minor, kind: BY_HAND };
  await db.insertInto("statement_balances").values(row).execute();
  return { type: "statement_balance", id: row.id, before: null, after: balanceSnapshot(row) };
}

async function update({ db, team }: Context, before: Row, minor: number): Promise<Change> {
  await db
    .updateTable("statement_balances")
    .set({ minor })
    .where("team_id", "=", team.id)
    .where("id", "=", before.id)
    .execute();
  const snapshots = difference(balanceSnapshot(before), balanceSnapshot({ ...before, minor }));
  return { type: "statement_balance", id: before.id, ...snapshots };
}

/** The team is held, so that nobody else writes the row. */
async function findByHand(
  { db, team }: Context,
  { id, day }: ForgetBalance,
): Promise<Row | undefined> {
  return db
    .selectFrom("statement_balances")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", id)
    .where("date", "=", day)
    .where("kind", "=", BY_HAND)
    .executeTakeFirst();
}

function notOver(day: Day, today: Day): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "day",
    message: `${day} is not over: a balance is that of the end of a day`,
    next: `give a day up to ${today}; nothing was saved`,
  });
}

function noBalance({ day }: ForgetBalance): Refusal {
  const next = "load the accounts again; nothing was deleted";
  return notFound({ what: "Balance by hand", id: day, path: "day", next });
}
