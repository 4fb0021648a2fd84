import type { Draft } from "./draft.ts";

/** Findings of a running balance: each balance is the one before it and the amounts between. */
export type Proof = {
  /** True where the newest row stands first. */
  readonly isNewestFirst: boolean;
  /** -1 where the balance goes down by what the amounts say came in. */
  readonly sign: 1 | -1;
  /** Pairs of rows with balances, and those whose amounts explain the change. */
  readonly links: number;
  readonly holds: number;
  /** Pairs of lines between which something is missing. */
  readonly gaps: readonly Gap[];
};

export type Gap = {
  /** Lines in the order of the file. */
  readonly from: number;
  readonly to: number;
  /** Minor units by which the balance changes more than the rows tell. */
  readonly minor: number;
};

/** Null for rows of which fewer than two have a balance. */
export function proofOf(rows: readonly Draft[]): Proof | null {
  const booked = rows.filter(({ isPending }) => !isPending);
  const tries = ([false, true] as const).flatMap((isNewestFirst) =>
    ([1, -1] as const).map((sign) => tried(booked, isNewestFirst, sign)),
  );
  const [best] = tries.toSorted(
    (one, other) => other.holds - one.holds || tie(one, booked) - tie(other, booked),
  );
  return best === undefined || best.links === 0 ? null : best;
}

/** Where balances tell nothing, the days tell the order. */
function tie({ isNewestFirst, sign }: Proof, rows: readonly Draft[]): number {
  return (isNewestFirst === daysRunBack(rows) ? 0 : 1) + (sign === 1 ? 0 : 2);
}

export function daysRunBack(rows: readonly Draft[]): boolean {
  const days = rows.flatMap(({ date }) => date ?? []);
  return (days[0] ?? "") > (days.at(-1) ?? "");
}

export function isProved({ links, holds }: Proof): boolean {
  return holds > 0 && holds * 2 >= links;
}

function tried(rows: readonly Draft[], isNewestFirst: boolean, sign: 1 | -1): Proof {
  const ordered = isNewestFirst ? rows.toReversed() : rows;
  const gaps: Gap[] = [];
  let [links, holds, between] = [0, 0, 0];
  let last: Draft | null = null;
  for (const row of ordered) {
    between += sign * row.minor;
    if (row.balance === null) continue;
    if (last?.balance !== null && last !== null) {
      links += 1;
      const missing = row.balance - last.balance - between;
      if (missing === 0) holds += 1;
      else gaps.push({ from: last.line, to: row.line, minor: missing });
    }
    between = 0;
    last = row;
  }
  return { isNewestFirst, sign, links, holds, gaps };
}
