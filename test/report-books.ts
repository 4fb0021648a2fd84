import * as fc from "fast-check";
import { splitTransaction } from "../src/domains/transactions/split-transaction.ts";
import { linkTransfer } from "../src/domains/transfers/link-transfer.ts";
import type { Team } from "./app.ts";
import { addAccount } from "./bank-accounts.ts";
import { addTeamRate } from "./rates.ts";
import type { Dollars } from "./recomputed.ts";
import { addTransaction, ownerContext } from "./transactions.ts";

/** Random books of all that reports tell apart. */

/** Days at the edges of months and years, and near the rates. */
export const DAYS = [
  "2023-12-31",
  "2024-01-01",
  "2024-02-29",
  "2025-01-09",
  "2025-01-10",
  "2025-01-17",
  "2025-01-18",
  "2025-01-31",
  "2025-02-01",
  "2025-02-15",
  "2026-11-21",
  "2026-11-22",
  "2026-12-31",
];

export const DOLLARS: Dollars = new Map([
  ["2025-01-10", "1.0870"],
  ["2025-01-15", "0.3"],
  ["2026-11-20", "1.16333"],
]);

const SLUGS = [
  null,
  "service-revenue",
  "customer-refunds",
  "rent",
  "software",
  "vat-gst-pst-qst-payments",
  "owner-draws",
  "loan-proceeds",
  "internal-transfer",
  "other",
  "left_out",
  "mixed",
];

const slug = fc.constantFrom(...SLUGS);
const minor = fc
  .oneof(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -99_999_999, max: 99_999_999 }))
  .filter((minor) => minor !== 0);

const tax = fc.constantFrom(
  {},
  { tax_rate_bp: 1900, tax_type: "VAT" },
  { tax_rate_bp: 1900 },
  { tax_rate_bp: 810, tax_type: "MWST 8" },
  { tax_rate_bp: 0 },
  { tax_type: "VAT" },
);

export const row = fc.record({
  date: fc.constantFrom(...DAYS),
  tax,
  isForeign: fc.boolean(),
  minor,
  slug,
  status: fc.constantFrom("posted", "posted", "posted", "archived", "pending", "excluded"),
  /** A part, beside which the rest is another. */
  part: fc.option(fc.record({ minor, slug, rest: slug, tax }), { freq: 3 }),
  isTransfer: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
});

type Row = typeof row extends fc.Arbitrary<infer T> ? T : never;

export const range = fc
  .tuple(fc.constantFrom(...DAYS), fc.constantFrom(...DAYS))
  .map(([one, other]) => (one < other ? { from: one, to: other } : { from: other, to: one }));

/** Writes the rows into books of four accounts in two currencies. */
export async function booksOf(team: Team, rows: readonly Row[]): Promise<void> {
  const add = async (name: string, currency: string) =>
    addAccount(team, { name, currency, number: null });
  const accounts = { EUR: await add("Giro", "EUR"), USD: await add("Dollars", "USD") };
  const others = { EUR: await add("Savings", "EUR"), USD: await add("More", "USD") };
  await team.call("categories_create", { name: "Left out", excluded: true });
  await team.call("categories_create", { name: "Mixed" });
  for (const [day, rate] of DOLLARS) await addTeamRate(team, { currency: "USD", day, rate });
  for (const { date, isForeign, minor, slug, status, part, isTransfer, tax } of rows) {
    team.world.pass(1000);
    const currency = isForeign ? "USD" : "EUR";
    const given = { date, status, amount_minor: minor, category_slug: slug, ...tax };
    const { id, updated_at: seen } = await addTransaction(team, accounts[currency], given);
    const context = ownerContext(team);
    if (isTransfer && status === "posted") {
      const back = { date, amount_minor: -minor };
      const other = await addTransaction(team, others[currency], back);
      await linkTransfer(context, { id, other_id: other.id });
    } else if (part !== null && part.minor !== minor) {
      const parts = [
        { amount_minor: part.minor, category_slug: part.slug, ...part.tax },
        { amount_minor: minor - part.minor, category_slug: part.rest },
      ];
      await splitTransaction(context, { id, seen, parts });
    }
  }
}
