import { Refusal } from "../../core/errors.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { toMajor } from "../../shared/money.ts";
import { partsOf, type Row } from "../transactions/transaction.ts";

/** Category of the part of a split transaction that is one side of a transfer. */
const INTERNAL = "internal-transfer";

/**
 * Refuses two transactions that cannot be a transfer.
 * @throws Refusal unless they are of two accounts, in one currency, and their amounts are opposite
 */
export async function requireOpposite(
  context: Context,
  [one, other]: readonly [Row, Row],
): Promise<void> {
  if (one.bank_account_id === other.bank_account_id)
    throw refused("Both transactions are of one account", "choose one of another account");
  if (one.currency !== other.currency)
    throw refused(
      `The transactions are in ${one.currency} and ${other.currency}, and only a transfer in one currency can be linked`,
      `give both the category ${INTERNAL} instead`,
    );
  const parts = await partsOf(context, [one.id, other.id]);
  const [amount, opposite] = [one, other].map((row) => sideOf(row, parts));
  if (amount === undefined || opposite === undefined) return;
  if (amount > 0 === opposite > 0)
    throw refused("Both transactions have the same sign", "choose one that pays and one that gets");
  const differs = Math.abs(amount) - Math.abs(opposite);
  if (differs === 0) return;
  const told = (minor: number) => `${toMajor(Math.abs(minor), one.currency)} ${one.currency}`;
  throw refused(
    `The amounts are ${told(amount)} and ${told(opposite)}: ${told(differs)} differ`,
    `if that is a fee, split it off first: one part ${INTERNAL}, one banking-fees`,
  );
}

/** The amount that goes to the other account: that of the only such part, when it is split. */
function sideOf(row: Row, parts: Awaited<ReturnType<typeof partsOf>>): number {
  if (!row.is_split) return row.amount_minor;
  const internal = parts.filter(
    (part) => part.transaction_id === row.id && part.category_slug === INTERNAL,
  );
  const [part] = internal;
  if (part !== undefined && internal.length === 1) return part.amount_minor;
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
