import type { ById } from "../../core/fields.ts";
import type { BaseContext } from "../../db/context.ts";
import { enqueue, type OfTeam } from "../../db/outbox.ts";
import { pause, ROWS_A_CHUNK, lockTeam, transaction } from "../../db/transaction.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import {
  addMonthTotals,
  type MonthTotal,
  monthTotalsOf,
  replaceMonthTotals,
  addedTogether,
} from "../transactions/month-totals.ts";
import { partsOf } from "../transactions/transaction.ts";
import { settleAmounts, splitAmong } from "../transactions/write-transactions.ts";
import { MOST_DAYS_BACK } from "./rate.ts";

type Days = { readonly from_day: Day; readonly to_day: Day };

/** Has a job compute the amounts again that rates of these days change, for each of the teams. */
export async function settleLater(
  context: BaseContext,
  teams: readonly ById[],
  days: readonly Day[],
): Promise<void> {
  const inOrder = days.toSorted();
  const [from_day, last] = [inOrder[0], inOrder.at(-1)];
  if (from_day === undefined || last === undefined) return;
  const to_day = addDays(last, MOST_DAYS_BACK);
  for (const team of teams) {
    const id = context.newId();
    const settlement = { team_id: team.id, id, from_day, to_day };
    await context.db.insertInto("settlements").values(settlement).execute();
    await enqueue({ ...context, team }, { job: "settlement", subjectId: id });
  }
}

/**
 * Computes the amounts that loaded rates change again, for a row of `settlements`. Each chunk is a
 * transaction, so that others write in between; a run that was broken off is repeated as a whole.
 */
export async function settleLoaded(context: OfTeam, { id }: ById): Promise<void> {
  const { db, team } = context;
  const days = await db
    .selectFrom("settlements")
    .select(["from_day", "to_day"])
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (days === undefined) return;
  await settleDays(context, await foreignAccounts(context), days);
  await transaction(context, async ({ db }) => {
    await db
      .deleteFrom("settlements")
      .where("team_id", "=", team.id)
      .where("id", "=", id)
      .execute();
  });
}

/** Computes amounts again, in the transaction that changes rates of these days. */
export async function settleRatesOf(context: OfTeam, days: readonly Day[]): Promise<void> {
  const inOrder = days.toSorted();
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  if (first === undefined || last === undefined) return;
  const to_day = addDays(last, MOST_DAYS_BACK);
  await settleDays(context, await foreignAccounts(context), { from_day: first, to_day });
}

/**
 * Computes all amounts again, in the transaction that changes the team's currency: nobody sees figures of
 * two currencies. The totals of months are written once, at the end.
 */
export async function settleAll(context: OfTeam): Promise<void> {
  const { db, team } = context;
  await lockTeam(context);
  const accounts = await db
    .selectFrom("bank_accounts")
    .select("id")
    .where("team_id", "=", team.id)
    .orderBy("id")
    .execute();
  let totals: readonly MonthTotal[] = [];
  for (const { id } of accounts) {
    let after: Place | null = { date: ALL.from_day, id: "" };
    while (after !== null) {
      const chunk: Chunk = await readChunk(context, id, after, ALL);
      const settled = await settleAmounts(context, chunk);
      totals = addedTogether([...totals, ...monthTotalsOf(settled)]);
      after = nextOf(chunk);
      await pause(context);
    }
  }
  await replaceMonthTotals(context, totals);
}

const ALL: Days = { from_day: "0001-01-01", to_day: "9999-12-31" };

/** Only amounts in another currency than the team's have a rate. */
async function foreignAccounts({ db, team }: OfTeam): Promise<readonly ById[]> {
  return db
    .selectFrom("bank_accounts as account")
    .innerJoin("teams as team", "team.id", "account.team_id")
    .where("account.team_id", "=", team.id)
    .whereRef("account.currency", "<>", "team.base_currency")
    .select("account.id")
    .orderBy("account.id")
    .execute();
}

async function settleDays(context: OfTeam, accounts: readonly ById[], days: Days): Promise<void> {
  for (const { id } of accounts) {
    let after: Place | null = { date: days.from_day, id: "" };
    while (after !== null) {
      const from: Place = after;
      after = await transaction(context, async (context) => settleChunk(context, id, from, days));
      await pause(context);
    }
  }
}

type Place = { readonly date: Day; readonly id: string };

/** @returns the last transaction of the chunk when more may follow */
async function settleChunk(
  context: OfTeam,
  accountId: string,
  after: Place,
  days: Days,
): Promise<Place | null> {
  await lockTeam(context);
  const went = await readChunk(context, accountId, after, days);
  const came = await settleAmounts(context, went);
  await addMonthTotals(context, { came, went });
  return nextOf(went);
}

type Chunk = Awaited<ReturnType<typeof readChunk>>;

async function readChunk(context: OfTeam, accountId: string, after: Place, { to_day }: Days) {
  const { db, team } = context;
  const rows = await db
    .selectFrom("transactions")
    .select(["id", "date", "month", "standing", "is_split", "category_slug"])
    .select(["amount_minor", "currency", "base_minor", "rate_day"])
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", accountId)
    .where("date", "<=", to_day)
    .$if(after.id === "", (query) => query.where("date", ">=", after.date))
    .$if(after.id !== "", (query) =>
      query.where((row) => row(row.refTuple("date", "id"), ">", row.tuple(after.date, after.id))),
    )
    .orderBy("date")
    .orderBy("id")
    .limit(ROWS_A_CHUNK)
    .execute();
  return { rows, parts: await partsOf(context, splitAmong(rows)) };
}

/** @returns the last transaction when more may follow */
function nextOf({ rows }: Chunk): Place | null {
  return rows.length < ROWS_A_CHUNK ? null : (rows.at(-1) ?? null);
}
