import type { Context } from "../../src/db/context.ts";
import { transaction } from "../../src/db/transaction.ts";
import { CreateAccount, createAccount } from "../../src/domains/bank-accounts/create-account.ts";
import { stateBalance } from "../../src/domains/bank-accounts/state-balance.ts";
import { commitImport } from "../../src/domains/imports/commit-import.ts";
import { readImportFile } from "../../src/domains/imports/import-file.ts";
import { optionsOf } from "../../src/domains/imports/import-options.ts";
import { previewImport } from "../../src/domains/imports/preview-import.ts";
import { setTeamRate } from "../../src/domains/rates/team-rates.ts";
import { CreateRule, createRule } from "../../src/domains/rules/save-rule.ts";
import type { Given, GivenPart } from "../../src/domains/transactions/transaction.ts";
import { writeTransactions } from "../../src/domains/transactions/write-transactions.ts";
import { linkTransfer } from "../../src/domains/transfers/link-transfer.ts";
import { addDays } from "../../src/shared/calendar.ts";
import { dayIn } from "../../src/shared/time.ts";

type Money = {
  /** Of three years. */
  readonly transactions: number;
  /** Records of each kind for calls that use them up. */
  readonly each: number;
};

const DAYS = 3 * 365;
const BATCH = 500;
/** Every so many-th transaction is split. */
const SPLIT = 50;
/** Accounts and rules that a team may have are fewer than calls could use up. */
const MOST = 200;
/** Many routes use them. */
const MOST_ACCOUNTS = 280;

/** Payments by what they are for; null is not categorised yet. */
const PURPOSES = [
  { name: "Hetzner Online", category_slug: "hosting", sign: -1 },
  { name: "Office rent", category_slug: "rent", sign: -1 },
  { name: "Rail tickets", category_slug: "travel", sign: -1 },
  { name: "Design tools", category_slug: "software", sign: -1 },
  { name: "Invoice of a customer", category_slug: "service-revenue", sign: 1 },
  { name: "Coffee and lunch", category_slug: "meals", sign: -1 },
  { name: "Card payment", category_slug: null, sign: -1 },
  { name: "Withdrawal of the owner", category_slug: "owner-draws", sign: -1 },
] as const;

/** Adds accounts, years of transactions through the one writer, without a journal, rules and rates. */
export async function fillMoney(owner: Context, { transactions, each }: Money) {
  const account = async (name: string) =>
    createAccount(owner, CreateAccount.parse({ name, type: "current", currency: "EUR" }));
  const giro = await account("Giro");
  const savings = await account("Savings");
  const today = dayIn("UTC", owner.now);
  await write(owner, transactions, (number) => {
    const purpose = PURPOSES[(number * 7919) % PURPOSES.length] ?? PURPOSES[0];
    const minor = 100 + ((number * 104_729) % 250_000);
    return {
      bank_account_id: number % 10 === 0 ? savings : giro,
      date: addDays(today, -Math.floor(((transactions - number) * DAYS) / transactions)),
      name: `${purpose.name} ${words(number % 397)}`,
      amount_minor: purpose.sign * minor,
      ...(number % SPLIT === 0
        ? { category_slug: null, is_split: true }
        : { category_slug: purpose.category_slug, is_split: false }),
    };
  });
  // Each with its twin, and with the other side of a transfer.
  const old = addDays(today, -DAYS - 30);
  const spare = async (bank_account_id: string, sign: number) =>
    write(owner, each * 5, (number) => ({
      bank_account_id,
      date: old,
      name: `Spare ${words(number)}`,
      amount_minor: sign * (1_000_000 + number),
      category_slug: null,
      is_split: false,
    }));
  const own = await spare(giro, -1);
  const twins = await spare(giro, -1);
  const others = await spare(savings, 1);
  const linked = own.slice(-each);
  for (const [index, id] of linked.entries())
    await linkTransfer(owner, { id, other_id: others[others.length - each + index] ?? "" });
  // Each is the one that a rule is about.
  await write(owner, Math.min(each, MOST), (number) => ({
    bank_account_id: giro,
    date: old,
    name: `Payee ${words(number)}`,
    amount_minor: -(2_000_000 + number),
    category_slug: null,
    is_split: false,
  }));
  const free = (ids: readonly string[]) => ids.slice(0, ids.length - linked.length);
  return {
    account: [savings],
    bank_account: await many(each * 4, async (number) => addAccount(owner, number), MOST_ACCOUNTS),
    transaction: free(own),
    twin_transaction: free(twins),
    other_transaction: free(others),
    linked_transaction: linked,
    empty_account: await many(each, async (number) => account(`Empty ${number}`)),
    import: await many(each * 2, async () => addImport(owner, savings)),
    rule: await many(each, async (number) => addRule(owner, number)),
    team_rate: await many(each, async (number) => {
      const rate = { currency: "AED", day: addDays(today, -number), rate: "4.2310" };
      return (await setTeamRate(owner, rate)).id;
    }),
  };
}

async function many(each: number, make: (number: number) => Promise<string>, most = MOST) {
  const ids: string[] = [];
  for (let number = 0; number < Math.min(each, most); number += 1) ids.push(await make(number));
  return ids;
}

/**
 * An account with what the examples of its routes need: a balance by hand of that day, and as many
 * transactions.
 */
async function addAccount(owner: Context, number: number): Promise<string> {
  const id = await createAccount(
    owner,
    CreateAccount.parse({ name: `Spare ${number}`, type: "savings", currency: "EUR" }),
  );
  await stateBalance(owner, { id, day: "2026-10-01", minor: 100_00 });
  await write(owner, 4, (row) => ({
    bank_account_id: id,
    date: "2026-10-02",
    name: `Of the account ${words(row)}`,
    amount_minor: -(300 + row),
    category_slug: "rent",
    is_split: false,
  }));
  return id;
}

const BYTES = Buffer.from("Date;Payee;Amount\n2026-10-05;Bakery;-4.20\n");

/** The same file again and again: only the first import adds something. */
async function addImport(owner: Context, account: string): Promise<string> {
  const sent = { account, name: "october.csv", bytes: BYTES };
  const file = await readImportFile(owner, sent, optionsOf(""));
  const { hash } = await previewImport(owner, file, account);
  const { imports } = await commitImport(owner, file, { account, hash: hash ?? "" });
  return imports[0] ?? "";
}

async function addRule(owner: Context, number: number): Promise<string> {
  const rule = CreateRule.parse({
    name: `Spare ${number}`,
    conditions: {
      texts: [{ in: "text", how: "contains_any", words: [`payee ${words(number)}`] }],
    },
    actions: { category_slug: "software" },
  });
  return (await createRule(owner, rule)).id;
}

/** A name for a number, of letters: numbers say nothing about a party. */
function words(number: number): string {
  const letters = "abcdefghijklmnopqrst";
  return String(number)
    .padStart(4, "0")
    .replaceAll(/\d/g, (digit) => `${letters[Number(digit)]}${letters[Number(digit) + 10]}`);
}

type Row = Pick<
  Given,
  "bank_account_id" | "date" | "name" | "amount_minor" | "category_slug" | "is_split"
>;

/** Parts of two categories. */
function halves({ amount_minor }: Given): readonly GivenPart[] {
  const half = Math.trunc(amount_minor / 2);
  const empty = { name: null, note: null, tax_rate_bp: null, tax_type: null, tax_minor: null };
  return [
    { ...empty, amount_minor: half, category_slug: "rent" },
    { ...empty, amount_minor: amount_minor - half, category_slug: "software" },
  ];
}

async function write(
  owner: Context,
  count: number,
  rowOf: (number: number) => Row,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let first = 0; first < count; first += BATCH) {
    const length = Math.min(BATCH, count - first);
    const added = Array.from({ length }, (_, index): Given => ({
      ...EMPTY,
      ...rowOf(first + index),
      id: owner.newId(),
      created_at: owner.now,
      updated_at: owner.now,
    }));
    const parts = new Map(
      added.filter(({ is_split }) => is_split).map((row) => [row.id, halves(row)]),
    );
    await transaction(owner, async (owner) => writeTransactions(owner, { added, parts }));
    ids.push(...added.map(({ id }) => id));
  }
  return ids;
}

const EMPTY = {
  value_date: null,
  bank_name: null,
  description: null,
  reference: null,
  counterparty_hash: null,
  counterparty_masked: null,
  currency: "EUR",
  original_minor: null,
  original_currency: null,
  details: null,
  status: "posted",
  category_by: null,
  rule_id: null,
  transfer_id: null,
  tax_rate_bp: null,
  tax_type: null,
  tax_minor: null,
  note: null,
  source: "hand",
  signature: null,
  import_id: null,
  line: null,
  bank_id: null,
  row_key: null,
} as const;
