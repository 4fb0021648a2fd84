import type { Question } from "../statement.ts";
import type { Draft } from "./draft.ts";
import type { Sides } from "./reading.ts";
import { type Roles, columnOf } from "./role.ts";
import { directionWord } from "./words.ts";

export type Signed = {
  readonly rows: readonly Draft[];
  readonly questions: readonly Question[];
  readonly notices: readonly string[];
};

type Told = {
  readonly rows: readonly Draft[];
  readonly roles: Roles;
  readonly sides: Sides;
  /** True for an export whose signs are known. */
  readonly isPreset: boolean;
  readonly isCard: boolean;
  /** True where the amounts are written with signs. */
  readonly hasSigns: boolean;
  /** True where the column of the amounts has a title. */
  readonly isTitled: boolean;
  readonly answers: Readonly<Record<string, string>>;
};

/** Settles which amounts came in: by words, by the running balance, and else by asking. */
export function settleSigns(told: Told): Signed {
  const { roles, sides, isCard, isPreset, isTitled, hasSigns, answers } = told;
  if (isPreset) return { rows: told.rows, questions: [], notices: [] };
  const words = againstWords(told.rows, columnOf(roles, "direction"));
  const written = proofOf(told.rows, { hasSigns: true });
  const areSignsProved = written !== null && isProved(written);
  const areWordsRight =
    sides === "numbers" && !areSignsProved && words.against.length > words.along;
  const worded = areWordsRight ? turned(told.rows) : told.rows;
  const against = sides === "numbers" ? words.against : [];
  const notices = areWordsRight
    ? against.slice(0, 1).map(turnedByWord)
    : against.slice(0, MOST_NOTICES).map(disagreement);
  const hasWords = words.along + words.against.length > 0;
  const proof = proofOf(worded, { hasSigns: hasSigns || hasWords || sides !== "numbers" });
  const isTurnedByBalance = proof !== null && isProved(proof) && proof.sign === -1;
  const rows = isTurnedByBalance && !isOrderOpen(worded) ? turned(worded) : worded;
  const isSaid = sides !== "numbers" || hasWords;
  // Of one day, balances before each row read like balances behind the rows in another order.
  const isAnyOrder = proof !== null && isProved(proof) && isOrderOpen(worded);
  const isOpen = isAnyOrder && !isSaid && !hasSigns;
  const isUsual = !isCard && (isTitled || hasSigns) && !isPlusAlone(rows);
  // A card's balance may be a debt, which grows with purchases.
  const isProven = proof !== null && isProved(proof) && (proof.sign === -1 || !isCard);
  const isClear = !isOpen && (isUsual || isProven || isSaid);
  const isMostlyIn = rows.filter(({ minor }) => minor > 0).length * 2 > rows.length;
  const settled = { rows, notices };
  if (isClear || !isMostlyIn) return { ...settled, questions: [] };
  const answer = answers["purchases"];
  if (answer === "out") {
    const out = isPlusAlone(rows) ? withoutPlusTurned(rows) : turned(rows);
    return { ...settled, rows: isCard ? out.map(withDebt) : out, questions: [] };
  }
  const question = isOpen ? oneDayQuestion(rows) : purchasesQuestion(rows, isCard);
  return { ...settled, questions: answer === "in" ? [] : [question] };
}

/** True where some amounts have a plus and the others no sign, as cards write `CR` for what was paid back. */
function isPlusAlone(rows: readonly Draft[]): boolean {
  return (
    rows.some(({ hasPlus }) => hasPlus) &&
    rows.some(({ hasPlus }) => !hasPlus) &&
    rows.every(({ minor }) => minor > 0)
  );
}

function withoutPlusTurned(rows: readonly Draft[]): readonly Draft[] {
  return rows.flatMap((row) => (row.hasPlus ? [row] : turned([row])));
}

const MOST_NOTICES = 3;

/** Rows whose number has another sign than their word. */
function againstWords(rows: readonly Draft[], column: number) {
  const said = rows.flatMap((row) => {
    const direction = directionWord(row.cells[column] ?? "");
    return direction === null ? [] : [{ row, isAlong: Math.sign(row.minor) === direction }];
  });
  return {
    along: said.filter(({ isAlong }) => isAlong).length,
    against: said
      .filter(({ isAlong }) => !isAlong)
      .map(({ row }) => ({ row, word: row.cells[column] ?? "" })),
  };
}

function turnedByWord({ row, word }: { readonly row: Draft; readonly word: string }): string {
  return `Line ${row.line} says ${word}, but its sign says the opposite. Most rows do, so the words count for all.`;
}

function disagreement({ row, word }: { readonly row: Draft; readonly word: string }): string {
  const way = row.minor > 0 ? "in" : "out";
  return `Line ${row.line} says ${word}, but by its amount the money went ${way}. The amount counts.`;
}

function turned(rows: readonly Draft[]): readonly Draft[] {
  return rows.map((row) => ({
    ...row,
    minor: 0 - row.minor,
    gross: row.gross === null ? null : 0 - row.gross,
  }));
}

/** A balance that grows with purchases is a debt. */
function withDebt(row: Draft): Draft {
  return { ...row, balance: row.balance === null ? null : 0 - row.balance };
}

function purchasesQuestion(rows: readonly Draft[], isCard: boolean): Question {
  const line = rows.find(({ minor, hasPlus }) => minor > 0 && !hasPlus)?.line ?? rows[0]?.line ?? 0;
  const like = `positive, such as that of line ${line}`;
  return {
    id: "purchases",
    text: isPlusAlone(rows)
      ? `Some amounts have a plus, and others no sign, such as that of line ${line}. Did the money without a sign go out?`
      : isCard
        ? `Most amounts of this card are ${like}. Are these purchases?`
        : `The amounts have no title and no sign; most are ${like}. Did the money go out?`,
    choices: WAYS,
  };
}

const WAYS = [
  { value: "out", label: "Yes, the money went out" },
  { value: "in", label: "No, the money came in" },
];

function oneDayQuestion(rows: readonly Draft[]): Question {
  const line = rows[0]?.line ?? 0;
  return {
    id: "purchases",
    text: `The amounts have no sign, and all rows are of one day, so the balances do not tell which came first. Did the money of line ${line} go out?`,
    choices: WAYS,
  };
}

/** Findings of a running balance: each balance is the one before it and the amounts between. */
export type Proof = {
  /** True where the newest row stands first. */
  readonly isNewestFirst: boolean;
  /** -1 where the balance goes down by what the amounts say came in. */
  readonly sign: 1 | -1;
  /** Pairs of rows with balances, and those whose amounts explain the change. */
  readonly links: number;
  readonly holds: number;
  /** Pairs of rows between which something is missing. */
  readonly gaps: readonly Gap[];
};

export type Gap = {
  /** The rows on both sides, from the older one. */
  readonly from: Draft;
  readonly to: Draft;
  /** Minor units by which the balance changes more than the rows tell. */
  readonly minor: number;
};

type Trust = {
  /** True where the file writes signs or words for them: no balance turns these. */
  readonly hasSigns: boolean;
};

/** Of rows whose signs are settled. */
export const SIGNED: Trust = { hasSigns: true };

/** Null for rows of which fewer than two have a balance. */
export function proofOf(rows: readonly Draft[], { hasSigns }: Trust): Proof | null {
  const booked = rows.filter(({ isPending }) => !isPending);
  const signs = hasSigns ? ([1] as const) : ([1, -1] as const);
  const tries = ordersOf(booked).flatMap((isNewestFirst) =>
    signs.map((sign) => tried(booked, isNewestFirst, sign)),
  );
  const [best] = tries.toSorted(
    (one, other) => other.holds - one.holds || tie(one, booked) - tie(other, booked),
  );
  return best === undefined || best.links === 0 ? null : best;
}

/** Days that run one way tell the order; rows of one day may stand in either. */
function ordersOf(rows: readonly Draft[]): readonly boolean[] {
  return isOrderOpen(rows) ? [false, true] : [daysRunBack(rows)];
}

export function isOrderOpen(rows: readonly Draft[]): boolean {
  const days = rows.flatMap(({ date, isPending }) => (isPending ? [] : (date ?? [])));
  return days[0] === days.at(-1);
}

/** Where balances tell nothing, the days tell the order. */
function tie({ isNewestFirst, sign }: Proof, rows: readonly Draft[]): number {
  return (isNewestFirst === daysRunBack(rows) ? 0 : 1) + (sign === 1 ? 0 : 2);
}

export function daysRunBack(rows: readonly Draft[]): boolean {
  const days = rows.flatMap(({ date }) => date ?? []);
  return (days[0] ?? "") > (days.at(-1) ?? "");
}

/** Links that hold by chance are few: one or two prove nothing. */
const LEAST_LINKS = 3;
const MOST_OF_TEN = 9;

/** True where the balances follow from the amounts, but for a gap here and there. */
export function isProved({ links, holds }: Proof): boolean {
  return holds >= LEAST_LINKS && holds * 10 >= links * MOST_OF_TEN;
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
      else gaps.push({ from: last, to: row, minor: missing });
    }
    between = 0;
    last = row;
  }
  return { isNewestFirst, sign, links, holds, gaps };
}
