import { z } from "zod";
import { type ById, text } from "../../core/fields.ts";
import { catalogueLimit, type Listing, type Page, pageOf, readCursor } from "../../core/page.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { todayOf } from "../team/today.ts";
import { type Balance, balanceIn, balancesOn } from "./balances.ts";
import { noAccount, requireAccount, type Row } from "./bank-account.ts";

type ListAccounts = {
  readonly listing: Listing;
  readonly enabled?: boolean | null | undefined;
  readonly manual?: boolean | null | undefined;
  readonly cursor?: string | null | undefined;
  readonly limit?: number | null | undefined;
};

export type FoundAccount = { readonly row: Row; readonly balance: Balance };

const SortKey = z.tuple([text(500)]);

/** By name, with today's balances; all accounts when neither a cursor nor a limit is given. */
export async function listAccounts(
  context: Context,
  { listing, enabled, manual, ...input }: ListAccounts,
): Promise<Page<FoundAccount>> {
  const after = readCursor(SortKey, listing, input.cursor);
  const limit = catalogueLimit(input.limit, after);
  const rows = await findAccounts(context.db, {
    team_id: context.team.id,
    enabled: enabled ?? undefined,
    manual: manual ?? undefined,
    after_name: after?.[0],
    rows: limit + 1,
  });
  const { items, nextCursor } = pageOf(listing, rows, limit, (row) => [row.name_key]);
  return { items: await withBalances(context, items), nextCursor };
}

/** @throws Refusal for an id that the team does not have */
export async function getAccount(context: Context, { id }: ById): Promise<FoundAccount> {
  const [found] = await withBalances(context, [await requireAccount(context, { id })]);
  if (found === undefined) throw noAccount(id);
  return found;
}

async function withBalances(context: Context, rows: readonly Row[]): Promise<FoundAccount[]> {
  const today = await todayOf(context);
  const balances = await balancesOn(context, today);
  return rows.map((row) => ({ row, balance: balanceIn(balances, row, today) }));
}

type Values = {
  readonly team_id: string;
  readonly enabled?: boolean | undefined;
  readonly manual?: boolean | undefined;
  readonly after_name?: string | undefined;
  readonly rows: number;
};

export const findAccounts = preparedQuery((db, { slot, given }: Slots<Values>) =>
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
