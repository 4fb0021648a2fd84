import { type RawBuilder, sql } from "kysely";
import { keptLookAlikes, MOST_COUNTED, type Searched } from "../transactions/kept-look-alikes.ts";
import { mayBeSame, withOther } from "../transactions/look-alikes.ts";
import { isNotRejected } from "./rejected-pairs.ts";

/** Two transactions of one account that may be the same: they came from two sources. */
export type Duplicate = { readonly id: string; readonly other_id: string };

/** Finds maybe-duplicates, the newest first. */
export async function findDuplicates(
  context: Searched,
  most: number,
): Promise<readonly Duplicate[]> {
  const { rows } = await sql<Duplicate>`select one.id, other.id as other_id
    ${pairsOf(context)} order by one.date desc, one.id desc, other.id limit ${most}`.execute(
    context.db,
  );
  return rows;
}

export async function countDuplicates(context: Searched): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*) as count ${pairsOf(context)}`.execute(context.db);
  return rows[0]?.count ?? 0;
}

/** Counts up to `most` among the transactions that came last. */
export async function countNewestDuplicates(context: Searched, most: number): Promise<number> {
  const { rows } = await sql<{ readonly count: number }>`
    select count(*) as count from (select one.id ${pairsOf(context, MOST_COUNTED)}
      limit ${most}) as found`.execute(context.db);
  return rows[0]?.count ?? 0;
}

/** Each pair once, the older transaction first. */
function pairsOf(context: Searched, most?: number): RawBuilder<unknown> {
  return sql`from ${keptLookAlikes(context, { kind: "duplicate", as: "one", most })}
    ${withOther(context.db, "one", "other", mayBeSame)}
    where (other.date > one.date or (other.date = one.date and other.id > one.id))
      and ${isNotRejected("duplicate", "one", "other")}`;
}
