import { z } from "zod";
import type { Change } from "../../activity/journal.ts";
import type { AuditContext } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { balanceImage } from "../bank-accounts/state-balance.ts";
import { changesOf } from "./import-changes.ts";
import { eventsOf } from "./import-events.ts";
import type { ImportRow } from "./import-removal.ts";

type Row = Schema["statement_balances"];

const Gone = z.strictObject({
  id: z.string(),
  bank_account_id: z.string(),
  date: z.string(),
  minor: z.int(),
  kind: z.literal("intraday"),
  import_id: z.string().nullable(),
  number: z.string().nullable(),
});

/** A balance of a day that was not over, and the import that it went with. */
type Dropped = { readonly balance: z.output<typeof Gone>; readonly by: string };

/**
 * Brings back balances of days that were not over, which went when the import brought more of their days. Those
 * stay away of whose day something was stated or imported since. The journal has them for as long as undo does.
 */
export async function bringBackBalances(
  context: AuditContext,
  { id, bank_account_id }: ImportRow,
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  const dropped = (await droppedBy(context, id)).filter(
    ({ balance }) => balance.bank_account_id === bank_account_id,
  );
  const news = await Promise.all(dropped.map(async (one) => hasNews(context, one, id)));
  for (const [at, { balance }] of dropped.entries()) {
    if (news[at] === true) continue;
    const row: Row = { team_id: context.team.id, ...balance };
    const added = await context.db
      .insertInto("statement_balances")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .execute();
    for (const row of added)
      changes.push({
        type: "statement_balance",
        id: row.id,
        before: null,
        after: balanceImage(row),
      });
  }
  return changes;
}

/** Balances that went with an import; instead of one whose own import was removed, those that went with that. */
async function droppedBy(context: AuditContext, importId: string): Promise<readonly Dropped[]> {
  const found: Dropped[] = [];
  const imports = [importId];
  for (const by of imports) {
    const event = (await eventsOf(context, [by])).get(by);
    if (event === undefined || !event.isKept) continue;
    const from = { event: event.id, type: "statement_balance" } as const;
    for await (const past of changesOf(context, { ...from, isOfKnown: true }))
      for (const { before, after } of past)
        if (after === null) found.push({ balance: Gone.parse(before), by });
    const own = ownersOf(found);
    const there = new Set(await importsThere(context, own));
    const removed = own.filter((id) => !there.has(id) && !imports.includes(id));
    imports.push(...new Set(removed));
  }
  const there = new Set(await importsThere(context, ownersOf(found)));
  return found.filter(({ balance: { import_id } }) => import_id === null || there.has(import_id));
}

function ownersOf(dropped: readonly Dropped[]): readonly string[] {
  return dropped.flatMap(({ balance }) => balance.import_id ?? []);
}

async function importsThere({ db, team }: AuditContext, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("imports")
    .select("id")
    .where("team_id", "=", team.id)
    .where("id", "in", ids)
    .execute();
  return rows.map(({ id }) => id);
}

const Counts = z.record(z.string(), z.looseObject({ taken: z.int() }));

/** Tells whether something of the balance's day, or of a later one, came after it went. Ids rise with time. */
async function hasNews(
  { db, team }: AuditContext,
  { balance: { bank_account_id, date }, by }: Dropped,
  removed: string,
): Promise<boolean> {
  const [stated, imports] = await Promise.all([
    db
      .selectFrom("statement_balances")
      .select("id")
      .where("team_id", "=", team.id)
      .where("bank_account_id", "=", bank_account_id)
      .where("date", ">=", date)
      .where((row) => row.or([row("id", ">", by), row("import_id", ">", by)]))
      .execute(),
    db
      .selectFrom("imports")
      .select("counts")
      .where("team_id", "=", team.id)
      .where("bank_account_id", "=", bank_account_id)
      .where("id", ">", by)
      .where("id", "!=", removed)
      .where("last_date", ">=", date)
      .execute(),
  ]);
  const hasTaken = imports.some(({ counts }) =>
    Object.values(Counts.parse(counts)).some(({ taken }) => taken > 0),
  );
  return stated.length > 0 || hasTaken;
}
