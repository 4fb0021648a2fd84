import { sql } from "kysely";
import type { Db } from "../../db/schema/schema.ts";

/** A kept total that differs from the sum of its entries; 0 where there is none. */
type WrongTotal = {
  readonly team_id: string;
  readonly project_id: string;
  readonly assigned_id: string;
  readonly kept: number;
  readonly counted: number;
};

/** Sums up all entries of all teams. Null when every kept total is right, else the first that is wrong. */
export async function findWrongTotal(db: Db): Promise<WrongTotal | null> {
  const { rows } = await sql<WrongTotal>`
    select ${KEY}, sum(kept) as kept, sum(counted) as counted from (
      select ${KEY}, seconds as kept, 0 as counted from tracker_totals
      union all
      select ${KEY}, 0 as kept, duration as counted from tracker_entries where duration > 0
    ) as total
    group by ${KEY} having sum(kept) <> sum(counted) order by ${KEY} limit 1`.execute(db);
  return rows[0] ?? null;
}

/** SQL that computes all kept totals anew, for an operator. */
export const RECOMPUTATION =
  "begin; delete from tracker_totals; insert into tracker_totals select team_id, project_id, assigned_id, sum(duration) from tracker_entries where duration > 0 group by team_id, project_id, assigned_id; commit;";

const KEY = sql.raw("team_id, project_id, assigned_id");
