import { z } from "zod";
import { visible } from "../../core/visible.ts";
import type { AuditContext } from "../../db/context.ts";
import { addDays } from "../../shared/calendar.ts";
import type { Day } from "../../shared/time.ts";
import { checkOf } from "./balance-check.ts";
import type { ImportFile } from "./import-file.ts";
import { Jump, jumpBefore } from "./jump-before.ts";
import {
  type AccountPlan,
  type ChosenRow,
  type ImportPlan,
  countsOf,
  leavesKeys,
  planImport,
} from "./plan-import.ts";
import { ROLES } from "./read/csv/role.ts";
import type { Balance } from "./read/statement.ts";

const Count = z.object({ count: z.int(), minor: z.int(), taken: z.int() });

const StatedBalance = z.object({ minor: z.int(), day: z.string().nullable() }).nullable();

/** Money by which the balances of a statement, or two in a row, move more than the rows of the file say. */
const Difference = z.object({
  kind: z.enum(["within", "between"]),
  from: z.string().nullable(),
  to: z.string().nullable(),
  minor: z.int(),
});

const Days = z.object({ from: z.string(), to: z.string() }).nullable();

const ShownRow = z.object({
  at: z.int(),
  line: z.int(),
  action: z.string(),
  taken: z.boolean(),
  why: z.string(),
  date: z.string(),
  minor: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  is_pending: z.boolean(),
  /** True beside a pending transaction of another amount, which `books` chooses. */
  may_book: z.boolean(),
  category: z.object({ slug: z.string(), rule: z.string() }).nullable(),
  beside: z
    .object({ id: z.string(), date: z.string(), minor: z.int(), name: z.string() })
    .nullable(),
});

const ShownAccount = z.object({
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  first: z.string().nullable(),
  last: z.string().nullable(),
  learns_number: z.boolean(),
  counts: z.object({
    new: Count,
    update: Count,
    likely: Count,
    forgotten: Count,
    duplicate: Count,
  }),
  opening: StatedBalance,
  closing: StatedBalance,
  balance_check: z.enum(["agrees", "differs", "not stated"]),
  differences: z.object({ count: z.int(), first: z.array(Difference) }),
  gap: Days,
  overlap: Days,
  jump: Jump.nullable(),
  rows: z.array(ShownRow),
  more_rows: z.int(),
  /** Balances that come or change. */
  balances: z.int(),
  /** Rows that are not imported, whose keys are remembered with the transactions that they are likely of. */
  remembered: z.int(),
  infos: z.array(z.object({ line: z.int(), text: z.string() })),
  more_infos: z.int(),
});

export const ImportPreview = z.object({
  format: z.string(),
  dialect: z.string(),
  encoding: z.string(),
  notices: z.array(z.string()),
  columns: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      role: z.string(),
      examples: z.array(z.string()),
    }),
  ),
  roles: z.array(z.object({ value: z.string(), label: z.string() })),
  questions: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      choices: z.array(z.object({ value: z.string(), label: z.string() })),
    }),
  ),
  errors: z.object({
    count: z.int(),
    first: z.array(
      z.object({ line: z.int(), column: z.string().nullable(), text: z.string(), why: z.string() }),
    ),
  }),
  accounts: z.array(ShownAccount),
  other_accounts: z.array(
    z.object({
      /** The answer to it is the account that the statements go to. */
      id: z.string(),
      number: z.string().nullable(),
      currency: z.string().nullable(),
      rows: z.int(),
    }),
  ),
  /** Null while a question is open, errors are not skipped, or there is nothing to write. */
  hash: z.string().nullable(),
});

export type ImportPreview = z.output<typeof ImportPreview>;

const CHOICES = Object.entries(ROLES).map(([value, { label }]) => ({ value, label }));

const MOST_ROWS = 1000;
const MOST_LINES = 100;

export async function previewImport(
  context: AuditContext,
  file: ImportFile,
  account: string,
): Promise<ImportPreview> {
  const plan = await planImport(context, file, account);
  const accounts = await Promise.all(
    plan.accounts.map(async (one) => {
      const [cover, jump] = await Promise.all([coverOf(context, one), jumpBefore(context, one)]);
      return { ...shownAccount(one), ...cover, jump };
    }),
  );
  return shown(file, plan, accounts);
}

function shown(
  { read }: ImportFile,
  plan: ImportPlan,
  accounts: ImportPreview["accounts"],
): ImportPreview {
  const { format, dialect, encoding, notices, errors, columns = [] } = read;
  return {
    format,
    dialect,
    encoding,
    notices: notices.map(visible),
    columns: columns.map(({ id, role, title, examples }) => ({
      id,
      role,
      title: visible(title),
      examples: examples.map(visible),
    })),
    roles: columns.length === 0 ? [] : CHOICES,
    questions: plan.questions.map(({ id, text, choices }) => ({
      id,
      text: visible(text),
      choices: choices.map(({ value, label }) => ({ value, label: visible(label) })),
    })),
    errors: {
      count: errors.length,
      first: errors.slice(0, MOST_LINES).map(({ line, column, text, why }) => ({
        line,
        column: column === null ? null : visible(column),
        text: visible(text),
        why,
      })),
    },
    accounts,
    other_accounts: [...plan.others],
    hash: plan.hash,
  };
}

function shownAccount(
  plan: AccountPlan,
): Omit<z.output<typeof ShownAccount>, keyof Cover | "jump"> {
  const { account, first, last, learnt, rows, statements, closings } = plan;
  const { opening, closing, differences } = checkOf(statements);
  const infos = statements.flatMap((statement) => statement.infos);
  // All that need a look come first, then the others as the file has them.
  const isPlain = ({ action, target }: ChosenRow) =>
    action === "duplicate" || (action === "new" && target === null);
  const needLook = rows.filter((row) => !isPlain(row));
  const others = rows.filter(isPlain);
  return {
    id: account.id,
    name: account.name,
    currency: account.currency,
    first,
    last,
    learns_number: learnt !== null,
    counts: countsOf(rows),
    opening: balanceOf(opening),
    closing: balanceOf(closing),
    balance_check:
      differences === null ? "not stated" : differences.length === 0 ? "agrees" : "differs",
    differences: {
      count: differences?.length ?? 0,
      first: (differences ?? []).slice(0, MOST_LINES),
    },
    rows: [...needLook, ...others].slice(0, MOST_ROWS).map(shownRow),
    more_rows: Math.max(0, rows.length - MOST_ROWS),
    balances: closings.filter(({ isNew }) => isNew).length,
    remembered: rows.filter(leavesKeys).length,
    infos: infos.slice(0, MOST_LINES).map(({ line, text }) => ({ line, text: visible(text) })),
    more_infos: Math.max(0, infos.length - MOST_LINES),
  };
}

function balanceOf(balance: Balance | null) {
  return balance === null ? null : { minor: balance.minor, day: balance.day };
}

function shownRow({ at, row, action, isTaken, why, target, ruled }: ChosenRow) {
  const category = ruled?.changes.category;
  return {
    at,
    line: row.line,
    action,
    taken: isTaken,
    why,
    date: row.date,
    minor: row.minor,
    name: visible(row.name),
    description: row.description === null ? null : visible(row.description),
    is_pending: row.isPending,
    may_book: target !== null && target.amount_minor !== row.minor,
    category:
      category === undefined ? null : { slug: category.value, rule: visible(category.rule.name) },
    beside:
      target === null
        ? null
        : {
            id: target.id,
            date: target.date,
            minor: target.amount_minor,
            name: visible(target.name),
          },
  };
}

type Days = { readonly from: Day; readonly to: Day };

type Cover = { readonly gap: Days | null; readonly overlap: Days | null };

async function coverOf({ db, team }: AuditContext, plan: AccountPlan): Promise<Cover> {
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
