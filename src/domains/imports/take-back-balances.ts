import { z } from "zod";
import { type Change, difference } from "../../activity/journal.ts";
import type { AuditContext } from "../../db/context.ts";
import { balanceImage } from "../bank-accounts/state-balance.ts";
import { changesOf } from "./import-changes.ts";
import type { ImportRow } from "./import-removal.ts";

const Replaced = z.object({
  minor: z.int().optional(),
  import_id: z.string().nullish(),
  number: z.string().nullish(),
});

const NONE: ReadonlyMap<string, z.output<typeof Replaced>> = new Map();

/** Takes back the balances that a file stated: one that stood before it stands again, where that is known. */
export async function takeBackBalances(
  context: AuditContext,
  { id }: ImportRow,
  event: string | null,
): Promise<readonly Change[]> {
  const { db, team } = context;
  const stated = await db
    .selectFrom("statement_balances")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("import_id", "=", id)
    .execute();
  const earlier = event === null ? NONE : await replacedBy(context, event);
  const changes: Change[] = [];
  for (const row of stated) {
    const before = earlier.get(row.id);
    if (before === undefined) {
      await db
        .deleteFrom("statement_balances")
        .where("team_id", "=", team.id)
        .where("id", "=", row.id)
        .execute();
      changes.push({
        type: "statement_balance",
        id: row.id,
        before: balanceImage(row),
        after: null,
      });
      continue;
    }
    const columns = {
      minor: before.minor ?? row.minor,
      import_id: before.import_id === undefined ? row.import_id : before.import_id,
      number: before.number === undefined ? row.number : before.number,
    };
    await db
      .updateTable("statement_balances")
      .set(columns)
      .where("team_id", "=", team.id)
      .where("id", "=", row.id)
      .execute();
    const images = difference(balanceImage(row), balanceImage({ ...row, ...columns }));
    changes.push({ type: "statement_balance", id: row.id, ...images });
  }
  return changes;
}

/** Balances as they were before an import replaced them, by id. */
async function replacedBy(context: AuditContext, event: string) {
  const found = new Map<string, z.output<typeof Replaced>>();
  const from = { event, type: "statement_balance", isOfKnown: true } as const;
  for await (const past of changesOf(context, from))
    for (const { id, before, after } of past)
      if (after !== null) found.set(id, Replaced.parse(before));
  const known = await importsThere(
    context,
    [...found.values()].flatMap(({ import_id }) => import_id ?? []),
  );
  return new Map(
    [...found].filter(
      ([, { import_id }]) => import_id === null || import_id === undefined || known.has(import_id),
    ),
  );
}

/** An earlier import may be removed by now. */
async function importsThere({ db, team }: AuditContext, ids: readonly string[]) {
  if (ids.length === 0) return new Set<string>();
  const rows = await db
    .selectFrom("imports")
    .select("id")
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
