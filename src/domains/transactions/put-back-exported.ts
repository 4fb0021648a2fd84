import { notUndoable } from "../../activity/not-undoable.ts";
import type { Past } from "../../activity/past.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";

/** Columns that an exported transaction keeps as the accountant has them. */
const COUNTED = [
  "bank_account_id",
  "date",
  "name",
  "amount_minor",
  "category_slug",
  "is_split",
  "transfer_id",
  "tax_rate_bp",
  "tax_type",
  "tax_minor",
];

/**
 * Refuses to change what a transaction is counted as that was given to the accountant since: its status alone
 * differs then from what the event left, so that nothing else notices.
 * @throws Refusal
 */
export async function requireUnexported(
  { db, team }: Context,
  past: readonly Past[],
): Promise<void> {
  const withParts = new Set(
    past.flatMap(({ type, id }) => (type === "transaction_part" ? [id] : [])),
  );
  const counted = past.filter(
    ({ type, id, before, after }) =>
      type === "transaction" &&
      before !== null &&
      after !== null &&
      !("status" in after) &&
      (withParts.has(id) || COUNTED.some((column) => column in before)),
  );
  if (counted.length === 0) return;
  const exported = await db
    .selectFrom("transactions")
    .select("name")
    .where("team_id", "=", team.id)
    .where("id", "in", [...new Set(counted.map(({ id }) => id))])
    .where("status", "=", "exported")
    .executeTakeFirst();
  if (exported === undefined) return;
  throw notUndoable({
    because: `The transaction ${quoted(exported.name)} was given to the accountant since`,
    next: "set its status to posted or completed first",
  });
}
