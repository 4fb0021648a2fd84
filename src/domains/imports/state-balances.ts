import type { Change } from "../../activity/journal.ts";
import { difference } from "../../activity/journal.ts";
import type { AuditContext } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { balanceSnapshot } from "../bank-accounts/state-balance.ts";
import type { AccountPlan } from "./plan-import.ts";

type Row = Schema["statement_balances"];

/** Keeps the closing balances of a file. A balance of a day that was not over goes once that day has more. */
export async function stateBalances(
  context: AuditContext,
  plan: AccountPlan,
  importId: string,
): Promise<readonly Change[]> {
  const written = plan.rows.filter(({ isTaken, row }) => isTaken && !row.isPending);
  const [latest] = written
    .map(({ row }) => row.date)
    .toSorted()
    .slice(-1);
  const changes = latest === undefined ? [] : [...(await dropIntraday(context, plan, latest))];
  const stated = new Map(
    plan.statements.flatMap(({ closing, number }) =>
      closing === null || closing.day === null
        ? []
        : [[`${closing.day} ${closing.kind}`, { ...closing, day: closing.day, number }] as const],
    ),
  );
  for (const { day: date, minor, kind, number } of stated.values()) {
    const row = {
      bank_account_id: plan.account.id,
      date,
      minor,
      kind,
      import_id: importId,
      number,
    };
    changes.push(...(await state(context, row)));
  }
  return changes;
}

async function dropIntraday(
  { db, team }: AuditContext,
  { account }: AccountPlan,
  latest: string,
): Promise<readonly Change[]> {
  const gone = await db
    .deleteFrom("statement_balances")
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", account.id)
    .where("kind", "=", "intraday")
    .where("date", "<=", latest)
    .returningAll()
    .execute();
  return gone.map((row) => ({
    type: "statement_balance",
    id: row.id,
    before: balanceSnapshot(row),
    after: null,
  }));
}

/** The newest word of the bank about a day counts. */
async function state(
  context: AuditContext,
  given: Omit<Row, "team_id" | "id">,
): Promise<readonly Change[]> {
  const { db, team } = context;
  const there = await db
    .selectFrom("statement_balances")
    .selectAll()
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", given.bank_account_id)
    .where("date", "=", given.date)
    .where("kind", "=", given.kind)
    .executeTakeFirst();
  if (there === undefined) {
    const row = { team_id: team.id, id: context.newId(), ...given };
    await db.insertInto("statement_balances").values(row).execute();
    return [{ type: "statement_balance", id: row.id, before: null, after: balanceSnapshot(row) }];
  }
  if (there.minor === given.minor) return [];
  const row = { ...there, minor: given.minor, import_id: given.import_id, number: given.number };
  await db
    .updateTable("statement_balances")
    .set({ minor: row.minor, import_id: row.import_id, number: row.number })
    .where("team_id", "=", team.id)
    .where("id", "=", row.id)
    .execute();
  const snapshots = difference(balanceSnapshot(there), balanceSnapshot(row));
  return [{ type: "statement_balance", id: row.id, ...snapshots }];
}
