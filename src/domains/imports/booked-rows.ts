import { sql, type SqlBool } from "kysely";
import type { AuditContext } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Row } from "../transactions/transaction.ts";
import { BOOKED_BEFORE, BOOKED_WITHIN } from "./like-rows.ts";

/**
 * A transaction that one import announces as pending and a later one books is of the later one. It keeps the
 * time at which it came, which is that of the import that announced it.
 */
type Import = Pick<
  Schema["imports"],
  "id" | "bank_account_id" | "first_date" | "last_date" | "created_at"
>;

/** Condition of a transaction that the import has booked, and that an import which is there still announced. */
export function isBookedEarlier({ created_at }: Pick<Import, "created_at">) {
  return sql<SqlBool>`(transactions.created_at < ${created_at} and exists (
    select 1 from imports as earlier where ${isItsFirst}))`;
}

const isItsFirst = sql<SqlBool>`earlier.team_id = transactions.team_id
  and earlier.bank_account_id = transactions.bank_account_id
  and earlier.created_at = transactions.created_at`;

/** Counts the transactions that the import announced, and that a later one has booked. */
export async function countBookedLater(
  { db, team }: AuditContext,
  { id, bank_account_id, created_at, first_date, last_date }: Import,
): Promise<number> {
  if (first_date === null || last_date === null) return 0;
  const { count } = await db
    .selectFrom("transactions")
    .select((of) => of.fn.countAll<number>().as("count"))
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", bank_account_id)
    .where("date", ">=", addDays(first_date, -BOOKED_BEFORE))
    .where("date", "<=", addDays(last_date, BOOKED_WITHIN))
    .where("created_at", "=", created_at)
    .where("import_id", "!=", id)
    .where(isOfLater(created_at))
    .executeTakeFirstOrThrow();
  return count;
}

/** Two imports of one moment announced nothing to each other. */
function isOfLater(created_at: Import["created_at"]) {
  return sql<SqlBool>`exists (select 1 from imports as later
    where later.team_id = transactions.team_id and later.id = transactions.import_id
      and later.created_at > ${created_at})`;
}

/** Transactions that the import has booked, at most so many, each with the import that announced it. */
export async function findBooked(
  { db, team }: AuditContext,
  { id, created_at }: Import,
  most: number,
): Promise<readonly { readonly row: Row; readonly first: string }[]> {
  const rows = await db
    .selectFrom("transactions")
    .selectAll()
    .select(
      sql<string>`(select earlier.id from imports as earlier where ${isItsFirst}
        order by earlier.id limit 1)`.as("first"),
    )
    .where("team_id", "=", team.id)
    .where("import_id", "=", id)
    .where(isBookedEarlier({ created_at }))
    .orderBy("id")
    .limit(most)
    .execute();
  return rows.map(({ first, ...row }) => ({ row, first }));
}
