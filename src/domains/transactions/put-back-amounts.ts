import { z } from "zod";
import { notUndoable } from "../../activity/not-undoable.ts";
import type { Past } from "../../activity/past.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { INTERNAL } from "./transaction.ts";

/** Columns that parts and the other side of a transfer follow. */
const BINDING = ["amount_minor", "is_split", "bank_account_id"];

/**
 * Refuses to give a transaction another amount, account or other parts while it is split or linked by a later
 * change: none of the columns that the event left differs then, so that nothing else notices.
 * @throws Refusal with the next step
 */
export async function requireUnbound({ db, team }: Context, past: readonly Past[]): Promise<void> {
  const withParts = new Set(past.flatMap(({ type, id }) => (isPart(type) ? [id] : [])));
  const changed = past.filter(
    ({ type, id, before, after }) =>
      !isPart(type) &&
      before !== null &&
      after !== null &&
      (withParts.has(id) || BINDING.some((column) => column in before)),
  );
  if (changed.length === 0) return;
  const rows = await db
    .selectFrom("transactions")
    .select(["id", "name", "is_split", "transfer_id"])
    .where("team_id", "=", team.id)
    .where("id", "in", [...new Set(changed.map(({ id }) => id))])
    .where((row) => row.or([row("transfer_id", "is not", null), row("is_split", "=", true)]))
    .execute();
  // Columns that the event itself wrote go with its undo.
  const isOwn = (id: string, column: string) =>
    past.some((one) => !isPart(one.type) && one.id === id && column in (one.after ?? {}));
  const linked = rows.find(({ id, transfer_id }) => transfer_id && !isOwn(id, "transfer_id"));
  if (linked !== undefined)
    throw notUndoable({
      because: `The transaction ${quoted(linked.name)} is one side of a transfer by now`,
      next: "unlink the transfer first",
    });
  const split = rows.find(
    ({ id, is_split }) => is_split && !withParts.has(id) && !isOwn(id, "is_split"),
  );
  if (split === undefined) return;
  throw notUndoable({
    because: `The transaction ${quoted(split.name)} is split by now`,
    next: "join its parts first",
  });
}

function isPart(type: Past["type"]): boolean {
  return type === "transaction_part";
}

const Linked = z.object({ transfer_id: z.string().nullish() });

/**
 * Refuses to link two transactions again that are no longer opposite. A side that another part of the event
 * brings back is not there yet.
 * @throws Refusal
 */
export async function requireOpposites(
  { db, team }: Context,
  past: readonly Past[],
): Promise<void> {
  const transfers = new Set(
    past.flatMap(({ type, before }) =>
      isPart(type) || before === null ? [] : (Linked.parse(before).transfer_id ?? []),
    ),
  );
  if (transfers.size === 0) return;
  const rows = await db
    .selectFrom("transactions as side")
    .leftJoin("transaction_parts as part", (join) =>
      join
        .onRef("part.team_id", "=", "side.team_id")
        .onRef("part.transaction_id", "=", "side.id")
        .on("part.category_slug", "=", INTERNAL),
    )
    .select(["side.id", "side.name", "side.transfer_id", "side.bank_account_id"])
    .select(["side.currency", "side.is_split", "side.amount_minor", "part.amount_minor as of_part"])
    .where("side.team_id", "=", team.id)
    .where("side.transfer_id", "in", [...transfers])
    .execute();
  for (const [one, other, ...more] of Map.groupBy(rows, (row) => row.transfer_id).values()) {
    if (one === undefined || other === undefined || more.length > 0) continue;
    const [given, taken] = [one, other].map((side) =>
      side.is_split ? side.of_part : side.amount_minor,
    );
    if (typeof given !== "number" || typeof taken !== "number") continue;
    const isOpposite = one.currency === other.currency ? given === -taken : given > 0 !== taken > 0;
    if (isOpposite && one.bank_account_id !== other.bank_account_id) continue;
    throw notUndoable({
      because: `The transactions ${quoted(one.name)} and ${quoted(other.name)} are no longer opposite, and were a transfer`,
      next: "undo first what changed them, or link others",
    });
  }
}
