import { Refusal } from "../../core/errors.ts";
import { quoted } from "../../core/visible.ts";
import type { AuditContext } from "../../db/context.ts";
import type { Instant } from "../../shared/time.ts";
import type { Row } from "./bank-account.ts";
import { readNumber } from "./number.ts";
import { numberHash, requireSealing, sealed } from "./seal-number.ts";

type NumberColumns = Pick<Row, "number_sealed" | "number_hash" | "number_masked" | "number_set_at">;

/** The columns of a number as it is typed; null for none. */
export function numberColumns(
  context: AuditContext,
  id: string,
  typed: string | null,
  at: Instant,
): NumberColumns {
  if (typed === null)
    return { number_sealed: null, number_hash: null, number_masked: null, number_set_at: null };
  const sealing = requireSealing(context);
  const team_id = context.team.id;
  const { shown, normal, masked } = readNumber(typed);
  return {
    number_sealed: sealed(sealing, { team_id, id }, shown, context.randomBytes),
    number_hash: numberHash(sealing, team_id, normal),
    number_masked: masked,
    number_set_at: at,
  };
}

type Wanted = Pick<Row, "id" | "name_key" | "number_hash" | "currency">;

/**
 * Checks what is unique in the team, which is held by then.
 * @throws Refusal that names the account which has the name, or the number in that currency
 */
export async function requireUnique({ db, team }: AuditContext, wanted: Wanted): Promise<void> {
  const { id, name_key, number_hash, currency } = wanted;
  const others = await db
    .selectFrom("bank_accounts")
    .select(["id", "name", "name_key"])
    .where("team_id", "=", team.id)
    .where("id", "!=", id)
    .where((row) =>
      row.or([
        row("name_key", "=", name_key),
        ...(number_hash === null
          ? []
          : [row.and([row("number_hash", "=", number_hash), row("currency", "=", currency)])]),
      ]),
    )
    .execute();
  const [other] = others;
  if (other === undefined) return;
  const isName = other.name_key === name_key;
  throw new Refusal({
    code: "already_exists",
    path: isName ? "name" : "number",
    message: isName
      ? `The bank account ${quoted(other.name)} exists already`
      : `The bank account ${quoted(other.name)} has this number in ${currency} already`,
    next: `use its id ${other.id}, or give another ${isName ? "name" : "number"}`,
  });
}
