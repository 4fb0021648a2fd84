import { notUndoable } from "../../activity/not-undoable.ts";
import type { Past } from "../../activity/past.ts";
import { quoted } from "../../core/visible.ts";
import type { Context } from "../../db/context.ts";
import { importEvents, isAnnouncedByFile, type Layer, layersOf } from "./import-layers.ts";

/**
 * Refuses to make a transaction by hand pending again as an import announced it that is removed by now: no
 * later file would book it.
 * @throws Refusal
 */
export async function requireAnnounced(context: Context, past: readonly Past[]): Promise<void> {
  const ids = past.flatMap(({ type, id, before }) =>
    type === "transaction" && before?.["status"] === "pending" ? [id] : [],
  );
  if (ids.length === 0) return;
  const { db, team } = context;
  const rows = await db
    .selectFrom("transactions")
    .select(["id", "name", "bank_account_id", "status", "source", "import_id"])
    .where("team_id", "=", team.id)
    .where("id", "in", [...new Set(ids)])
    .execute();
  const announced = rows.filter(isAnnouncedByFile);
  if (announced.length === 0) return;
  const layers = await layersOf(
    context,
    await importEvents(context),
    announced.map(({ id }) => id),
  );
  const imports = await db
    .selectFrom("imports")
    .select(["id", "bank_account_id"])
    .where("team_id", "=", team.id)
    .execute();
  const accountOf = new Map(imports.map(({ id, bank_account_id }) => [id, bank_account_id]));
  const lost = announced.find(({ id, bank_account_id }) => {
    const givers = (layers.get(id) ?? []).filter(announces);
    const isThere = givers.some((layer) =>
      layer.imports.some((one) => accountOf.get(one) === bank_account_id),
    );
    return givers.length > 0 && !isThere;
  });
  if (lost === undefined) return;
  throw notUndoable({
    because: `The import that announced ${quoted(lost.name)} is not there any more`,
    next: "undo its removal first, or remove the later import",
  });
}

/** Of deleted images nothing is known. */
function announces({ images }: Layer): boolean {
  return images === null || images.after["status"] === "pending";
}
