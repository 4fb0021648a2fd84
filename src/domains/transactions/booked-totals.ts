import { sql } from "kysely";
import { tooLarge } from "../../core/money.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import type { OfTeam } from "../../db/outbox.ts";
import type { Db } from "../../db/schema/schema.ts";
import type { Row } from "./transaction.ts";

type Booked = Pick<Row, "bank_account_id" | "month" | "status" | "amount_minor">;

type Total = {
  readonly bank_account_id: string;
  readonly month: string;
  /** Text, since a sum may be beyond what a number holds exactly. */
  readonly minor: string;
  readonly count: number;
};

/** Adds the transactions that came to the totals, and subtracts those that went. Needs the lock of the team. */
export async function addBookedTotals(
  context: OfTeam,
  { came, went }: Readonly<Record<"came" | "went", { readonly rows: readonly Booked[] }>>,
): Promise<void> {
  const totalOf = (row: Booked, sign: 1 | -1): readonly Total[] =>
    row.status === "pending"
      ? []
      : [{ ...row, minor: String(sign * row.amount_minor), count: sign }];
  await add(context, [
    ...came.rows.flatMap((row) => totalOf(row, 1)),
    ...went.rows.flatMap((row) => totalOf(row, -1)),
  ]);
}

/** @throws Refusal `too_large` for a total near the bounds of 64 bits */
async function add({ db, team }: OfTeam, changes: readonly Total[]): Promise<void> {
  const totals = summed(changes);
  if (totals.length === 0) return;
  const rows = totals.map(
    ({ bank_account_id, month, minor, count }) =>
      sql`(${team.id}, ${bank_account_id}, ${month}, cast(${minor} as bigint), ${count})`,
  );
  try {
    await sql`insert into booked_totals as total (team_id, bank_account_id, month, minor, count)
      values ${sql.join(rows)}
      on conflict (team_id, bank_account_id, month) do update
      set minor = total.minor + excluded.minor, count = total.count + excluded.count`.execute(db);
  } catch (error) {
    if (isConstraintViolation(error)) throw tooLarge(error);
    throw error;
  }
  const fewer = totals.filter(({ count }) => count < 0);
  if (fewer.length === 0) return;
  const accounts = [...new Set(fewer.map(({ bank_account_id }) => bank_account_id))];
  await sql`delete from booked_totals where team_id = ${team.id}
    and bank_account_id in (${sql.join(accounts)}) and count = 0`.execute(db);
}

function summed(changes: readonly Total[]): readonly Total[] {
  const grouped = Map.groupBy(
    changes,
    ({ bank_account_id, month }) => `${bank_account_id} ${month}`,
  );
  return [...grouped]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, some]) => {
      const minor = some.reduce((sum, total) => sum + BigInt(total.minor), 0n);
      const count = some.reduce((sum, total) => sum + total.count, 0);
      const [first] = some;
      if (first === undefined || (minor === 0n && count === 0)) return [];
      return [{ ...first, minor: String(minor), count }];
    });
}

type WrongBooked = Total & { readonly team_id: string };

/** Finds a kept total that differs from the transactions, of all teams; null when all are right. */
export async function findWrongBooked(db: Db): Promise<WrongBooked | null> {
  const { rows } = await sql<WrongBooked>`
    select team_id, bank_account_id, month, cast(sum(minor) as text) as minor, sum(count) as count
    from (
      select team_id, bank_account_id, month, amount_minor as minor, 1 as count
      from transactions where status <> 'pending'
      union all
      select team_id, bank_account_id, month, -minor, -count from booked_totals
    ) as total
    group by team_id, bank_account_id, month having sum(minor) <> 0 or sum(count) <> 0
    order by team_id, bank_account_id, month limit 1`.execute(db);
  return rows[0] ?? null;
}
