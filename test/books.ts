import assert from "node:assert/strict";
import { lockTeam, transaction } from "../src/db/transaction.ts";
import type { Given } from "../src/domains/transactions/transaction.ts";
import { writeTransactions } from "../src/domains/transactions/write-transactions.ts";
import type { Team } from "./app.ts";

export type Booked = {
  readonly account: string;
  readonly currency: string;
  readonly date: string;
  readonly minor: number;
  /** Amounts of the parts of a split one. */
  readonly parts?: readonly number[];
  /** Category of the parts. */
  readonly partsIn?: string;
  readonly given?: Partial<Given>;
};

const EMPTY = {
  value_date: null,
  bank_name: null,
  description: null,
  reference: null,
  counterparty_hash: null,
  counterparty_masked: null,
  original_minor: null,
  original_currency: null,
  details: null,
  category_slug: null,
  category_by: null,
  rule_id: null,
  transfer_id: null,
  tax_rate_bp: null,
  tax_type: null,
  tax_minor: null,
  note: null,
  signature: null,
  import_id: null,
  line: null,
  bank_id: null,
  row_key: null,
} as const;

/** Writes transactions by the one function that does, in one transaction of the database. */
export async function book(team: Team, booked: readonly Booked[]): Promise<readonly string[]> {
  const context = { ...team.auditContext, now: team.world.now };
  const rows = booked.map(({ account, currency, date, minor, parts, given }): Given => ({
    ...EMPTY,
    id: context.newId(),
    bank_account_id: account,
    date,
    name: "A payment",
    amount_minor: minor,
    currency,
    status: "posted",
    is_split: parts !== undefined,
    source: "hand",
    created_at: context.now,
    updated_at: context.now,
    ...given,
  }));
  const part = {
    name: null,
    note: null,
    tax_rate_bp: null,
    tax_type: null,
    tax_minor: null,
  };
  const parts = rows.flatMap(({ id }, index) => {
    const { parts: amounts, partsIn: category_slug = null } = booked[index] ?? {};
    if (amounts === undefined) return [];
    return [
      [id, amounts.map((amount_minor) => ({ ...part, category_slug, amount_minor }))] as const,
    ];
  });
  await transaction(context, async (context) => {
    await lockTeam(context);
    await writeTransactions(context, { added: rows, parts: new Map(parts) });
  });
  return rows.map(({ id }) => id);
}

/** Transactions of the team by id, each with its amount in the team's currency and the day of its rate. */
export async function basesOf(team: Team) {
  const rows = await team.world.database.reader
    .selectFrom("transactions")
    .select(["id", "base_minor", "rate_day"])
    .where("team_id", "=", team.id)
    .orderBy("id")
    .execute();
  return rows.map(({ id, base_minor, rate_day }) => [id, base_minor, rate_day] as const);
}

/** Asserts that parts sum up to their wholes, and that the totals of months are the sums of the rows. */
export async function assertSums(team: Team): Promise<void> {
  const db = team.world.database.reader;
  const [rows, parts, kept] = await Promise.all([
    db.selectFrom("transactions").selectAll().where("team_id", "=", team.id).execute(),
    db.selectFrom("transaction_parts").selectAll().where("team_id", "=", team.id).execute(),
    db.selectFrom("month_totals").selectAll().where("team_id", "=", team.id).execute(),
  ]);
  const totals = new Map<string, number[]>();
  const add = (key: string, minor: number, base: number | null) => {
    const total = totals.get(key) ?? [0, 0, 0, 0, 0];
    const places = base === null ? [] : minor > 0 ? [0, 2] : [1, 3];
    for (const place of places) total[place] = (total[place] ?? 0) + (place < 2 ? (base ?? 0) : 1);
    if (base === null) total[4] = (total[4] ?? 0) + 1;
    totals.set(key, total);
  };
  for (const row of rows) {
    const own = parts.filter(({ transaction_id }) => transaction_id === row.id);
    if (row.is_split) {
      const sum = own.reduce((sum, { base_minor }) => sum + (base_minor ?? 0), 0);
      assert.equal(sum, row.base_minor ?? 0);
    }
    const [standing, counting] = row.is_split ? ["counted", own] : [row.standing, [row]];
    for (const { amount_minor, base_minor, category_slug } of counting)
      add(`${row.month} ${standing} ${category_slug ?? ""}`, amount_minor, base_minor);
  }
  const keptTotals = kept.map((total) => [
    `${total.month} ${total.standing} ${total.category_slug}`,
    [total.in_minor, total.out_minor, total.in_count, total.out_count, total.unrated_count],
  ]);
  assert.deepEqual(Object.fromEntries(keptTotals), Object.fromEntries(totals));
}
