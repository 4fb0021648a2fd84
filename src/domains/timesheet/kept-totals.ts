import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../db/schema/schema.ts";

/** A kept total that differs from the sum of its entries, or of those that invoices have; 0 where there is none. */
type WrongTotal = {
  readonly team_id: string;
  readonly project_id: string;
  readonly assigned_id: string;
  readonly kept: number;
  readonly counted: number;
};

/**
 * Sums up all entries of all teams, and those that invoices have. Null when every kept total is right, else the first
 * that is wrong.
 */
export async function findWrongTotal(db: Db): Promise<WrongTotal | null> {
  return (
    (await firstWrong(
      db,
      sql`select ${KEY}, seconds as kept, 0 as counted from tracker_totals
        union all
        select ${KEY}, 0 as kept, duration as counted from tracker_entries where duration > 0`,
    )) ??
    (await firstWrong(
      db,
      sql`select ${KEY}, billed as kept, 0 as counted from tracker_totals
        union all
        ${BILLED}`,
    ))
  );
}

const KEY = sql.raw("team_id, project_id, assigned_id");

/** Time that an invoice has, of entries that are there. */
const BILLED =
  sql.raw(`select held.team_id, held.project_id, held.assigned_id, 0 as kept, held.seconds as counted
  from invoice_time as held join tracker_entries as entry
    on entry.team_id = held.team_id and entry.id = held.entry_id`);

async function firstWrong(db: Db, totals: RawBuilder<unknown>): Promise<WrongTotal | null> {
  const { rows } = await sql<WrongTotal>`
    select ${KEY}, sum(kept) as kept, sum(counted) as counted from (${totals}) as total
    group by ${KEY} having sum(kept) <> sum(counted) order by ${KEY} limit 1`.execute(db);
  return rows[0] ?? null;
}

/** SQL that computes all kept totals anew, for an operator. */
export const RECOMPUTATION =
  "begin; delete from tracker_totals; insert into tracker_totals (team_id, project_id, assigned_id, seconds) select team_id, project_id, assigned_id, sum(duration) from tracker_entries where duration > 0 group by team_id, project_id, assigned_id; update tracker_totals set billed = (select coalesce(sum(held.seconds), 0) from invoice_time as held join tracker_entries as entry on entry.team_id = held.team_id and entry.id = held.entry_id where held.team_id = tracker_totals.team_id and held.project_id = tracker_totals.project_id and held.assigned_id = tracker_totals.assigned_id); commit;";
