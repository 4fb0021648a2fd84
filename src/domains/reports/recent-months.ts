import type { AuditContext } from "../../db/context.ts";
import { preparedQuery, type Slots } from "../../db/prepared-query.ts";
import type { Day } from "../../shared/time.ts";
import { addMonths, lastDayOf, type Range } from "./range.ts";

/** Months before the current one that tell how things are. */
export const RECENT_MONTHS = 6;

/** The six calendar months before the current one. */
export function recentMonths(today: Day): Range {
  const month = today.slice(0, 7);
  return {
    from: `${addMonths(month, -RECENT_MONTHS)}-01`,
    to: lastDayOf(addMonths(month, -1)),
  };
}

/** The first month of the books that has a transaction which counts; null for none. */
export async function firstMonth({
  db,
  team,
}: Pick<AuditContext, "db" | "team">): Promise<string | null> {
  const [first] = await findFirst(db, { team_id: team.id });
  return first?.month ?? null;
}

export const findFirst = preparedQuery((db, { slot }: Slots<{ readonly team_id: string }>) =>
  db
    .selectFrom("month_totals")
    .select("month")
    .where("team_id", "=", slot("team_id"))
    .where("standing", "=", "counted")
    .orderBy("month")
    .limit(1),
);
