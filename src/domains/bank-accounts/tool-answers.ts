import { z } from "zod";
import { uuid, notices, noticesOf } from "../../core/fields.ts";
import type { Page } from "../../core/page.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { toMajor } from "../../shared/money.ts";
import { addMilliseconds } from "../../shared/time.ts";
import { counted, enumerated } from "../../shared/words.ts";
import { baseAmount, findLatest, type Latest } from "../rates/find-crosses.ts";
import { balanceSteps, NO_STEPS } from "./balance-steps.ts";
import type { Row } from "./bank-account.ts";
import type { FoundAccount } from "./list-accounts.ts";

/** Bank accounts as tools tell them. Amounts are in major units. */

const BankAccount = z.object({
  id: uuid,
  name: z.string(),
  institution: z.string().nullable(),
  type: z.string(),
  currency: z.string(),
  enabled: z.boolean(),
  manual: z.boolean(),
  account_number: z.string().nullable(),
  balance: z.number(),
  balance_date: z.string().nullable(),
  balance_basis: z.string(),
  base_balance: z.number().nullable(),
});

/** Names the fields of `BankAccount` that a call goes on with; the list of tools stays short. */
const ToolAccount = z.looseObject({
  id: uuid,
  name: z.string(),
  type: z.string(),
  currency: z.string(),
  balance: z.number(),
  base_balance: z.number().nullable(),
});

type BankAccount = z.output<typeof BankAccount>;

export const AccountList = z.object({
  items: z.array(ToolAccount),
  nextCursor: z.string().nullable(),
  notices,
});

export async function toolAccounts(
  context: Context,
  { items, nextCursor }: Page<FoundAccount>,
): Promise<z.input<typeof AccountList>> {
  const rows = items.map(({ row }) => row);
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted();
  const latest = await findLatest(context, currencies);
  return {
    items: items.map((found) => accountOf(context, found, latest)),
    nextCursor,
    ...noticesOf([
      ...(await gapsIn(context, rows)),
      ...(await staleIn(context, rows)),
      ...ratesIn(context, latest, currencies),
    ]),
  };
}

function accountOf(
  { team }: Pick<Context, "team">,
  { row, balance: { minor, date, basis } }: FoundAccount,
  { crossOf }: Pick<Latest, "crossOf">,
): BankAccount {
  const { currency } = row;
  const cross = crossOf(currency);
  const base = cross === null ? null : baseAmount(minor, currency, team.baseCurrency, cross);
  const balance = toMajor(minor, currency);
  return {
    id: row.id,
    name: row.name,
    institution: row.institution,
    type: row.type,
    currency: row.currency,
    enabled: row.enabled,
    manual: row.manual,
    account_number: row.number_masked,
    balance,
    balance_date: date,
    balance_basis: basis,
    base_balance: currency === team.baseCurrency ? balance : majorOf(base, team.baseCurrency),
  };
}

function majorOf(minor: number | null, currency: string): number | null {
  return minor === null ? null : toMajor(minor, currency);
}

/** Each account's newest differences: the one of a statement does not make up for that of another. */
async function gapsIn(context: Context, rows: readonly Row[]): Promise<readonly string[]> {
  const steps = await balanceSteps(context);
  return rows.flatMap(({ id, name, currency }) => {
    const { gaps } = steps.get(id) ?? NO_STEPS;
    const told = gaps.slice(-MOST_GAPS).map(({ since, date, difference_minor }) => {
      const start = since ?? "its opening balance";
      return `The transactions of ${quoted(name)} do not give its stated balances: ${toMajor(difference_minor, currency)} ${currency} are missing between ${start} and ${date}.`;
    });
    const more = gaps.length - told.length;
    return more > 0
      ? [...told, `${quoted(name)} has ${counted(more, "earlier gap")} between stated balances.`]
      : told;
  });
}

const MOST_GAPS = 3;

const STALE_MS = 45 * 24 * 60 * 60_000;

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

const findLastImports = preparedQuery((db, { slot }: Slots<{ readonly team_id: string }>) =>
  db
    .selectFrom("imports")
    .where("team_id", "=", slot("team_id"))
    .select(["bank_account_id", ({ fn }) => fn.max("created_at").as("at")])
    .groupBy("bank_account_id"),
);

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
