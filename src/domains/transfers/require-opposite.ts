import { Refusal } from "../../core/errors.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { toMajor } from "../../shared/money.ts";
import { INTERNAL, type Part, partsOf, type Row } from "../transactions/transaction.ts";

/** Of two currencies the amounts may differ by so large a share of the larger, for the bank's rate and its fee. */
const SHARE = 4;

/**
 * Refuses two transactions that cannot be a transfer.
 * @throws Refusal unless they are of two accounts, and their amounts are opposite: the same in one currency,
 * and of two currencies not far from each other at the rates of their days, where these are known
 */
export async function requireOpposite(
  context: Context,
  [one, other]: readonly [Row, Row],
): Promise<void> {
  if (one.bank_account_id === other.bank_account_id)
    throw refused("Both transactions are of one account", "choose one of another account");
  const parts = await partsOf(context, [one.id, other.id]);
  const sides = [sideOf(one, parts), sideOf(other, parts)] as const;
  if (sides[0].amount_minor > 0 === sides[1].amount_minor > 0)
    throw refused("Both transactions have the same sign", "choose one that pays and one that gets");
  if (one.currency === other.currency) requireEqual(sides, one.currency);
  else requireWorth(sides, context.team.baseCurrency);
}

type Side = Pick<Row, "amount_minor" | "base_minor">;

function requireEqual([one, other]: readonly [Side, Side], currency: string): void {
  const differs = Math.abs(one.amount_minor) - Math.abs(other.amount_minor);
  if (differs === 0) return;
  const told = (minor: number) => tell(minor, currency);
  throw refused(
    `The amounts are ${told(one.amount_minor)} and ${told(other.amount_minor)}: ${told(differs)} differ`,
    `if that is a fee, split it off first: one part ${INTERNAL}, one banking-fees`,
  );
}

/** Without a rate nobody knows what an amount is worth, but those who were there. */
function requireWorth([one, other]: readonly [Side, Side], currency: string): void {
  if (one.base_minor === null || other.base_minor === null) return;
  const [worth, others] = [Math.abs(one.base_minor), Math.abs(other.base_minor)];
  if (Math.abs(worth - others) * SHARE <= Math.max(worth, others)) return;
  throw refused(
    `At the rates of their days the amounts are ${tell(worth, currency)} and ${tell(others, currency)}, too far apart for a transfer`,
    `if a fee is in one, split it off first: one part ${INTERNAL}, one banking-fees; else give both the category ${INTERNAL}`,
  );
}

function tell(minor: number, currency: string): string {
  return `${toMajor(Math.abs(minor), currency)} ${currency}`;
}

/** The amount that goes to the other account: that of the only such part, when it is split. */
function sideOf(row: Row, parts: readonly Part[]): Side {
  if (!row.is_split) return row;
  const internal = parts.filter(
    (part) => part.transaction_id === row.id && part.category_slug === INTERNAL,
  );
  const [part] = internal;
  if (part !== undefined && internal.length === 1) return part;
  throw refused(
    `The transaction ${quoted(row.name)} is split, and ${internal.length} of its parts are ${INTERNAL}`,
    "give exactly one part that category",
  );
}

function refused(message: string, next: string): Refusal {
  return new Refusal({
    code: "invalid_argument",
    path: "other_id",
    message,
    next: `${next}; nothing was changed`,
  });
}
