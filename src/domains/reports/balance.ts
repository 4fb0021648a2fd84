import { sql } from "kysely";
import { z } from "zod";
import { notices, noticesOf } from "../../core/fields.ts";
import { tellable } from "../../core/money.ts";
import type { Context } from "../../db/context.ts";
import { indexedBy } from "../../db/dialect.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import { addDays } from "../../shared/calendar.ts";
import { toMajor } from "../../shared/money.ts";
import type { Day } from "../../shared/time.ts";
import { counted, enumerated } from "../../shared/words.ts";
import { balanceIn, balancesOn } from "../bank-accounts/balances.ts";
import type { Row } from "../bank-accounts/bank-account.ts";
import { findAccounts } from "../bank-accounts/list-accounts.ts";
import { MOST_ACCOUNTS } from "../bank-accounts/save-account.ts";
import { baseAmount, findLatest } from "../rates/find-crosses.ts";
import { moneyWords } from "./left-out.ts";
import { type AsOf, dayAsked } from "./range.ts";

const STALE_AFTER = 45;

export const ToldBalance = z.object({
  currency: z.string(),
  items: z.array(z.object({ currency: z.string(), amount: z.number(), account_count: z.int() })),
  /** The oldest day up to which something is known of an account; null without any. */
  as_of: z.string().nullable(),
  left_out: z.object({
    /** Pending transactions of the accounts, which no balance has. */
    pending: z.int(),
    disabled_accounts: z.int(),
  }),
  notices,
});

/** As a tool tells it, with the accounts of a day that was asked for. */
export const ToldBalanceOf = ToldBalance.extend({
  /** The day that was asked for, else the oldest day up to which something is known of an account. */
  as_of: z.string().nullable(),
  /** The oldest day of a balance, beside a day that was asked for. */
  oldest_known: z.string().nullable().optional(),
  accounts: z
    .array(z.object({ id: z.string(), name: z.string(), currency: z.string(), amount: z.number() }))
    .optional(),
});

const Account = z.object({
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  balance: z.number(),
  date: z.string().nullable(),
});

export const BalanceReport = ToldBalance.extend({
  /** Of accounts that can be spent from, at the latest rates; null where no balance has a rate. */
  cash: z.number().nullable(),
  /** Currencies without a rate, of balances that are not in the cash. */
  lacking: z.array(z.string()),
  cash_notices: z.array(z.string()),
  accounts: z.array(
    Account.extend({
      /** In the team's currency; null without a rate. */
      base_balance: z.number().nullable(),
      /** Units of the account's currency for one of the team's; null for the team's own. */
      rate: z.number().nullable(),
      rate_date: z.string().nullable(),
    }),
  ),
  /** Enabled accounts that are not in the cash: cards, loans and others. */
  others: z.array(Account.extend({ type: z.string() })),
});

/**
 * Balances of enabled accounts by currency, debts below zero, never converted: of now, or as the books say today of
 * the end of a past day. Accounts that are enabled now are told, since no book says which were then.
 */
export async function balance(
  context: Context,
  asked: AsOf = {},
): Promise<z.output<typeof BalanceReport>> {
  const { db, team } = context;
  const { day, past } = await dayAsked(context, asked);
  const [accounts, left] = await Promise.all([
    enabledAccounts(context, day),
    findLeft(db, { team_id: team.id, until: past }),
  ]);
  const cash = await cashIn(context, accounts, past);
  const days = accounts.flatMap(({ balance }) => balance.date ?? []).toSorted();
  const as_of = days[0] ?? null;
  const { pending = 0, disabled = 0 } = left[0] ?? {};
  return {
    currency: team.baseCurrency,
    items: [...Map.groupBy(accounts, ({ currency }) => currency)]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([currency, some]) => ({
        currency,
        amount: toMajor(tellable(sumOf(some)), currency),
        account_count: some.length,
      })),
    as_of,
    cash: cash.minor === null ? null : toMajor(tellable(cash.minor), team.baseCurrency),
    lacking: [...cash.lacking],
    cash_notices: [...cash.notices],
    accounts: cash.parts.map(({ id, name, currency, minor, base, cross, date }) => ({
      id,
      name,
      currency,
      balance: toMajor(minor, currency),
      base_balance: base === null ? null : toMajor(base, team.baseCurrency),
      rate: cross && Number(cross.from) / Number(cross.to),
      rate_date: cross && cross.day,
      date,
    })),
    others: cash.others.map(({ id, name, type, currency, balance: { minor, date } }) => ({
      id,
      name,
      type,
      currency,
      balance: toMajor(minor, currency),
      date,
    })),
    left_out: { pending, disabled_accounts: disabled },
    ...noticesOf([
      ...(as_of !== null && as_of < addDays(day, -STALE_AFTER)
        ? [`Nothing is known of some account since ${as_of}; see bank_accounts_list.`]
        : []),
      ...(pending === 0
        ? []
        : [`Left out: ${counted(pending, "transaction")} pending, not booked yet.`]),
      ...(disabled === 0 ? [] : [`Left out: ${counted(disabled, "account")} not enabled.`]),
    ]),
  };
}

/** `bank_accounts_list` has the accounts of today, and nothing else those of a past day. */
export async function balanceOf(
  context: Context,
  asked: AsOf,
): Promise<z.output<typeof ToldBalanceOf>> {
  const { accounts, others, as_of, ...report } = await balance(context, asked);
  if (!asked.as_of) return { ...report, as_of };
  return {
    ...report,
    as_of: asked.as_of,
    oldest_known: as_of,
    accounts: [...accounts, ...others].map(({ id, name, currency, balance: amount }) => ({
      id,
      name,
      currency,
      amount,
    })),
  };
}

function sumOf(accounts: readonly { readonly balance: { readonly minor: number } }[]): bigint {
  return accounts.reduce((sum, { balance }) => sum + BigInt(balance.minor), 0n);
}

type Left = { readonly pending: number; readonly disabled: number };

type LeftOf = { readonly team_id: string; readonly until: Day | undefined };

export const findLeft = preparedQuery((db, { slot, given }: Slots<LeftOf>) => {
  const untilThen = given("until") ? sql`and item.date <= ${slot("until")}` : sql``;
  const query = sql<Left>`select
    (select count(*) from transactions as item ${indexedBy(db, "transactions_by_status")}
      cross join bank_accounts as account
      where item.team_id = ${slot("team_id")} and item.status = 'pending' ${untilThen}
        and account.team_id = item.team_id and account.id = item.bank_account_id
        and account.enabled = ${sql.lit(true)}) as pending,
    (select count(*) from bank_accounts as account
      where account.team_id = ${slot("team_id")} and account.enabled = ${sql.lit(false)}) as disabled`;
  return { compile: () => query.compile(db) };
});

/** Their balances can be spent. */
const CASH: ReadonlySet<Row["type"]> = new Set(["current", "savings", "cash", "wallet"]);

async function enabledAccounts(context: Context, day: Day) {
  const { db, team } = context;
  const wanted = { team_id: team.id, enabled: true, rows: MOST_ACCOUNTS };
  const [rows, balances] = await Promise.all([findAccounts(db, wanted), balancesOn(context, day)]);
  return rows.map((row) => ({ ...row, balance: balanceIn(balances, row, day) }));
}

type Enabled = Awaited<ReturnType<typeof enabledAccounts>>;

/** Money at hand in the team's currency, at the latest rates of the day, with sentences for what it lacks. */
export async function cashOf(context: Context, asked: AsOf) {
  const { day, past } = await dayAsked(context, asked);
  return cashIn(context, await enabledAccounts(context, day), past);
}

async function cashIn(context: Context, enabled: Enabled, past: Day | undefined) {
  const accounts = enabled.filter(({ type }) => CASH.has(type));
  const to = context.team.baseCurrency;
  const currencies = [...new Set(accounts.map(({ currency }) => currency))];
  const { crossOf, isOld } = await findLatest(context, currencies, past);
  const parts = accounts.map(({ id, name, currency, balance: { minor, date } }) => {
    const part = { id, name, currency, minor, date };
    const cross = currency === to ? null : crossOf(currency);
    if (currency === to) return { ...part, base: minor, cross };
    return { ...part, base: cross && baseAmount(minor, currency, to, cross), cross };
  });
  const old = [
    ...new Set(parts.flatMap(({ cross }) => (cross && isOld(cross) ? [cross.day] : []))),
  ];
  const unrated = parts.filter(({ base, minor }) => base === null && minor !== 0);
  const sums = unrated.map(({ minor, currency }) => moneyWords(BigInt(minor), currency));
  const lacking = [...new Set(unrated.map(({ currency }) => currency))].toSorted();
  const isKnown = lacking.length === 0 || parts.some(({ base }) => base !== null && base !== 0);
  return {
    /** Null, not known, where no balance that is not zero has a rate. */
    minor: isKnown ? parts.reduce((sum, { base }) => sum + BigInt(base ?? 0), 0n) : null,
    lacking,
    parts,
    others: enabled.filter(({ type }) => !CASH.has(type)),
    notices: [
      ...(sums.length === 0
        ? []
        : isKnown
          ? [`The cash leaves out ${enumerated(sums)}, which have no exchange rate to ${to}.`]
          : [`The cash is not known: ${enumerated(sums)} have no exchange rate to ${to}.`]),
      ...old.map(
        (day) =>
          `Some of the cash is at the rates of ${day}, the newest ${past === undefined ? "that are loaded" : `up to ${past}`}.`,
      ),
    ],
  };
}
