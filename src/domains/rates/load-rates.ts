import type { BaseContext } from "../../db/context.ts";
import type { Db } from "../../db/schema/schema.ts";
import { pause, ROWS_A_CHUNK, transaction } from "../../db/transaction.ts";
import type { Day } from "../../shared/time.ts";
import { type DatedRate, lockSource } from "./rate.ts";
import { settleLater } from "./settle.ts";

export type Loaded = {
  readonly added: number;
  readonly corrected: number;
  readonly removed: number;
  readonly newest_day: Day | null;
};

type Options = {
  /** Removes the unproven rates of the file's days that the file does not have. */
  readonly removesOthers?: boolean;
};

/** Stores the operator's rates, which are of all teams, and has the amounts that they change computed again. */
export async function loadRates(
  context: BaseContext,
  rates: readonly DatedRate[],
  { removesOthers = false }: Options = {},
): Promise<Loaded> {
  return transaction(context, async (context) => {
    const { db } = context;
    await lockSource(db);
    const { added, corrected, days } = await storeNews(context, rates, {
      find: async (currencies, from, to) => findPublic(db, currencies, from, to),
      put: async (rates) => put(db, rates),
    });
    const removed = removesOthers ? await removeUnproven(db, rates) : [];
    const { newest } = await db
      .selectFrom("exchange_rates")
      .select(({ fn }) => fn.max("day").as("newest"))
      .executeTakeFirstOrThrow();
    await db.updateTable("rate_sources").set({ newest_day: newest }).execute();
    await settleLater(context, await teamsInNeed(db), [...days, ...removed]);
    return { added, corrected, removed: removed.length, newest_day: newest };
  });
}

type Known = DatedRate & {
  /** False where the same rate is written again. */
  readonly isProven: boolean;
};

/** Where rates are kept: the operator's, or those of a team's files. */
type Store = {
  readonly find: (currencies: readonly string[], from: Day, to: Day) => Promise<readonly Known[]>;
  readonly put: (rates: readonly DatedRate[]) => Promise<void>;
};

type News = {
  readonly added: number;
  readonly corrected: number;
  /** Days of the rates that were added or corrected. */
  readonly days: readonly Day[];
};

/** Stores rates that are missing, or are there with another value, chunk by chunk. */
export async function storeNews(
  context: BaseContext,
  rates: readonly DatedRate[],
  { find, put }: Store,
): Promise<News> {
  const inOrder = rates.toSorted((one, other) => (one.day < other.day ? -1 : 1));
  const days = new Set<Day>();
  let [added, corrected] = [0, 0];
  for (let start = 0; start < inOrder.length; start += ROWS_A_CHUNK) {
    const chunk = inOrder.slice(start, start + ROWS_A_CHUNK);
    const currencies = [...new Set(chunk.map(({ currency }) => currency))];
    const found = await find(currencies, chunk[0]?.day ?? "", chunk.at(-1)?.day ?? "");
    const known = new Map(found.map((rate) => [nameOf(rate), rate]));
    const missing = chunk.filter((rate) => !known.has(nameOf(rate)));
    const others = chunk.filter((rate) => (known.get(nameOf(rate)) ?? rate).rate !== rate.rate);
    const unproven = chunk.filter((rate) => known.get(nameOf(rate))?.isProven === false);
    await put([...new Set([...missing, ...others, ...unproven])]);
    added += missing.length;
    corrected += others.length;
    for (const { day } of [...missing, ...others]) days.add(day);
    await pause(context);
  }
  return { added, corrected, days: [...days] };
}

function nameOf({ currency, day }: DatedRate): string {
  return `${currency} ${day}`;
}

async function findPublic(db: Db, currencies: readonly string[], from: Day, to: Day) {
  return db
    .selectFrom("exchange_rates")
    .select(["currency", "day", "rate", "is_proven as isProven"])
    .where("currency", "in", currencies)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .execute();
}

async function put(db: Db, rates: readonly DatedRate[]): Promise<void> {
  if (rates.length === 0) return;
  await db
    .insertInto("exchange_rates")
    .values(rates.map((rate) => ({ ...rate, is_proven: true })))
    .onConflict((conflict) =>
      conflict
        .columns(["currency", "day"])
        .doUpdateSet({ rate: (row) => row.ref("excluded.rate"), is_proven: true }),
    )
    .execute();
}

/** The rates of the file are proven by now. */
async function removeUnproven(db: Db, rates: readonly DatedRate[]): Promise<readonly Day[]> {
  const days = rates.map(({ day }) => day).toSorted();
  const removed = await db
    .deleteFrom("exchange_rates")
    .where("is_proven", "=", false)
    .where("day", ">=", days[0] ?? "")
    .where("day", "<=", days.at(-1) ?? "")
    .returning("day")
    .execute();
  return removed.map(({ day }) => day);
}

/** Teams with amounts in another currency than their own. */
async function teamsInNeed(db: Db): Promise<readonly { readonly id: string }[]> {
  return db
    .selectFrom("bank_accounts as account")
    .innerJoin("teams as team", "team.id", "account.team_id")
    .whereRef("account.currency", "<>", "team.base_currency")
    .select("team.id")
    .distinct()
    .orderBy("team.id")
    .execute();
}
