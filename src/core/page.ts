import { hash } from "node:crypto";
import { z } from "zod";
import { Refusal } from "./errors.ts";

/** The rows of a page, at most. */
export const MOST_ROWS = 100;

export type Page<Row> = { readonly items: Row[]; readonly nextCursor: string | null };

/** What a list was asked for: the tool, the team, and every filter. A cursor is good for that only. */
export type Listing = readonly (string | number | boolean | null | undefined)[];

/**
 * The sort key after which the asked page begins, or null for the first page.
 * @throws Refusal `invalid_cursor` when the cursor is broken or comes from another listing.
 */
export function readCursor<K extends z.ZodType>(
  key: K,
  listing: Listing,
  cursor: string | null | undefined,
): z.output<K> | null {
  if (cursor === null || cursor === undefined) return null;
  const signed = z.tuple([z.literal(fingerprint(listing)), z.unknown()]).safeParse(decode(cursor));
  const parsed = key.safeParse(signed.data?.[1]);
  if (signed.success && parsed.success) return parsed.data;
  throw new Refusal({
    code: "invalid_cursor",
    path: "cursor",
    message: "cursor does not belong to this list with these filters",
    next: "repeat the filters of the call it came from, or leave cursor out to start at the first page",
  });
}

/**
 * A page of `limit` rows out of up to `limit + 1` that were read: the last one only tells that more
 * follow. `keyOf` gives the sort key of a row as JSON.
 */
export function pageOf<Row>(
  listing: Listing,
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => unknown,
): Page<Row> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  if (rows.length <= limit || last === undefined) return { items, nextCursor: null };
  const cursor = JSON.stringify([fingerprint(listing), keyOf(last)]);
  return { items, nextCursor: Buffer.from(cursor).toString("base64url") };
}

/**
 * How many rows a page of a catalogue has, as tags are one: what stands in a catalogue is asked for
 * as a whole, so that is all of them unless a limit or a cursor is given.
 */
export function catalogueLimit(limit: number | null | undefined, after: unknown): number {
  return limit ?? (after === null ? ALL_ROWS : MOST_ROWS);
}

/** One less than the largest whole number, since a page reads one row more than it has. */
const ALL_ROWS = Number.MAX_SAFE_INTEGER - 1;

function fingerprint(listing: Listing): string {
  return hash("sha256", JSON.stringify(listing), "base64url").slice(0, 12);
}

function decode(cursor: string): unknown {
  const bytes = Buffer.from(cursor, "base64url");
  // Decoding passes over what is not base64url.
  if (bytes.toString("base64url") !== cursor) return null;
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
