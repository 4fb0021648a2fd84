import type { AuditContext } from "../../db/context.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import type { AccountPlan } from "./plan-import.ts";

type Days = { readonly from: Day; readonly to: Day };

export type Cover = { readonly gap: Days | null; readonly overlap: Days | null };

/** Compares the days of a file with those of earlier imports into its account. */
export async function coverOf({ db, team }: AuditContext, plan: AccountPlan): Promise<Cover> {
  const { account, first, last } = plan;
  if (first === null || last === null) return { gap: null, overlap: null };
  const days = await db
    .selectFrom("imports")
    .select(["first_date", "last_date"])
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", account.id)
    .where("first_date", "<=", last)
    .execute();
  const ends = days.flatMap(({ last_date }) => last_date ?? []).toSorted();
  const end = ends.at(-1);
  if (end === undefined) return { gap: null, overlap: null };
  if (end < first) {
    const [from, to] = [addDays(end, 1), addDays(first, -1)];
    return { gap: from <= to ? { from, to } : null, overlap: null };
  }
  const starts = days.flatMap(({ first_date, last_date }) =>
    first_date !== null && last_date !== null && last_date >= first ? [first_date] : [],
  );
  const start = starts.toSorted()[0] ?? first;
  return {
    gap: null,
    overlap: { from: start > first ? start : first, to: end < last ? end : last },
  };
}
