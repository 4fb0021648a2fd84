import { sql } from "kysely";
import { z } from "zod";
import { tellable } from "../../core/money.ts";
import type { AuditContext } from "../../db/context.ts";
import { exactSums } from "../../db/sums.ts";
import type { Day } from "../../shared/time.ts";
import type { AccountPlan } from "./plan-import.ts";
import { sumOfMinor } from "./read/booking.ts";
import type { Balance } from "./read/statement.ts";

/** Money that moved between two statements without a transaction. */
export const Jump = z.object({
  from: z.string(),
  to: z.string(),
  minor: z.int(),
});

export type Jump = z.output<typeof Jump>;

/**
 * Compares the first opening balance of a file with the newest balance known up to its day. Banks date an opening
 * balance by the day that it opens, or by the day on which the statement before closed: either may fit.
 * @throws Refusal `too_large` for a jump that could not be told exactly
 */
export async function jumpBefore(context: AuditContext, plan: AccountPlan): Promise<Jump | null> {
  const opening = firstOpening(plan);
  if (opening === null) return null;
  const { day } = opening;
  const stated = await findStated(context, plan.account.id, day);
  if (stated === undefined) return null;
  const { before, on } = await findBooked(context, plan.account.id, { after: stated.date, day });
  const start = BigInt(stated.minor) + before;
  const opens = BigInt(opening.minor);
  const fitting =
    stated.date < day ? [start, start + on] : [start, start - on, start - bookedOn(plan, day)];
  if (fitting.includes(opens)) return null;
  return { from: stated.date, to: day, minor: Number(tellable(opens - start)) };
}

type Opening = Balance & { readonly day: Day };

function firstOpening({ statements }: AccountPlan): Opening | null {
  const openings = statements.flatMap(({ opening }): readonly Opening[] => {
    if (opening === null || opening.day === null || opening.kind !== "statement") return [];
    return [{ ...opening, day: opening.day }];
  });
  return (
    openings.toSorted((one, other) =>
      one.day < other.day ? -1 : Number(one.day > other.day),
    )[0] ?? null
  );
}

function bookedOn({ statements }: AccountPlan, day: Day): bigint {
  const rows = statements.flatMap((statement) => statement.rows);
  return sumOfMinor(rows.filter(({ date, isPending }) => date === day && !isPending));
}

/** Prefers a statement's balance to one by hand on the same day, as balances do. */
async function findStated({ db, team }: AuditContext, account: string, day: Day) {
  return db
    .selectFrom("statement_balances")
    .select(["date", "minor"])
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", account)
    .where("kind", "in", ["statement", "by_hand"])
    .where("date", "<=", day)
    .orderBy("date", "desc")
    .orderBy("kind", "desc")
    .limit(1)
    .executeTakeFirst();
}

type Days = { readonly after: Day; readonly day: Day };

async function findBooked({ db, team }: AuditContext, account: string, { after, day }: Days) {
  const sumIf = (condition: ReturnType<typeof sql>) =>
    sql<string | null>`cast(sum(case when ${condition} then amount_minor end) as text)`;
  const [sums] = await exactSums(async () =>
    db
      .selectFrom("transactions")
      .select([
        sumIf(sql`date > ${after} and date < ${day}`).as("before"),
        sumIf(sql`date = ${day}`).as("on"),
      ])
      .where("team_id", "=", team.id)
      .where("bank_account_id", "=", account)
      .where("status", "!=", "pending")
      .where("date", ">=", after)
      .where("date", "<=", day)
      .execute(),
  );
  return { before: BigInt(sums?.before ?? 0), on: BigInt(sums?.on ?? 0) };
}
