import { type RawBuilder, sql } from "kysely";
import { tooLarge } from "../../core/money.ts";
import { isConstraintViolation } from "../../db/failures.ts";
import type { OfTeam } from "../../db/outbox.ts";
import type { Db } from "../../db/schema/schema.ts";
import { ROWS_A_CHUNK } from "../../db/transaction.ts";

type Counting = {
  readonly month: string;
  readonly standing: string;
  readonly category_slug: string | null;
  readonly amount_minor: number;
  readonly base_minor: number | null;
};

type Counted = {
  readonly rows: readonly (Counting & { readonly id: string })[];
  readonly parts: readonly (Omit<Counting, "month" | "standing"> & {
    readonly transaction_id: string;
  })[];
};

const COLUMNS = ["in_minor", "out_minor", "in_count", "out_count", "unrated_count"] as const;

type Key = { readonly month: string; readonly standing: string; readonly category_slug: string };

export type MonthTotal = Key & Readonly<Record<(typeof COLUMNS)[number], bigint>>;

/**
 * Adds the transactions that came to the totals, and subtracts those that went. A changed one did both. Needs the
 * lock of the team.
 */
export async function addMonthTotals(
  context: OfTeam,
  { came, went }: { readonly came: Counted; readonly went: Counted },
): Promise<void> {
  await add(context, addedTogether([...monthTotalsOf(came), ...monthTotalsOf(went, -1n)]));
}

export async function replaceMonthTotals(
  context: OfTeam,
  totals: readonly MonthTotal[],
): Promise<void> {
  const { db, team } = context;
  await sql`delete from month_totals where team_id = ${team.id}`.execute(db);
  const all = addedTogether(totals);
  for (let from = 0; from < all.length; from += ROWS_A_CHUNK)
    await add(context, all.slice(from, from + ROWS_A_CHUNK));
}

/** @param sign of the sums; -1 to subtract them */
export function monthTotalsOf(
  { rows, parts }: Counted,
  sign: 1n | -1n = 1n,
): readonly MonthTotal[] {
  const partsOf = Map.groupBy(parts, ({ transaction_id }) => transaction_id);
  return addedTogether(
    rows.flatMap((row) => {
      if (row.standing !== "split") return totalOf(row, sign);
      const { month } = row;
      const some = partsOf.get(row.id) ?? [];
      return some.map((part) => totalOf({ ...part, month, standing: "counted" }, sign));
    }),
  );
}

function totalOf(entry: Counting, sign: 1n | -1n): MonthTotal {
  const { month, standing, category_slug, amount_minor, base_minor } = entry;
  const [isIn, hasBase] = [amount_minor > 0, base_minor !== null];
  const base = sign * BigInt(base_minor ?? 0);
  return {
    month,
    standing,
    category_slug: category_slug ?? "",
    in_minor: isIn ? base : 0n,
    out_minor: isIn ? 0n : base,
    in_count: isIn && hasBase ? sign : 0n,
    out_count: !isIn && hasBase ? sign : 0n,
    unrated_count: hasBase ? 0n : sign,
  };
}

export function addedTogether(totals: readonly MonthTotal[]): readonly MonthTotal[] {
  const sums = new Map<string, MonthTotal>();
  for (const total of totals) {
    const key = JSON.stringify([total.month, total.standing, total.category_slug]);
    const known = sums.get(key);
    sums.set(key, known === undefined ? total : plus(known, total));
  }
  return [...sums]
    .filter(([, total]) => COLUMNS.some((column) => total[column] !== 0n))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, total]) => total);
}

function plus(one: MonthTotal, other: MonthTotal): MonthTotal {
  return {
    ...one,
    in_minor: one.in_minor + other.in_minor,
    out_minor: one.out_minor + other.out_minor,
    in_count: one.in_count + other.in_count,
    out_count: one.out_count + other.out_count,
    unrated_count: one.unrated_count + other.unrated_count,
  };
}

/** @throws Refusal `too_large` for a total near the bounds of 64 bits */
async function add({ db, team }: OfTeam, totals: readonly MonthTotal[]): Promise<void> {
  if (totals.length === 0) return;
  const rows = totals.map(({ month, standing, category_slug, ...sums }) => {
    const values = COLUMNS.map((column) => sql`cast(${String(sums[column])} as bigint)`);
    return sql`(${sql.join([team.id, month, standing, category_slug, ...values])})`;
  });
  const set = COLUMNS.map((column) => {
    const [kept, more] = [sql.ref(`total.${column}`), sql.ref(`excluded.${column}`)];
    return sql`${sql.ref(column)} = ${kept} + ${more}`;
  });
  const columns = ["team_id", "month", "standing", "category_slug", ...COLUMNS];
  try {
    await sql`insert into month_totals as total (${sql.join(columns.map((name) => sql.ref(name)))})
      values ${sql.join(rows)}
      on conflict (team_id, month, standing, category_slug) do update set ${sql.join(set)}`.execute(
      db,
    );
  } catch (error) {
    if (isConstraintViolation(error)) throw tooLarge(error);
    throw error;
  }
  const keys = totals.map(
    (total) => sql`(${total.month}, ${total.standing}, ${total.category_slug})`,
  );
  await sql`delete from month_totals where team_id = ${team.id}
    and (month, standing, category_slug) in (values ${sql.join(keys)})
    and in_count = 0 and out_count = 0 and unrated_count = 0`.execute(db);
}

type WrongMonth = Key &
  Readonly<Record<(typeof COLUMNS)[number], string>> & { readonly team_id: string };

/**
 * Finds a kept total that differs from the transactions, of all teams, with the differences as text; null when all
 * are right.
 */
export async function findWrongMonth(db: Db): Promise<WrongMonth | null> {
  const kept = COLUMNS.map((column) => sql`-${sql.ref(column)}`);
  const wrong = COLUMNS.map((column) => sql`sum(${sql.ref(column)}) <> 0`);
  const { rows } = await sql<WrongMonth>`
    select ${KEY}, ${sql.join(COLUMNS.map(summed))} from (
      ${COUNTED}
      union all
      select ${KEY}, ${sql.join(kept)} from month_totals
    ) as item
    group by ${KEY} having ${sql.join(wrong, sql` or `)} order by ${KEY} limit 1`.execute(db);
  return rows[0] ?? null;
}

const KEY = sql.raw("team_id, month, standing, category_slug");

function summed(column: string): RawBuilder<unknown> {
  return sql`cast(sum(${sql.ref(column)}) as text) as ${sql.ref(column)}`;
}

function added(row: RawBuilder<unknown>): RawBuilder<unknown> {
  const [base, isIn] = [sql`${row}.base_minor`, sql`${row}.amount_minor > 0`];
  return sql`coalesce(${row}.category_slug, '') as category_slug,
    case when ${isIn} then coalesce(${base}, 0) else 0 end as in_minor,
    case when ${isIn} then 0 else coalesce(${base}, 0) end as out_minor,
    case when ${isIn} and ${base} is not null then 1 else 0 end as in_count,
    case when ${isIn} or ${base} is null then 0 else 1 end as out_count,
    case when ${base} is null then 1 else 0 end as unrated_count`;
}

const COUNTED = sql`select item.team_id, item.month, item.standing, ${added(sql.ref("item"))}
    from transactions as item where item.standing <> 'split'
  union all
  select item.team_id, item.month, 'counted' as standing, ${added(sql.ref("part"))}
    from transactions as item
    join transaction_parts as part
      on part.team_id = item.team_id and part.transaction_id = item.id
    where item.standing = 'split'`;
