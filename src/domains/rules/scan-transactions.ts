import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../db/context.ts";
import { pause, ROWS_A_CHUNK } from "../../db/transaction.ts";
import type { Day } from "../../shared/time.ts";
import { transactionTags } from "../transactions/transaction-tags.ts";
import type { Row } from "../transactions/transaction.ts";
import type { Ruled } from "./apply-rules.ts";
import { foldWords } from "./matching.ts";
import type { Rule } from "./rule.ts";

/** Columns of a transaction that a preview reads. */
export type Scanned = Omit<Ruled, "tag_ids"> & Pick<Row, "id" | "date">;

export type ScannedRow = Scanned & { readonly tag_ids: readonly string[] };

/**
 * Reads the transactions that a rule may match, in the order of their dates and chunk by chunk. The database
 * leaves out most of the others, in an index alone where the rule looks for texts; the rule decides.
 */
export async function scanTransactions(
  context: Context,
  rule: Rule,
  use: (rows: readonly ScannedRow[]) => void,
): Promise<void> {
  const where = sql.join(conditionsOf(context, rule), sql` and `);
  const find = async (after: SortKey | null) => {
    const { rows } = await sql<Scanned>`select ${COLUMNS} from (
        select item.id, item.date from transactions as item where ${where}
        ${after === null ? sql`` : sql`and (item.date, item.id) > (${after[0]}, ${after[1]})`}
        order by item.date, item.id limit ${ROWS_A_CHUNK}) as page
      join transactions as item on item.team_id = ${context.team.id} and item.id = page.id
      order by page.date, page.id`.execute(context.db);
    return rows;
  };
  let after: SortKey | null = null;
  for (;;) {
    const rows: readonly Scanned[] = await find(after);
    use(await withTags(context, rule, rows));
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_A_CHUNK) return;
    after = [last.date, last.id];
    await pause(context);
  }
}

/** Adds the tags of transactions, where a rule adds some. */
export async function withTags<T extends { readonly id: string }>(
  context: Context,
  { actions }: Rule,
  rows: readonly T[],
): Promise<readonly (T & { readonly tag_ids: readonly string[] })[]> {
  if ((actions.tag_ids ?? []).length === 0) return rows.map((row) => ({ ...row, tag_ids: [] }));
  const tags = await transactionTags(
    context,
    rows.map(({ id }) => id),
  );
  const ofRow = Map.groupBy(tags, ({ transaction_id }) => transaction_id);
  return rows.map((row) => ({ ...row, tag_ids: (ofRow.get(row.id) ?? []).map(({ id }) => id) }));
}

type SortKey = readonly [Day, string];

const COLUMNS = sql.raw(
  [
    "id",
    "date",
    "name",
    "bank_name",
    "description",
    "reference",
    "counterparty_hash",
    "amount_minor",
    "currency",
    "bank_account_id",
    "status",
    "source",
    "is_split",
    "category_slug",
    "category_by",
    "tax_rate_bp",
    "tax_type",
    "note",
  ]
    .map((column) => `item.${column}`)
    .join(", "),
);

/** A search text of so many characters may have been cut. */
const MAY_BE_CUT = 299;

function conditionsOf(context: Context, { conditions }: Rule): readonly RawBuilder<unknown>[] {
  const { bank_account_id, counterparties, currency, direction } = conditions;
  const hashes = counterparties.map(({ hash }) => hash);
  return [
    sql`item.team_id = ${context.team.id}`,
    ...conditions.texts.map(({ words }) => {
      const found = words.map((word) => sql`instr(item.search_text, ${foldWords(word)}) > 0`);
      return sql`(${sql.join(found, sql` or `)} or length(item.search_text) >= ${MAY_BE_CUT})`;
    }),
    ...(hashes.length > 0 ? [sql`item.counterparty_hash in (${sql.join(hashes)})`] : []),
    ...(bank_account_id ? [sql`item.bank_account_id = ${bank_account_id}`] : []),
    ...(currency ? [sql`item.currency = ${currency}`] : []),
    ...(direction ? [sql`item.amount_minor ${sql.raw(SIGNS[direction])} 0`] : []),
  ];
}

const SIGNS = { in: ">", out: "<" };
