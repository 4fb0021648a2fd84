import { type Expression, sql } from "kysely";
import { tooLarge } from "../core/money.ts";

/**
 * Sum of minor units as text, which `sumOf` reads: a number would lose digits, and SQLite's driver refuses
 * large ones.
 */
export function sumAsText(minor: Expression<number | null>) {
  return sql<string | null>`cast(sum(${minor}) as text)`;
}

/**
 * Runs a query of sums.
 * @throws Refusal `too_large` where SQLite's sum leaves 64 bits; PostgreSQL's has no such bound
 */
export async function exactSums<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    if (error instanceof Error && error.message.includes("integer overflow")) throw tooLarge(error);
    throw error;
  }
}
