import { createHash } from "node:crypto";
import type { Context } from "../db/context.ts";
import { createAccount } from "../domains/bank-accounts/save-account.ts";
import { commitImport } from "../domains/imports/commit-import.ts";
import { parseImportOptions } from "../domains/imports/import-file.ts";
import { planImport } from "../domains/imports/plan-import.ts";
import { readFile } from "../domains/imports/read/read-file.ts";
import { bookPayments } from "../domains/invoices/bank-payments.ts";
import { setTeamRate } from "../domains/rates/team-rates.ts";
import { createRule } from "../domains/rules/save-rule.ts";
import { categorize } from "../domains/transactions/categorize.ts";
import { setStatus } from "../domains/transactions/set-status.ts";
import { addDays, daysBetween } from "../shared/calendar.ts";
import { dayIn, type Day } from "../shared/time.ts";
import {
  camtOf,
  bankFileCsv,
  type Statement,
  bookingsUntil,
  firstDay,
  monthsBetween,
} from "./bank-files.ts";
import type { Incoming } from "./fill-invoices.ts";
import { ago, inWebApp } from "./past.ts";
import { type Account, ACCOUNT_NAMES, ACCOUNTS, PAYMENTS } from "./payments.ts";
import { type Staff, TEAM } from "./people.ts";

/** Days before today with which the files end. */
const ENDS = [400, 60, 1] as const;

/** Accounts, rates, rules, and two years of files of the banks. */
export async function fillBooks({ mara }: Staff, incoming: readonly Incoming[]): Promise<void> {
  const today = dayIn(mara.actor.timeZone, mara.now);
  const first = firstDay(today);
  const bookings = bookingsUntil(today, incoming);
  await fillRates(mara, first, new Set(incoming.map(({ date }) => date)));
  await fillRules(mara);
  for (const [position, name] of ACCOUNT_NAMES.entries()) {
    const minutes = 8 * 60 + position;
    const then = ago(mara, TEAM.since - 2, minutes);
    const id = await createAccount(inWebApp(then, "POST /api/teams/:team/bank-accounts"), {
      ...ACCOUNTS[name],
      opening_date: first,
    });
    const own = bookings.filter(({ account }) => account === name);
    let opening = ACCOUNTS[name].opening_minor;
    for (const [index, before] of ENDS.entries()) {
      const from = index === 0 ? first : addDays(today, 1 - (ENDS[index - 1] ?? 0));
      const to = addDays(today, -before);
      const some = own.filter(({ date }) => date >= from && date <= to);
      const statement = { from, to, opening, bookings: some };
      const sent = ago(mara, before, 20 * 60 + position);
      const imported = await importStatement(inWebApp(sent, "POST /api/teams/:team/imports"), {
        account: { id, ...ACCOUNTS[name] },
        statement,
      });
      // The newest are not looked at yet.
      if (before > 1) await lookThrough(ago(mara, before, 20 * 60 + 30 + position), imported);
      await bookPaid(ago(mara, before, 20 * 60 + 33 + position), imported, incoming);
      opening = some.reduce((sum, { minor }) => sum + minor, opening);
    }
  }
}

/** Imports a file as the page does; it is read in this thread, since it is one of ours. */
async function importStatement(
  context: Context,
  { account, statement }: { account: Account & { readonly id: string }; statement: Statement },
): Promise<string> {
  const isCamt = account.number.startsWith("DE");
  const text = isCamt ? camtOf(statement, account.number) : bankFileCsv(statement);
  const bytes = Buffer.from(text);
  const read = await readFile(bytes, {
    currency: account.currency,
    isCard: account.type === "card",
    today: dayIn("UTC", context.now),
    answers: {},
  });
  const file = {
    name: `${account.name} ${statement.from} to ${statement.to}.${isCamt ? "xml" : "csv"}`,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    bytes: bytes.length,
    read,
    options: parseImportOptions(""),
  };
  const { hash, questions } = await planImport(context, file, account.id);
  if (hash === null) throw new Error(`${file.name} leaves questions: ${JSON.stringify(questions)}`);
  const { imports } = await commitImport(context, file, { account: account.id, hash });
  const [id] = imports;
  if (id === undefined) throw new Error(`${file.name} was not imported`);
  return id;
}

/** Categorizes by hand what no rule knows, and completes all of an import. */
async function lookThrough(context: Context, importId: string): Promise<void> {
  const rows = await context.db
    .selectFrom("transactions")
    .select(["id", "name"])
    .where("team_id", "=", context.team.id)
    .where("import_id", "=", importId)
    .orderBy("date")
    .orderBy("id")
    .execute();
  const categorized = inWebApp(context, "POST /api/teams/:team/transactions/category");
  const byHand = PAYMENTS.filter(({ isByHand }) => isByHand === true);
  const categories = new Map(byHand.map(({ name, category }) => [name, category]));
  for (const [name, category_slug] of categories) {
    const ids = rows.flatMap((row) => (row.name === name ? [row.id] : []));
    if (ids.length > 0) await categorize(categorized, { chosen: { ids }, category_slug });
  }
  const ids = rows.map(({ id }) => id);
  const completed = inWebApp(context, "POST /api/teams/:team/transactions/status");
  if (ids.length > 0) await setStatus(completed, { chosen: { ids }, status: "completed" });
}

/** Books what customers paid, by the number of the invoice that they name. */
async function bookPaid(
  context: Context,
  importId: string,
  incoming: readonly Incoming[],
): Promise<void> {
  const rows = await context.db
    .selectFrom("transactions")
    .select(["id", "amount_minor", "description", "reference"])
    .where("team_id", "=", context.team.id)
    .where("import_id", "=", importId)
    .where("amount_minor", ">", 0)
    .orderBy("date")
    .orderBy("id")
    .execute();
  const booking = inWebApp(context, "POST /api/teams/:team/transactions/:id/payments");
  for (const { id, amount_minor, description, reference } of rows) {
    const paid = incoming.find(
      ({ text, minor }) => minor === amount_minor && [description, reference].includes(text),
    );
    const invoice_id = paid?.invoiceId ?? null;
    if (invoice_id !== null)
      await bookPayments(booking, { id, parts: [{ invoice_id, amount_minor }] });
  }
}

/** A rule for each payee that always has the same category, and one for what customers pay on invoices. */
async function fillRules(mara: Context): Promise<void> {
  const known = PAYMENTS.filter(({ isByHand }) => isByHand !== true);
  const kinds = new Map(known.map((payment) => [`${payment.name} ${payment.category}`, payment]));
  for (const [index, { name, category, between, vat }] of [...kinds.values()].entries())
    await createRule(
      inWebApp(ago(mara, TEAM.since - 2, 12 * 60 + index), "POST /api/teams/:team/rules"),
      {
        name: category === "customer-refunds" ? `${name}, refunds` : name,
        is_on: true,
        conditions: {
          texts: [{ in: "text", how: "contains_any", words: [name] }],
          direction: between[0] > 0 ? "in" : "out",
        },
        actions: {
          category_slug: category,
          ...(vat === undefined ? {} : { tax_rate_bp: vat, tax_type: "VAT" }),
        },
      },
    );
  await createRule(
    inWebApp(ago(mara, TEAM.since - 2, 12 * 60 + kinds.size), "POST /api/teams/:team/rules"),
    {
      name: "Paid invoices",
      is_on: true,
      conditions: {
        texts: [{ in: "text", how: "contains_any", words: ["INV-"] }],
        direction: "in",
      },
      actions: { category_slug: "service-revenue" },
    },
  );
}

/** Days of a month whose rate is used for those behind it, for a week at most. */
const DAYS = new Set([1, 11]);

/**
 * Invented: an operator loads those of the European Central Bank.
 * @param others days that need a rate of their own
 */
async function fillRates(mara: Context, first: Day, others: ReadonlySet<Day>): Promise<void> {
  const today = dayIn(mara.actor.timeZone, mara.now);
  for (let day = first, before = daysBetween(first, today); before >= 1; before -= 1) {
    if (DAYS.has(Number(day.slice(8))) || before === 1 || others.has(day))
      await setTeamRate(
        inWebApp(ago(mara, before, 8 * 60 + 30), "PUT /api/teams/:team/rates/own"),
        {
          currency: "USD",
          day,
          rate: rateOf(monthsBetween(first, day), Number(day.slice(8))),
        },
      );
    day = addDays(day, 1);
  }
}

function rateOf(month: number, day: number): string {
  return (1.11 + 0.05 * Math.sin((month + day / 31) / 4)).toFixed(4);
}
