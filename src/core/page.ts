import { hash } from "node:crypto";
import { z } from "zod";
import { Refusal } from "./errors.ts";

export const MOST_ROWS = 100;

export type Page<Row> = { readonly items: Row[]; readonly nextCursor: string | null };

/** Door, team and filters of a list, as text. Cursors are bound to it. */
export type Listing = string;

type Asked = { readonly tool: string; readonly team: { readonly id: string } };

/**
 * The list that a call asks for. Every field but `cursor` and `limit` is a filter; null counts as left
 * out.
 * @param input parsed, so that defaults are filled in; the effective filters where these differ
 */
export function listingOf({ tool, team }: Asked, input: object): Listing {
  const filters = Object.entries(input).filter(
    ([name, value]) => !NO_FILTERS.has(name) && value !== null && value !== undefined,
  );
  return JSON.stringify([tool, team.id, filters.toSorted(byName)]);
}

const NO_FILTERS: ReadonlySet<string> = new Set(["cursor", "limit"]);

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/**
 * Reads the sort key after which the page begins; null for the first page.
 * @throws Refusal `invalid_cursor` when the cursor is broken or comes from another list.
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
 * Makes a page of up to `limit + 1` rows: the extra row shows that more follow. `keyOf` gives a
 * row's sort key as JSON.
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

export function catalogueLimit(limit: number | null | undefined, after: unknown): number {
  return limit ?? (after === null ? ALL_ROWS : MOST_ROWS);
}

/** One less than the largest safe integer, since a page reads one extra row. */
const ALL_ROWS = Number.MAX_SAFE_INTEGER - 1;

function fingerprint(listing: Listing): string {
  return hash("sha256", listing, "base64url").slice(0, 12);
}

function decode(cursor: string): unknown {
  const bytes = Buffer.from(cursor, "base64url");
  // The decoder skips characters that are not base64url.
  if (bytes.toString("base64url") !== cursor) return null;
  try {
    return JSON.parse(bytes.toString());
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
