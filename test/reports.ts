import type { Team } from "./app.ts";
import { addTeamRate } from "./rates.ts";
import { Books } from "./transactions.ts";

/** Books of October 2026 that have one of each: refunds, a split, a foreign amount, a transfer, capital. */
export async function october(team: Team) {
  const books = await Books.of(team);
  const { app, account } = books;
  const open = async (name: string, currency: string) =>
    app.ask("POST /api/teams/:team/bank-accounts", {
      team: team.id,
      name,
      type: "current",
      currency,
    });
  const [other, dollars] = [await open("Savings", "EUR"), await open("Dollars", "USD")];
  await addTeamRate(team, { currency: "USD", day: "2026-10-14", rate: "1.0870" });
  const add = async (amount_minor: number, category_slug?: string, more: object = {}) =>
    books.add({ date: "2026-10-15", amount_minor, category_slug, ...more });
  await add(500_000, "service-revenue");
  await add(-20_000, "customer-refunds");
  await add(-120_000, "rent");
  await add(-8000, "software");
  await add(3000, "software");
  const split = await add(-6000);
  await books.split(split.id, [
    { amount_minor: -4000, category_slug: "office-supplies" },
    { amount_minor: -2000, category_slug: "meals" },
  ]);
  await add(-10_000, "hosting", { bank_account_id: dollars.id });
  await add(-4550);
  await add(1000);
  await add(-200_000, "owner-draws");
  const paid = await add(-50_000);
  const received = await add(50_000, undefined, { bank_account_id: other.id });
  await app.ask("POST /api/teams/:team/transfers", {
    team: team.id,
    id: paid.id,
    other_id: received.id,
  });
  await add(-2000, "software", { status: "pending" });
  return { books, account, other: other.id, dollars: dollars.id };
}
