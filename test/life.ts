import * as fc from "fast-check";
import { sql } from "kysely";
import { ZodError } from "zod";
import { isSubjectType, undoRowsOf } from "../src/activity/subject.ts";
import { subjects } from "../src/api/subjects.ts";
import { Refusal } from "../src/core/errors.ts";
import { createProject } from "../src/domains/projects/create-project.ts";
import { keepBoth, mergeDuplicates } from "../src/domains/review/merge-duplicates.ts";
import { applyRule, previewRule } from "../src/domains/rules/apply-rule.ts";
import { deleteRule } from "../src/domains/rules/save-rule.ts";
import {
  SplitTransaction,
  splitTransaction,
} from "../src/domains/transactions/split-transaction.ts";
import {
  UpdateTransaction,
  updateTransaction,
} from "../src/domains/transactions/update-transaction.ts";
import {
  linkTransfer,
  rejectTransfer,
  unlinkTransfer,
} from "../src/domains/transfers/link-transfer.ts";
import { tools } from "../src/mcp/registry.ts";
import type { Team } from "./app.ts";
import { addAccount } from "./bank-accounts.ts";
import { addRule, containing } from "./rules.ts";
import { addTransaction, ownerContext } from "./transactions.ts";

/** An action on a random row, a while after the last. */
export type Step = {
  readonly kind: string;
  readonly which: number;
  readonly other: number;
  readonly pass: number;
};

/** Any history of a team, by every tool that writes. */
export function lives(longest: number): fc.Arbitrary<Step[]> {
  const step = fc.record({
    kind: fc.constantFrom(...KINDS.keys()),
    which: fc.nat(1000),
    other: fc.nat(1000),
    pass: fc.oneof(fc.constant(0), fc.nat(120_000), fc.nat(20 * 3_600_000)),
  });
  return fc.array(step, { minLength: 1, maxLength: longest });
}

/** Takes a step if possible; a refused one changes nothing. */
export async function take(team: Team, { kind, pass, ...numbers }: Step): Promise<void> {
  team.world.pass(pass);
  const state = (await team.state()) as Record<string, { id: string }[]>;
  const ids = (table: string) => (state[table] ?? []).map(({ id }) => id);
  const one = (table: string) => pick(ids(table), numbers.which) ?? NONE;
  const some = (table: string) =>
    ids(table).filter((_, index) => (numbers.other >> index) % 2 === 1);
  await KINDS.get(kind)?.(team, { one, some, ...numbers });
}

const NONE = "0198c5a0-7e57-7000-8000-000000000000";

const NAMES = ["Änne", "anne", "Acme", "ACME", "Ärzte"];

type Given = {
  readonly one: (table: string) => string;
  readonly some: (table: string) => readonly string[];
  readonly which: number;
  readonly other: number;
};

type Kind = (team: Team, given: Given) => Promise<unknown>;

/** Calls with more than their example has, and what people alone do. */
const OWN_KINDS: Readonly<Record<string, Kind>> = {
  customers_create: (team, { which, other, some }) =>
    team.attempt("customers_create", {
      name: pick(NAMES, which),
      email: `mail${which}@acme.example`,
      note: other % 2 === 0 ? null : "Likes tea.",
      tag_ids: some("tags"),
    }),
  customers_update: (team, { other, one, some }) =>
    team.attempt("customers_update", {
      id: one("customers"),
      ...pick(
        [
          { name: pick(NAMES, other), phone: "1" },
          { email: `other${other}@acme.example`, phone: null },
          { tag_ids: some("tags") },
          { is_archived: other % 2 === 0, default_payment_terms: other },
          { note: "x", city: "Köln", tag_ids: some("tags") },
        ],
        other,
      ),
    }),
  tags_create: (team, { which }) => team.attempt("tags_create", { name: pick(NAMES, which) }),
  tracker_start_timer: (team, { other, one }) =>
    team.attempt("tracker_start_timer", {
      project_id: one("tracker_projects"),
      ...(other % 3 === 0 ? { start: earlier(team, other) } : {}),
    }),
  tracker_stop_timer: (team, { other, one }) =>
    team.attempt("tracker_stop_timer", other % 2 === 0 ? {} : { entry_id: one("tracker_entries") }),
  categories_create: (team, { which, other, one }) =>
    team.attempt("categories_create", {
      name: pick(NAMES, which),
      ...pick(
        [{}, { kind: "income" }, { parent_id: one("categories") }, { parent_id: "taxes" }],
        other,
      ),
    }),
  categories_update: (team, { other, one, some }) =>
    team.attempt("categories_update", {
      id: one("categories"),
      ...pick(
        [
          { name: pick(NAMES, other), tax_rate: 7 },
          { parent_id: some("categories")[0] ?? null },
          { parent_id: "revenue" },
          { parent_id: null, excluded: other % 2 === 0 },
          { kind: "expense", color: "#aabbcc" },
        ],
        other,
      ),
    }),
  bank_account: async (team, { which }) => {
    const name = `${pick(NAMES, which)} ${which}`;
    const currency = pick(["EUR", "EUR", "USD"], which);
    await attempted(() => addAccount(team, { name, number: null, currency }));
  },
  transaction: async (team, { which, other, one, some }) => {
    const given = {
      name: pick(["NETFLIX.COM 4711", "Änne's 12.50", "0815"], which),
      amount_minor: (which % 7) - 3 || 99_999_999_999_999,
      date: pick(["2026-10-31", "2026-11-01", "2024-02-29"], other),
      status: pick(["posted", "pending", "excluded", "archived"], which),
      category_slug: pick([null, "rent", "meals"], other),
      tax_rate_bp: pick([null, 1900], which),
      tag_ids: some("tags"),
    };
    await attempted(() => addTransaction(team, one("bank_accounts"), given));
  },
  transaction_split: async (team, { which, one, other }) => {
    const { id, seen, row } = await seenOf(team, one("transactions"));
    const rest = (row?.amount_minor ?? 0) + which;
    const parts = [
      { amount_minor: -which, category_slug: pick(["rent", null], other) },
      { amount_minor: rest, category_slug: pick([null, "meals"], which) },
    ];
    const given = { id, seen, parts: other % 3 === 0 ? [] : parts };
    await attempted(() => splitTransaction(ownerContext(team), SplitTransaction.parse(given)));
  },
  transaction_update: async (team, { which, other, one, some }) => {
    const { id, seen } = await seenOf(team, one("transactions"));
    const changes = pick(
      [
        { name: pick(NAMES, which), note: "x" },
        { amount_minor: which - 500, date: "2026-12-31" },
        { tag_ids: some("tags"), status: "posted" },
        { tax_rate_bp: 700, category_slug: null },
        { bank_account_id: some("bank_accounts")[0] },
      ],
      other,
    );
    const given = { id, seen, ...changes };
    await attempted(() => updateTransaction(ownerContext(team), UpdateTransaction.parse(given)));
  },
  transaction_link: async (team, { which, other, one }) => {
    const [side] = await counterpartsOf(team, one("transactions"));
    const pair = { id: one("transactions"), other_id: side ?? NONE };
    const act = pick([linkTransfer, linkTransfer, rejectTransfer, keepBoth], which + other);
    await attempted(async () => act?.(ownerContext(team), pair));
  },
  transaction_unlink: async (team, { one }) =>
    attempted(() => unlinkTransfer(ownerContext(team), { id: one("transactions") })),
  transaction_merge: async (team, { one, some }) => {
    const pair = { id: one("transactions"), other_id: some("transactions")[0] ?? NONE };
    await attempted(() => mergeDuplicates(ownerContext(team), pair));
  },
  transaction_rule: async (team, { which, other, one, some }) => {
    const given = {
      conditions: containing(pick(["netflix", "anne", "0815"], which) ?? ""),
      actions: {
        category_slug: pick(["software", null, one("categories")], other),
        tag_ids: some("tags"),
        status: pick(["completed", "excluded", null], which),
        name: pick(NAMES, other),
      },
    };
    await attempted(() => addRule(team, given));
  },
  transaction_rule_applied: async (team, { which, one }) => {
    const rule = { id: one("rules"), replace: which % 2 === 0 };
    await attempted(async () => {
      const { changing } = await previewRule(ownerContext(team), rule);
      if (changing > 0) await applyRule(ownerContext(team), { ...rule, count: changing });
    });
  },
  transaction_rule_deleted: async (team, { one }) =>
    attempted(() => deleteRule(ownerContext(team), { id: one("rules") })),
  transactions_update_status: (team, { other, some }) =>
    team.attempt("transactions_update_status", {
      ids: some("transactions"),
      status: pick(["posted", "completed", "exported", "archived", "excluded", "pending"], other),
    }),
  transactions_update_category: (team, { which, other, one }) =>
    team.attempt("transactions_update_category", {
      id: one("transactions"),
      category_slug: pick(
        ["rent", "uncategorized", "anne", "acme", one("categories")],
        which + other,
      ),
    }),
  project: async (team, { which, other, one, some }) => {
    const customer = other % 2 === 0 && some("customers").length > 0 ? one("customers") : null;
    const context = { ...team.auditContext, now: team.world.now };
    await createProject(context, { name: pick(NAMES, which) ?? "", customer_id: customer });
  },
};

/** Tools that are called by their example, with random records. */
const BY_EXAMPLE = tools
  .filter(({ tier, name }) => tier !== "read" && !(name in OWN_KINDS))
  .map(({ name, example }): [string, Kind] => [
    name,
    (team, { one }) =>
      team.attempt(
        name,
        example((kind) => (kind === "user" ? team.userId : one(tableOf(kind)))),
      ),
  ]);

const KINDS: ReadonlyMap<string, Kind> = new Map([...Object.entries(OWN_KINDS), ...BY_EXAMPLE]);

/** The table of a kind of record; of any other name no row is found. */
function tableOf(kind: string): string {
  const undo = isSubjectType(subjects, kind) ? undoRowsOf(subjects, kind) : null;
  return undo?.table ?? kind;
}

/** Transactions of other accounts with the opposite amount. */
async function counterpartsOf(team: Team, id: string): Promise<readonly string[]> {
  const rows = await team.world.database.reader
    .selectFrom("transactions as one")
    .innerJoin("transactions as other", (join) =>
      join
        .onRef("other.team_id", "=", "one.team_id")
        .on(sql<boolean>`other.amount_minor = -one.amount_minor`)
        .onRef("other.bank_account_id", "!=", "one.bank_account_id"),
    )
    .select("other.id")
    .where("one.team_id", "=", team.id)
    .where("one.id", "=", id)
    .execute();
  return rows.map((row) => row.id);
}

/** A transaction as a page would have read it. */
async function seenOf(team: Team, id: string) {
  const row = await team.world.database.reader
    .selectFrom("transactions")
    .select(["amount_minor", "updated_at"])
    .where("team_id", "=", team.id)
    .where("id", "=", id)
    .executeTakeFirst();
  return { id, row, seen: row?.updated_at ?? team.world.now };
}

/** Calls a verb that may refuse. */
async function attempted(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof ZodError)) throw error;
  }
}

function earlier({ world }: Team, hours: number): string {
  return new Date(Date.parse(world.now) - (hours % 50) * 3_600_000).toISOString();
}

function pick<T>(things: readonly T[], which: number): T | undefined {
  return things[which % things.length];
}
