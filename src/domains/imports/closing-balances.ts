import type { AuditContext } from "../../db/context.ts";
import type { Day } from "../../shared/time.ts";
import type { Balance, Statement } from "./read/statement.ts";

export type ClosingBalance = Balance & { readonly day: Day; readonly number: string | null };

/** Closing balances that have a day. Of several of one day and kind the last counts. */
export function closingsOf(statements: readonly Statement[]): readonly ClosingBalance[] {
  const stated = new Map(
    statements.flatMap(({ closing, number }) =>
      closing === null || closing.day === null
        ? []
        : [[`${closing.day} ${closing.kind}`, { ...closing, day: closing.day, number }] as const],
    ),
  );
  return [...stated.values()];
}

/** Closing balances of a file that the account does not have yet. */
export async function newClosings(
  { db, team }: AuditContext,
  account: string,
  statements: readonly Statement[],
): Promise<readonly ClosingBalance[]> {
  const closings = closingsOf(statements);
  const days = closings.map(({ day }) => day).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const there = await db
    .selectFrom("statement_balances")
    .select(["date", "kind", "minor"])
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", account)
    .where("date", ">=", first)
    .where("date", "<=", last)
    .execute();
  const known = new Set(there.map(({ date, kind, minor }) => `${date} ${kind} ${minor}`));
  return closings.filter(({ day, kind, minor }) => !known.has(`${day} ${kind} ${minor}`));
}
