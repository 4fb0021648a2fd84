import { record } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import type { ById } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { transaction } from "../../db/transaction.ts";
import { opened, requireSealing } from "./seal-number.ts";
import { requireAccount } from "./shown-accounts.ts";

/**
 * The whole number of an account; null when it has none. The journal tells who looked at it.
 * @throws Refusal `secret_changed` for a number that cannot be opened any more
 */
export async function revealNumber(context: Context, { id }: ById): Promise<string | null> {
  return transaction(context, async (context) => {
    const account = await requireAccount(context, id);
    if (account.number_masked === null) return null;
    const { number_sealed: seal } = account;
    const number = seal === null ? null : opened(requireSealing(context), account, seal);
    if (number === null) throw lost();
    await record(context, [{ type: "bank_account", id, before: {}, after: {} }]);
    return number;
  });
}

function lost(): Refusal {
  return new Refusal({
    code: "secret_changed",
    message: "The account number cannot be opened any more: only its last characters are known",
    next: "enter the number again",
  });
}
