import { z } from "zod";
import { cursor, limit, text } from "../../core/fields.ts";
import { notices, noticesOf } from "../../core/notices.ts";
import { catalogueLimit, listingOf, pageOf, readCursor } from "../../core/page.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { hotQuery, type Slots } from "../../db/hot-query.ts";
import { toMajor } from "../../shared/money.ts";
import { addMilliseconds } from "../../shared/time.ts";
import { enumerated } from "../../shared/words.ts";
import { findLatest, type Latest } from "../rates/find-latest.ts";
import { todayOf } from "../team/today.ts";
import { balanceIn, balancesOn } from "./balances.ts";
import { accountOf, type Row, ToldAccount } from "./bank-account.ts";
import { findGaps } from "./statement-gaps.ts";

export const ListAccounts = z.strictObject({
  enabled: z.boolean().nullish(),
  manual: z.boolean().nullish(),
  cursor: cursor.nullish(),
  limit: limit.nullish(),
});

export type ListAccounts = z.output<typeof ListAccounts>;

export const AccountList = z.object({
  items: z.array(ToldAccount),
  nextCursor: z.string().nullable(),
  notices,
});

export type AccountList = z.output<typeof AccountList>;

const SortKey = z.tuple([text(500)]);

/** By name; all accounts when neither a cursor nor a limit is given. */
export async function listAccounts(context: Context, input: ListAccounts): Promise<AccountList> {
  const listing = listingOf(context, input);
  const after = readCursor(SortKey, listing, input.cursor);
  const limit = catalogueLimit(input.limit, after);
  const rows = await findAccounts(context.db, {
    team_id: context.team.id,
    enabled: input.enabled ?? undefined,
    manual: input.manual ?? undefined,
    after_name: after?.[0],
    rows: limit + 1,
  });
  const { items, nextCursor } = pageOf(listing, rows, limit, (row) => [row.name_key]);
  const balances = await balancesOn(context, await todayOf(context));
  const currencies = [...new Set(items.map(({ currency }) => currency))].toSorted();
  const latest = await findLatest(context, currencies);
  const known = items.map((row) => accountOf(context, row, balanceIn(balances, row), latest));
  return {
    items: known,
    nextCursor,
    ...noticesOf([
      ...(await gapsIn(context, items)),
      ...(await staleIn(context, items)),
      ...ratesIn(context, latest, currencies),
    ]),
  };
}

/** Balances that the bank states, and that the transactions do not give. */
async function gapsIn(context: Context, rows: readonly Row[]): Promise<readonly string[]> {
  const gaps = new Map((await findGaps(context)).map((gap) => [gap.account, gap]));
  return rows.flatMap(({ id, name, currency }) => {
    const gap = gaps.get(id);
    if (gap === undefined) return [];
    const { missing, from, to } = gap;
    return [
      `The transactions of ${quoted(name)} do not give its stated balances: ${toMajor(missing, currency)} ${currency} are missing between ${from} and ${to}.`,
    ];
  });
}

const STALE_MS = 45 * 24 * 60 * 60_000;

/** Enabled accounts whose newest file is old. */
async function staleIn(
  { db, team, now }: Context,
  rows: readonly Row[],
): Promise<readonly string[]> {
  const imports = await findLastImports(db, { team_id: team.id });
  const last = new Map(imports.map(({ bank_account_id, at }) => [bank_account_id, at]));
  return rows.flatMap(({ id, name, enabled }) => {
    const at = last.get(id);
    if (!enabled || at === undefined || at > addMilliseconds(now, -STALE_MS)) return [];
    return [`Nothing was imported into ${quoted(name)} since ${at.slice(0, 10)}.`];
  });
}

const findLastImports = hotQuery((db, { slot }: Slots<{ readonly team_id: string }>) =>
  db
    .selectFrom("imports")
    .where("team_id", "=", slot("team_id"))
    .select(["bank_account_id", ({ fn }) => fn.max("created_at").as("at")])
    .groupBy("bank_account_id"),
);

/** Says which currencies have no rate, or only an old one. */
function ratesIn(
  { team }: Context,
  { crossOf, isOld }: Latest,
  currencies: readonly string[],
): readonly string[] {
  const foreign = currencies.filter((currency) => currency !== team.baseCurrency);
  const unrated = foreign.filter((currency) => crossOf(currency) === null);
  const missing =
    unrated.length === 0
      ? []
      : [
          `There is no exchange rate of ${enumerated(unrated)} to ${team.baseCurrency}: base_balance is null there.`,
        ];
  const old = foreign.flatMap((currency) => {
    const cross = crossOf(currency);
    return cross !== null && isOld(cross)
      ? [`base_balance of ${currency} is at the rates of ${cross.day}, the newest that are loaded.`]
      : [];
  });
  return [...missing, ...old];
}

type Values = {
  readonly team_id: string;
  readonly enabled?: boolean | undefined;
  readonly manual?: boolean | undefined;
  readonly after_name?: string | undefined;
  readonly rows: number;
};

export const findAccounts = hotQuery((db, { slot, given }: Slots<Values>) =>
  db
    .selectFrom("bank_accounts")
    .selectAll()
    .where("team_id", "=", slot("team_id"))
    .$if(given("enabled"), (query) => query.where("enabled", "=", slot("enabled")))
    .$if(given("manual"), (query) => query.where("manual", "=", slot("manual")))
    .$if(given("after_name"), (query) => query.where("name_key", ">", slot("after_name")))
    .orderBy("name_key")
    .limit(slot("rows")),
);
