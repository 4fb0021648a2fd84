import { sql } from "kysely";
import { z } from "zod";
import { tellable } from "../../core/money.ts";
import type { AuditContext } from "../../db/context.ts";
import type { BalanceKind } from "../../db/schema/imports.ts";
import { exactSums } from "../../db/sums.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import type { AccountPlan } from "./plan-import.ts";
import { sumOfMinor } from "./read/booking.ts";
import type { Balance } from "./read/statement.ts";

/** Money that moved between two balances without a transaction. */
export const Jump = z.object({
  /** The balance at the end of this day, or the opening balance at its start. */
  from: z.string(),
  basis: z.enum(["stated", "opening"]),
  to: z.string(),
  minor: z.int(),
});

export type Jump = z.output<typeof Jump>;

/**
 * Compares the first opening balance of a file with the newest balance known up to its day, or else with the opening
 * balance of the account. Banks date an opening balance by the day that it opens, or by the day on which the
 * statement before closed: either may fit. Balances of days that were not over are compared with those of other days.
 * @throws Refusal `too_large` for a jump that could not be told exactly
 */
export async function jumpBefore(context: AuditContext, plan: AccountPlan): Promise<Jump | null> {
  const opening = firstOpening(plan);
  if (opening === null) return null;
  const { day } = opening;
  const known = (await findStated(context, plan.account.id, opening)) ?? openingOf(plan, day);
  if (known === null) return null;
  const { date, minor, basis } = known;
  const after = basis === "stated" ? date : addDays(date, -1);
  const { before, on } = await findBooked(context, plan.account.id, { after, day });
  const start = BigInt(minor) + before;
  const opens = BigInt(opening.minor);
  const fitting =
    after < day ? [start, start + on] : [start, start - on, start - bookedOn(plan, day)];
  // A table may begin in the middle of a day of which rows are here.
  if (fitting.includes(opens) || (opening.kind === "intraday" && on !== 0n)) return null;
  return { from: date, basis, to: day, minor: Number(tellable(opens - start)) };
}

type Known = {
  readonly date: Day;
  readonly minor: number;
  readonly basis: Jump["basis"];
};

/** Null where nobody gave an opening balance with its day, or one of a later day. */
function openingOf({ account }: AccountPlan, day: Day): Known | null {
  const { opening_date: date, opening_minor: minor } = account;
  return date === null || addDays(date, -1) > day ? null : { date, minor, basis: "opening" };
}

type Opening = Balance & { readonly day: Day };

function firstOpening({ statements }: AccountPlan): Opening | null {
  const openings = statements.flatMap(({ opening }): readonly Opening[] => {
    if (opening === null || opening.day === null) return [];
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

/**
 * Prefers a statement's balance to one by hand on the same day, as balances do. A balance of a day that was not over
 * counts for a table alone, which begins on a later day.
 */
async function findStated(
  { db, team }: AuditContext,
  account: string,
  { day, kind }: Opening,
): Promise<Known | null> {
  const isOver = kind === "statement";
  const found = await db
    .selectFrom("statement_balances")
    .select(["date", "minor"])
    .where("team_id", "=", team.id)
    .where("bank_account_id", "=", account)
    .where("kind", "in", isOver ? OVER : [...OVER, "intraday"])
    .where("date", isOver ? "<=" : "<", day)
    .orderBy("date", "desc")
    .orderBy(sql`case kind when 'statement' then 1 when 'by_hand' then 2 else 3 end`)
    .limit(1)
    .executeTakeFirst();
  return found === undefined ? null : { ...found, basis: "stated" };
}

const OVER: readonly BalanceKind[] = ["statement", "by_hand"];

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
