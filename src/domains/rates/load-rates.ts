import type { BaseContext } from "../../db/context.ts";
import { enqueue } from "../../db/outbox.ts";
import type { Db } from "../../db/schema/schema.ts";
import { pause, ROWS_A_CHUNK, transaction } from "../../db/transaction.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import type { PublicRate } from "./ecb-file.ts";
import { lockSource, MOST_DAYS_BACK } from "./rate.ts";

export type Loaded = {
  /** Rates that were not there before. */
  readonly added: number;
  readonly corrected: number;
  /** Rates left out because another value is stored. */
  readonly differing: number;
  readonly newest_day: Day | null;
};

type Options = { readonly corrects: boolean };

/**
 * Stores public rates, and has the amounts that they change computed again. Rates are of all teams: only who
 * runs the server `corrects` those that are there.
 */
export async function loadRates(
  context: BaseContext,
  rates: readonly PublicRate[],
  { corrects }: Options,
): Promise<Loaded> {
  return transaction(context, async (context) => {
    const { db } = context;
    const { newest_day } = await lockSource(db);
    const inOrder = rates.toSorted(byDay);
    const days = new Set<Day>();
    let [added, corrected, differing] = [0, 0, 0];
    for (let from = 0; from < inOrder.length; from += ROWS_A_CHUNK) {
      const news = await newsIn(db, inOrder.slice(from, from + ROWS_A_CHUNK));
      await store(db, corrects ? [...news.missing, ...news.other] : news.missing);
      added += news.missing.length;
      if (corrects) corrected += news.other.length;
      else differing += news.other.length;
      for (const { day } of [...news.missing, ...(corrects ? news.other : [])]) days.add(day);
      await pause(context);
    }
    const changed = [...days].toSorted();
    const newest =
      [...days, ...(newest_day === null ? [] : [newest_day])].toSorted().at(-1) ?? null;
    await db.updateTable("rate_sources").set({ newest_day: newest }).execute();
    await settleLater(context, changed);
    return { added, corrected, differing, newest_day: newest };
  });
}

function byDay(one: PublicRate, other: PublicRate): number {
  return one.day < other.day ? -1 : Number(one.day > other.day);
}

/** New rates, and rates stored with another value. */
async function newsIn(db: Db, rates: readonly PublicRate[]) {
  const days = rates.map(({ day }) => day);
  const known = await db
    .selectFrom("exchange_rates")
    .selectAll()
    .where("currency", "in", [...new Set(rates.map(({ currency }) => currency))])
    .where("day", ">=", days[0] ?? "")
    .where("day", "<=", days.at(-1) ?? "")
    .execute();
  const stored = new Map(known.map(({ currency, day, rate }) => [`${currency} ${day}`, rate]));
  const before = ({ currency, day }: PublicRate) => stored.get(`${currency} ${day}`);
  return {
    missing: rates.filter((rate) => before(rate) === undefined),
    other: rates.filter((rate) => (before(rate) ?? rate.rate) !== rate.rate),
  };
}

async function store(db: Db, rates: readonly PublicRate[]): Promise<void> {
  if (rates.length === 0) return;
  await db
    .insertInto("exchange_rates")
    .values(rates)
    .onConflict((conflict) =>
      conflict
        .columns(["currency", "day"])
        .doUpdateSet({ rate: (row) => row.ref("excluded.rate") }),
    )
    .execute();
}

async function settleLater(context: BaseContext, changed: readonly Day[]): Promise<void> {
  const [first, last] = [changed[0], changed.at(-1)];
  if (first === undefined || last === undefined) return;
  const teams = await context.db
    .selectFrom("bank_accounts as account")
    .innerJoin("teams as team", "team.id", "account.team_id")
    .whereRef("account.currency", "<>", "team.base_currency")
    .select("team.id")
    .distinct()
    .orderBy("team.id")
    .execute();
  for (const team of teams) {
    const id = context.newId();
    const to_day = addDays(last, MOST_DAYS_BACK);
    const days = { team_id: team.id, id, from_day: first, to_day };
    await context.db.insertInto("settlements").values(days).execute();
    await enqueue({ ...context, team }, { job: "settlement", subjectId: id });
  }
}
