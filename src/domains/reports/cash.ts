import type { Context } from "../../db/context.ts";
import { enumerated } from "../../shared/words.ts";
import { balanceIn, balancesOn } from "../bank-accounts/balances.ts";
import type { Row } from "../bank-accounts/bank-account.ts";
import { MOST_ACCOUNTS } from "../bank-accounts/create-account.ts";
import { findAccounts } from "../bank-accounts/list-accounts.ts";
import { baseAmount } from "../rates/base-amount.ts";
import { findLatest } from "../rates/find-crosses.ts";
import { todayOf } from "../team/today.ts";
import { moneyWords } from "./left-out.ts";

/** Types of accounts whose balances can be spent. */
const CASH: ReadonlySet<Row["type"]> = new Set(["current", "savings", "cash", "wallet"]);

/** Enabled accounts with their balances of today. */
export async function enabledAccounts(context: Context) {
  const { db, team } = context;
  const wanted = { team_id: team.id, enabled: true, rows: MOST_ACCOUNTS };
  const [today, rows] = await Promise.all([todayOf(context), findAccounts(db, wanted)]);
  const balances = await balancesOn(context, today);
  return rows.map((row) => ({ ...row, balance: balanceIn(balances, row) }));
}

type Enabled = Awaited<ReturnType<typeof enabledAccounts>>;

/** Money at hand in the team's currency, at the latest rates, with sentences for what it lacks. */
export async function cashOf(context: Context) {
  return cashIn(context, await enabledAccounts(context));
}

/** The same, of accounts that are read. */
export async function cashIn(context: Context, enabled: Enabled) {
  const accounts = enabled.filter(({ type }) => CASH.has(type));
  const to = context.team.baseCurrency;
  const { crossOf, isOld } = await findLatest(context, [
    ...new Set(accounts.map(({ currency }) => currency)),
  ]);
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
  return {
    minor: parts.reduce((sum, { base }) => sum + BigInt(base ?? 0), 0n),
    /** Accounts that it sums up; `base` is null without a rate. */
    parts,
    /** Cards, loans and others, which it leaves out. */
    others: enabled.filter(({ type }) => !CASH.has(type)),
    notices: [
      ...(sums.length === 0
        ? []
        : [`The cash leaves out ${enumerated(sums)}, which have no exchange rate to ${to}.`]),
      ...old.map(
        (day) => `Some of the cash is at the rates of ${day}, the newest that are loaded.`,
      ),
    ],
  };
}
