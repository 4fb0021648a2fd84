import { type RawBuilder, sql } from "kysely";
import { tooLarge } from "../../core/money.ts";
import { ROWS_A_CHUNK } from "../../db/chunks.ts";
import { isConstraintViolation } from "../../db/constraint.ts";
import { isOneOf } from "../../db/json-rows.ts";
import type { OfTeam } from "../../db/outbox.ts";
import type { Db } from "../../db/schema/schema.ts";

type Key = { readonly month: string; readonly standing: string; readonly category_slug: string };

/** Text, since a sum may be beyond what a number holds exactly. */
type Sums = {
  readonly in_minor: string;
  readonly out_minor: string;
  readonly in_count: string;
  readonly out_count: string;
  readonly unrated_count: string;
};

type Total = Key & Sums;

/**
 * Writes some transactions, at most a chunk, and changes the totals of their months by the difference. The
 * team is held by then.
 * @param ids of the transactions that are changed or deleted, or whose parts are
 * @param added sums of those that are added, complete once all is written
 */
export async function keepTotals<T>(
  context: OfTeam,
  ids: readonly string[],
  write: () => Promise<T>,
  added: TotalSums = new Map(),
): Promise<T> {
  const before = await totalsOf(context, ids);
  const written = await write();
  const sums: TotalSums = new Map(added);
  for (const [totals, sign] of [
    [before, -1n],
    [await totalsOf(context, ids), 1n],
  ] as const)
    for (const { month, standing, category_slug, ...total } of totals)
      addTo(
        sums,
        { month, standing, category_slug },
        COLUMNS.map((column) => sign * BigInt(total[column])),
      );
  await add(context, totalsIn(sums));
  return written;
}

async function totalsOf({ db, team }: OfTeam, ids: readonly string[]): Promise<readonly Total[]> {
  if (ids.length === 0) return [];
  const isOne = sql`item.team_id = ${team.id} and ${isOneOf(db, sql.ref("item.id"), ids)}`;
  const { rows } = await sql<Total>`
    select month, standing, category_slug, ${sql.join(COLUMNS.map(summed))}
    from (${counting(isOne)}) as item
    group by month, standing, category_slug`.execute(db);
  return rows;
}

const COLUMNS = ["in_minor", "out_minor", "in_count", "out_count", "unrated_count"] as const;

function summed(column: string): RawBuilder<unknown> {
  return sql`cast(sum(${sql.ref(column)}) as text) as ${sql.ref(column)}`;
}

/** Selects transactions as they are added to the totals: themselves, or their parts when they are split. */
function counting(isOne: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select item.team_id, item.month, item.standing, ${added(sql.ref("item"))}
      from transactions as item where ${isOne} and item.standing <> 'split'
    union all
    select item.team_id, item.month, 'counted' as standing, ${added(sql.ref("part"))}
      from transactions as item
      join transaction_parts as part
        on part.team_id = item.team_id and part.transaction_id = item.id
      where ${isOne} and item.standing = 'split'`;
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

/** Sums by key, in the order of `COLUMNS`. */
export type TotalSums = Map<string, { readonly key: Key; readonly values: readonly bigint[] }>;

function addTo(sums: TotalSums, key: Key, more: readonly bigint[]): void {
  const name = JSON.stringify([key.month, key.standing, key.category_slug]);
  const known = sums.get(name)?.values;
  const values = more.map((value, at) => value + (known?.[at] ?? 0n));
  sums.set(name, { key, values });
}

function totalsIn(sums: TotalSums): readonly Total[] {
  return [...sums]
    .filter(([, { values }]) => values.some((value) => value !== 0n))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { key, values }]) => ({ ...key, ...textsOf(values) }));
}

type Counting = {
  readonly month: string;
  readonly standing: string;
  readonly category_slug: string | null;
  readonly amount_minor: number;
  readonly base_minor: number | null;
};

/**
 * Adds transactions as the totals have them: themselves, or their parts when they are split.
 * @param parts of these, and of any others
 */
export function addEntries(
  sums: TotalSums,
  rows: readonly (Counting & { readonly id: string })[],
  parts: readonly (Omit<Counting, "month" | "standing"> & { readonly transaction_id: string })[],
): void {
  const months = new Map<string, string>();
  for (const row of rows)
    if (row.standing === "split") months.set(row.id, row.month);
    else addEntry(sums, row);
  for (const part of parts) {
    const month = months.get(part.transaction_id);
    if (month !== undefined) addEntry(sums, { ...part, month, standing: "counted" });
  }
}

function addEntry(sums: TotalSums, entry: Counting): void {
  const { month, standing, amount_minor, base_minor } = entry;
  const [isIn, hasBase] = [amount_minor > 0, base_minor !== null];
  const base = BigInt(base_minor ?? 0);
  const one = (is: boolean) => (is ? 1n : 0n);
  addTo(sums, { month, standing, category_slug: entry.category_slug ?? "" }, [
    isIn ? base : 0n,
    isIn ? 0n : base,
    one(isIn && hasBase),
    one(!isIn && hasBase),
    one(!hasBase),
  ]);
}

/** Writes the totals of all of a team's transactions in the place of those that are kept. */
export async function replaceTotals(context: OfTeam, sums: TotalSums): Promise<void> {
  const { db, team } = context;
  await sql`delete from month_totals where team_id = ${team.id}`.execute(db);
  const totals = totalsIn(sums);
  for (let from = 0; from < totals.length; from += ROWS_A_CHUNK)
    await add(context, totals.slice(from, from + ROWS_A_CHUNK));
}

function textsOf([...values]: readonly bigint[]): Sums {
  const text = (at: number) => String(values[at] ?? 0n);
  return {
    in_minor: text(0),
    out_minor: text(1),
    in_count: text(2),
    out_count: text(3),
    unrated_count: text(4),
  };
}

/** @throws Refusal `too_large` for a total near the bounds of 64 bits */
async function add({ db, team }: OfTeam, totals: readonly Total[]): Promise<void> {
  if (totals.length === 0) return;
  const rows = totals.map(({ month, standing, category_slug, ...sums }) => {
    const values = COLUMNS.map((column) => sql`cast(${sums[column]} as bigint)`);
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

/** A month whose kept total differs from its transactions, with the differences as text. */
export type WrongMonth = Total & { readonly team_id: string };

/** Sums up all transactions of all teams. Null when every kept total is right, else the first that is wrong. */
export async function findWrongMonth(db: Db): Promise<WrongMonth | null> {
  const kept = COLUMNS.map((column) => sql`-${sql.ref(column)}`);
  const wrong = COLUMNS.map((column) => sql`sum(${sql.ref(column)}) <> 0`);
  const { rows } = await sql<WrongMonth>`
    select ${KEY}, ${sql.join(COLUMNS.map(summed))} from (
      ${counting(sql`1 = 1`)}
      union all
      select ${KEY}, ${sql.join(kept)} from month_totals
    ) as item
    group by ${KEY} having ${sql.join(wrong, sql` or `)} order by ${KEY} limit 1`.execute(db);
  return rows[0] ?? null;
}

const KEY = sql.raw("team_id, month, standing, category_slug");
