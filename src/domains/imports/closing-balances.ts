import type { AuditContext } from "../../db/context.ts";
import type { Day } from "../../shared/time.ts";
import type { KnownRow } from "./known-rows.ts";
import type { Balance, Statement } from "./read/statement.ts";

export type ClosingBalance = Balance & {
  readonly day: Day;
  readonly number: string | null;
  /** False for a balance that the account has already. */
  readonly isNew: boolean;
};

type Planned = {
  readonly account: { readonly id: string };
  readonly statements: readonly Statement[];
  readonly rows: readonly { readonly isTaken: boolean; readonly target: KnownRow | null }[];
};

/**
 * Closing balances that a file states with their day. Of several of one day and kind the last counts. One of a day
 * that was not over is left out where an earlier import brought more of that day, and this file brings nothing.
 */
export async function closingsOf(
  context: AuditContext,
  plan: Planned,
): Promise<readonly ClosingBalance[]> {
  const closings = statedBy(plan.statements);
  const days = closings.map(({ day }) => day).toSorted();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { db, team } = context;
  const there = await db
    .selectFrom("statement_balances")
    .select(["date", "kind", "minor"])
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", plan.account.id)
    .where("date", ">=", first)
    .where("date", "<=", last)
    .execute();
  const known = new Set(there.map(({ date, kind, minor }) => `${date} ${kind} ${minor}`));
  const marked = closings.map((one) => ({
    ...one,
    isNew: !known.has(`${one.day} ${one.kind} ${one.minor}`),
  }));
  const open = marked.filter(({ kind, isNew }) => kind === "intraday" && isNew);
  const outdated = await findOutdated(context, plan, new Set(open.map(({ day }) => day)));
  return marked.filter((one) => !(open.includes(one) && outdated.has(one.day)));
}

function statedBy(statements: readonly Statement[]) {
  const stated = new Map(
    statements.flatMap(({ closing, number }) =>
      closing === null || closing.day === null
        ? []
        : [[`${closing.day} ${closing.kind}`, { ...closing, day: closing.day, number }] as const],
    ),
  );
  return [...stated.values()];
}

/** Days on which the account has booked transactions of imports that the file does not have. */
async function findOutdated(
  { db, team }: AuditContext,
  { account, rows }: Planned,
  days: ReadonlySet<Day>,
): Promise<ReadonlySet<Day>> {
  if (days.size === 0 || rows.some(({ isTaken }) => isTaken)) return new Set();
  const met = new Set(rows.flatMap(({ target }) => target?.id ?? []));
  const booked = await db
    .selectFrom("transactions")
    .select(["id", "date"])
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", account.id)
    .where("date", "in", [...days])
    .where("status", "!=", "pending")
    .where("import_id", "is not", null)
    .execute();
  return new Set(booked.flatMap(({ id, date }) => (met.has(id) ? [] : [date])));
}
