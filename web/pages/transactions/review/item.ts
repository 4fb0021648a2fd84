import type { Output } from "../../../api.ts";
import type { TransactionRow } from "../transaction.ts";

export type ReviewAnswer = Output<"GET /api/teams/:team/review">;

export type Pair = readonly [TransactionRow, TransactionRow];

type OpenRow = ReviewAnswer["uncategorized"][number];

/** Of one without a category also the bank's text, and the parts that lack one. */
type OneRow = TransactionRow & Partial<Pick<OpenRow, "said" | "open_parts" | "part_count">>;

/** One decision that waits for a person. */
export type Item = { readonly key: string } & (
  | { readonly kind: "uncategorized" | "stale"; readonly row: OneRow }
  | { readonly kind: "transfers" | "duplicates"; readonly pair: Pair }
);

export type Kind = Item["kind"];

export type OneItem = Extract<Item, { readonly row: TransactionRow }>;
export type PairItem = Extract<Item, { readonly pair: Pair }>;

export const REVIEW_KINDS = ["uncategorized", "transfers", "duplicates", "stale"] as const;

export function isOpen(item: Item): item is OneItem {
  return item.kind === "uncategorized";
}

/** Tells whether a suggestion can be accepted: an exported transaction stays as it is. */
export function isAcceptable({ row: { suggested, status } }: OneItem): boolean {
  return suggested !== null && status !== "exported";
}

/** Tells whether the category stays: parts have their own, and the accountant has exported ones. */
export function isFixed({ row: { is_split, status } }: OneItem): boolean {
  return is_split || status === "exported";
}

/** `Part 2 of 3 has no category`; null for a transaction that is not split. */
export function openPartsOf({ row }: OneItem): string | null {
  const { is_split, open_parts: [first, ...others] = [], part_count = 0 } = row;
  if (!is_split || first === undefined) return null;
  return others.length === 0
    ? `Part ${first} of ${part_count} has no category`
    : `${others.length + 1} of ${part_count} parts have no category`;
}

/** The bank's words beside the name: its own form of the name, text and reference. */
export function bankWords({ row: { name, bank_name, said = null } }: OneItem): string | null {
  const words = [bank_name === name ? null : bank_name, said === name ? null : said];
  return words.filter((one) => one !== null).join(" · ") || null;
}

export function itemsOf(review: ReviewAnswer): readonly Item[] {
  return [
    ...review.uncategorized.map((row) => one("uncategorized", row)),
    ...review.transfers.map((pair) => both("transfers", pair)),
    ...review.duplicates.map((pair) => both("duplicates", pair)),
    ...review.stale.map((row) => one("stale", row)),
  ];
}

export function offeredIn(items: readonly Item[]): ReadonlySet<string> {
  return new Set(
    items.flatMap((item) => (item.kind === "transfers" ? item.pair.map(({ id }) => id) : [])),
  );
}

function one(kind: OneItem["kind"], row: OneRow): OneItem {
  return { key: `${kind}-${row.id}`, kind, row };
}

function both(kind: PairItem["kind"], pair: Pair): PairItem {
  return { key: [kind, ...pair.map(({ id }) => id)].join("-"), kind, pair };
}

/**
 * Item to go to when some are done: `from` itself, the next that is left, or else the one before. When `from` is
 * not there, it is the first.
 */
export function nextOf(
  items: readonly Item[],
  done: ReadonlySet<string>,
  from: string,
): string | null {
  const at = Math.max(
    0,
    items.findIndex(({ key }) => key === from),
  );
  const isLeft = ({ key }: Item) => !done.has(key);
  return (items.slice(at).find(isLeft) ?? items.slice(0, at).findLast(isLeft))?.key ?? null;
}

export function itemRows(item: Item): readonly TransactionRow[] {
  return "row" in item ? [item.row] : item.pair;
}

/** Number of a kind that waits, without what was just done. */
export function waitingOf({ counts }: ReviewAnswer, kind: Kind, doneCount: number): number {
  return Math.max(0, counts[kind] - doneCount);
}

/**
 * Orders two transactions by which of them stays. Exported, split and linked ones cannot go. Else the one from the
 * bank stays: its words prove balances.
 */
export function staysFirst(pair: Pair): Pair {
  const [one, other] = pair;
  return weightOf(other) > weightOf(one) ? [other, one] : [one, other];
}

function weightOf({ status, is_split, is_transfer, source }: TransactionRow): number {
  if (status === "exported" || is_split || is_transfer) return 2;
  return source === "hand" ? 0 : 1;
}
