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
  /** The day that was asked for, else today. */
  as_of: z.string(),
  /** The oldest day to which an account is known; null without any. */
  oldest_known: z.string().nullable(),
  left_out: z.object({
    /** Pending transactions of the accounts, which no balance has. */
    pending: z.int(),
    disabled_accounts: z.int(),
  }),
  notices,
});

/** As a tool tells it, with the accounts of a day that was asked for. */
export const ToldBalanceOf = ToldBalance.extend({
  accounts: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        currency: z.string(),
        /** Null where nothing is known of the account that early. */
        amount: z.number().nullable(),
      }),
    )
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

type Balance = z.output<typeof BalanceReport> & {
  /** Accounts of which nothing is known on a past day. They are in no sum, and in no other list. */
  readonly unknown: readonly Pick<Row, "id" | "name" | "currency">[];
};

/**
 * Balances of enabled accounts by currency, debts below zero, never converted: of now, or as the books say today of
 * the end of a past day. Accounts that are enabled now are told, since no book says which were then.
 */
export async function balance(context: Context, asked: AsOf = {}): Promise<Balance> {
  const { db, team } = context;
  const { day, past } = await dayAsked(context, asked);
  const [enabled, left] = await Promise.all([
    enabledAccounts(context, day),
    findLeft(db, { team_id: team.id, until: past }),
  ]);
  const cash = await cashIn(context, enabled, past);
  const accounts = enabled.filter((account) => isKnown(account, past));
  const unknown = enabled.filter((account) => !isKnown(account, past));
  const days = accounts.flatMap(({ balance }) => balance.date ?? []).toSorted();
  const oldest_known = days[0] ?? null;
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
    as_of: day,
    oldest_known,
    unknown: unknown.map(({ id, name, currency }) => ({ id, name, currency })),
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
      ...unknownNotice(unknown, day),
      ...(oldest_known !== null && oldest_known < addDays(day, -STALE_AFTER)
        ? [`Nothing is known of some account since ${oldest_known}; see bank_accounts_list.`]
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
  const { accounts, others, unknown, ...report } = await balance(context, asked);
  if (!asked.as_of) return report;
  const known = [...accounts, ...others].map(({ balance: amount, ...one }) => ({ ...one, amount }));
  return { ...report, accounts: [...known, ...unknown.map((one) => ({ ...one, amount: null }))] };
}

/** Before the first day of its books, an account has no balance, and not one of zero. */
function isKnown({ balance }: Enabled[number], past: Day | undefined): boolean {
  return past === undefined || balance.date !== null;
}

function unknownNotice(unknown: Enabled, day: Day): readonly string[] {
  if (unknown.length === 0) return [];
  const openings = unknown.flatMap(({ opening_date }) => opening_date ?? []).toSorted();
  const [first] = openings.length === unknown.length ? openings : [];
  const since = first === undefined ? "" : ` The first of them opens on ${first}.`;
  return [
    `The balance of ${counted(unknown.length, "account")} is not known on ${day}: the amount is null, and in no sum.${since}`,
  ];
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
  const cash = enabled.filter(({ type }) => CASH.has(type));
  const accounts = cash.filter((account) => isKnown(account, past));
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
  const unknown = cash.length - accounts.length;
  const hasSum =
    (lacking.length === 0 || parts.some(({ base }) => base !== null && base !== 0)) &&
    (unknown === 0 || accounts.length > 0);
  return {
    /** Null, not known, where no balance that is not zero has a rate, and where no balance is known. */
    minor: hasSum ? parts.reduce((sum, { base }) => sum + BigInt(base ?? 0), 0n) : null,
    lacking,
    parts,
    others: enabled.filter((account) => !CASH.has(account.type) && isKnown(account, past)),
    notices: [
      ...(unknown === 0
        ? []
        : accounts.length === 0
          ? [`The cash is not known: no balance of its accounts is known on ${past}.`]
          : [
              `The cash leaves out ${counted(unknown, "account")}, whose balance is not known on ${past}.`,
            ]),
      ...(sums.length === 0
        ? []
        : hasSum
          ? [`The cash leaves out ${enumerated(sums)}, which have no exchange rate to ${to}.`]
          : [`The cash is not known: ${enumerated(sums)} have no exchange rate to ${to}.`]),
      ...old.map(
        (day) =>
          `Some of the cash is at the rates of ${day}, the newest ${past === undefined ? "that are loaded" : `up to ${past}`}.`,
      ),
    ],
  };
}
