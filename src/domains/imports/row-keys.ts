import { createHash } from "node:crypto";
import type { FileRow } from "./read/statement.ts";

/** Keys by which a row of a file is known again. Behind `#` stands the number of one that occurs again. */

/** 128 bits over what the bank says of a booking. The same for rows that are the same. */
export function rowKeyOf({ date, minor, ownText }: FileRow, currency: string): string {
  const facts = JSON.stringify([date, minor, currency, ...ownText]);
  return createHash("sha256").update(facts).digest("hex").slice(0, 32);
}

/** The n-th of a key, from 1. */
export function numbered(base: string, number: number): string {
  return number === 1 ? base : `${base}#${number}`;
}

export function baseOf(key: string): string {
  return key.replace(/#\d+$/, "");
}

export function numberOf(key: string): number {
  return Number(/#(\d+)$/.exec(key)?.[1] ?? 1);
}
