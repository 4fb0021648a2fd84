import type { Dialect } from "../src/db/dialect.ts";

const given = process.env["TEST_SHARE"];

/** The share of the long run that `npm run test:long` asks for; null in `npm test`. */
const SHARE = given === undefined ? null : Number(given);

/** True in the long run, for a test that takes a minute. */
export const isLong = SHARE !== null;

/** True in `npm test -- --both`, which runs every test of a database on SQLite and on PostgreSQL. */
export const isOnBoth = process.env["TEST_BOTH"] !== undefined;

/** Gives the count of draws or repetitions: the usual one, or its share of the long run. */
export function extent(usual: number, long: number): number {
  return SHARE === null ? usual : Math.max(1, Math.round(long * SHARE));
}

/** Repetitions of a race: few on SQLite, where all writers queue. */
export function rounds(dialect: Dialect): number {
  return dialect === "postgres" ? extent(12, 60) : extent(4, 12);
}
