import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { Recording } from "../../activity/journal.ts";
import { Refusal } from "../../core/errors.ts";
import { uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { pause, ROWS_A_CHUNK, lockTeam, transaction } from "../../db/transaction.ts";
import type { Day } from "../../shared/time.ts";
import {
  type ChangedTransactions,
  endTransactionBatch,
  MOST,
} from "../transactions/chosen-transactions.ts";
import { linkTransactionTags, transactionTags } from "../transactions/transaction-tags.ts";
import { lockRows, type Row } from "../transactions/transaction.ts";
import { writeTransactions } from "../transactions/write-transactions.ts";
import { foldWords, isChanging, readied, type RuleChanges, type Ruled } from "./apply-rules.ts";
import { checkedParts } from "./rule-parts.ts";
import {
  Actions,
  allRules,
  Conditions,
  GivenConditions,
  lockRule,
  noRule,
  type Rule,
  ruleOf,
} from "./rule.ts";
import { runningOfMany, type RunRules } from "./rules-for.ts";

export const ApplyRule = z.strictObject({
  id: uuid,
  /** `changing` of the preview. */
  count: z.int().min(1).max(MOST, "changes 20,000 transactions at most: narrow the conditions"),
  /** True to overwrite values that a person or an assistant set. */
  replace: z.boolean().default(false),
});

/**
 * Applies a rule to the transactions that there are, all or none, as one event.
 * @throws Refusal `count_changed` when it would change others than the person saw
 */
export async function applyRule(
  context: Context,
  { id, count, replace }: z.output<typeof ApplyRule>,
): Promise<ChangedTransactions> {
  return transaction(context, async (context) => {
    await lockTeam(context);
    const rule = ruleOf(await lockRule(context, id));
    const run = await runningAlone(context, rule);
    const ids: string[] = [];
    await scanTransactions(context, rule, (rows) => {
      for (const row of rows) if (isChanging(run(row, replace).changes)) ids.push(row.id);
    });
    if (ids.length !== count) throw countChanged(ids.length, count);
    const recording = new Recording(context);
    for (let from = 0; from < ids.length; from += ROWS_A_CHUNK) {
      const rows = await lockRows(context, ids.slice(from, from + ROWS_A_CHUNK));
      const tagged = new Map((await withTags(context, rule, rows)).map((row) => [row.id, row]));
      const applied = rows.map((row) => ({
        row,
        ...run({ ...row, tag_ids: tagged.get(row.id)?.tag_ids ?? [] }, replace),
      }));
      const changed = applied.map(({ row, values, tag_ids }) => {
        return { row, values, isTouched: tag_ids.length > 0 };
      });
      const links = applied.flatMap(({ row, tag_ids }) =>
        tag_ids.map((tag_id) => ({ transaction_id: row.id, tag_id })),
      );
      await recording.add(await writeTransactions(context, { changed }));
      await recording.add(await linkTransactionTags(context, links));
      await pause(context);
    }
    return endTransactionBatch(recording);
  });
}

export const PreviewRule = z
  .strictObject({
    /** Id of the rule; left out for a new one, which would be the last. */
    id: uuid.nullish(),
    conditions: GivenConditions.nullish(),
    actions: Actions.nullish(),
    /** True to overwrite values that a person or an assistant set. */
    replace: z.boolean().default(false),
  })
  .refine(
    ({ id, conditions, actions }) => Boolean(id) || (Boolean(conditions) && Boolean(actions)),
    "needs the id of a rule, or conditions and actions",
  );

export type PreviewRule = z.output<typeof PreviewRule>;

const MOST_EXAMPLES = 20;

const text = z.string().nullable();

export const RulePreview = z.object({
  matched: z.int(),
  /** Transactions that would change: the number to apply the rule with. */
  changing: z.int(),
  /** Transactions that match, and keep something that a person or an assistant may have set. */
  kept: z.int(),
  /** The categories that would change, and the number of transactions that have each. */
  from: z.array(z.object({ category_slug: text, category_by: text, count: z.int() })),
  /** The newest transactions that would change. */
  examples: z.array(
    z.object({
      id: uuid,
      date: z.string(),
      name: z.string(),
      amount_minor: z.int(),
      currency: z.string(),
      bank_account_id: uuid,
      category_slug: text,
      changes: z.object({
        category_slug: text,
        name: text,
        note: text,
        status: text,
        tax_rate_bp: z.int().nullable(),
        tax_type: text,
        tag_ids: z.array(uuid),
      }),
    }),
  ),
});

export type RulePreview = z.output<typeof RulePreview>;

export async function previewRule(
  context: Context,
  input: PreviewRule,
): Promise<z.input<typeof RulePreview>> {
  const rule = await draftOf(context, input);
  const run = await runningAlone(context, rule);
  const from = new Map<string, RulePreview["from"][number]>();
  const examples: RulePreview["examples"] = [];
  let [matched, changing, kept] = [0, 0, 0];
  await scanTransactions(context, rule, (rows) => {
    for (const row of rows) {
      const { changes } = run(row, input.replace);
      if (changes.isMatched) matched += 1;
      if (changes.isKept) kept += 1;
      if (!isChanging(changes)) continue;
      changing += 1;
      if (changes.category !== undefined) addTo(from, row);
      examples.push(exampleOf(row, changes));
      if (examples.length > MOST_EXAMPLES) examples.shift();
    }
  });
  return {
    matched,
    changing,
    kept,
    from: [...from.values()].toSorted((one, other) => other.count - one.count),
    examples: examples.toReversed(),
  };
}

const NEW = "";

async function draftOf(context: Context, input: PreviewRule): Promise<Rule> {
  const row = input.id ? (await allRules(context)).find(({ id }) => id === input.id) : undefined;
  if (input.id && row === undefined) throw noRule(input.id);
  const rule = row === undefined ? null : ruleOf(row);
  const given = await checkedParts(
    context,
    { conditions: input.conditions ?? null, actions: input.actions ?? null },
    rule,
  );
  return {
    id: rule?.id ?? NEW,
    name: rule?.name ?? "",
    conditions: Conditions.parse(given.conditions),
    actions: Actions.parse(given.actions),
  };
}

type RunAlone = (row: Parameters<RunRules>[0], replace: boolean) => ReturnType<RunRules>;

/** Runs a rule in its place among the enabled rules, and returns only its own changes. */
async function runningAlone(context: Context, rule: Rule): Promise<RunAlone> {
  const rows = await allRules(context);
  const others = rows.filter(({ id, is_on }) => is_on || id === rule.id);
  const all = others.map((row) => (row.id === rule.id ? rule : ruleOf(row)));
  const run = await runningOfMany(context, (rule.id === NEW ? [...all, rule] : all).map(readied));
  return (row, replace) => run(row, { replace, only: rule.id });
}

function addTo(from: Map<string, RulePreview["from"][number]>, row: ScannedRow): void {
  const { category_slug, category_by } = row;
  const name = JSON.stringify([category_slug, category_by]);
  const count = (from.get(name)?.count ?? 0) + 1;
  from.set(name, { category_slug, category_by, count });
}

function exampleOf(row: ScannedRow, changes: RuleChanges): RulePreview["examples"][number] {
  const { id, date, name, amount_minor, currency, bank_account_id, category_slug } = row;
  return {
    id,
    date,
    name,
    amount_minor,
    currency,
    bank_account_id,
    category_slug,
    changes: {
      category_slug: changes.category?.value ?? null,
      name: changes.name?.value ?? null,
      note: changes.note?.value ?? null,
      status: changes.status?.value ?? null,
      tax_rate_bp: changes.tax?.value.tax_rate_bp ?? null,
      tax_type: changes.tax?.value.tax_type ?? null,
      tag_ids: [...changes.tag_ids],
    },
  };
}

function countChanged(now: number, seen: number): Refusal {
  return new Refusal({
    code: "count_changed",
    path: "count",
    message: `The rule would change ${now} now, not ${seen}`,
    next: "look at the preview again; nothing was changed",
  });
}

type Scanned = Omit<Ruled, "tag_ids"> & Pick<Row, "id" | "date">;

type ScannedRow = Scanned & { readonly tag_ids: readonly string[] };

/**
 * Reads the transactions that a rule may match, in the order of their dates and page by page. The database
 * leaves out most of the others, in an index alone where the rule looks for texts; the rule decides.
 */
export async function scanTransactions(
  context: Context,
  rule: Rule,
  use: (rows: readonly ScannedRow[]) => void,
): Promise<void> {
  const where = sql.join(conditionsOf(context, rule), sql` and `);
  let after: SortKey | null = null;
  for (;;) {
    const until: SortKey | null = await endOfPage(context, after);
    const { rows } = await sql<Scanned>`select ${COLUMNS} from (
        select item.id, item.date from transactions as item where ${where}
        ${isBehind(after)} ${until === null ? sql`` : sql`and (item.date, item.id) <= (${until[0]}, ${until[1]})`}
        order by item.date, item.id limit ${ROWS_A_SCAN}) as page
      join transactions as item on item.team_id = ${context.team.id} and item.id = page.id
      order by page.date, page.id`.execute(context.db);
    use(await withTags(context, rule, rows));
    if (until === null) return;
    after = until;
    await pause(context);
  }
}

/** Rows that a statement looks at: a rule may match none of very many. */
const ROWS_A_SCAN = 1000;

/** Null where fewer rows are left. */
async function endOfPage({ db, team }: Context, after: SortKey | null): Promise<SortKey | null> {
  const { rows } = await sql<{ id: string; date: Day }>`select item.id, item.date
    from transactions as item where item.team_id = ${team.id} ${isBehind(after)}
    order by item.date, item.id limit 1 offset ${ROWS_A_SCAN - 1}`.execute(db);
  const [last] = rows;
  return last === undefined ? null : [last.date, last.id];
}

function isBehind(after: SortKey | null) {
  return after === null ? sql`` : sql`and (item.date, item.id) > (${after[0]}, ${after[1]})`;
}

/** Reads tags only where the rule adds some. */
async function withTags<T extends { readonly id: string }>(
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

/** Words that the database looks for in a row: it takes as long for each as the rule does for all. */
const WORDS_A_SCAN = 20;

/** Number of conditions, of the first ones, whose words the database looks for. */
function fewWords(texts: Conditions["texts"]): number {
  let words = 0;
  const many = texts.findIndex((text) => (words += text.words.length) > WORDS_A_SCAN);
  return many < 0 ? texts.length : many;
}

/** A search text of so many characters may have been cut. */
const MAY_BE_CUT = 299;

function conditionsOf(context: Context, { conditions }: Rule): readonly RawBuilder<unknown>[] {
  const { bank_account_id, counterparties, currency, direction } = conditions;
  const hashes = counterparties.map(({ hash }) => hash);
  return [
    sql`item.team_id = ${context.team.id}`,
    ...conditions.texts.slice(0, fewWords(conditions.texts)).map(({ words }) => {
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
