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
  readonly isPreset: boolean;
  readonly isCard: boolean;
  readonly answers: Readonly<Record<string, string>>;
};

/** Tells money in from money out by words, by the running balance, and else by asking. */
export function settleSigns(told: Told): Signed {
  const { roles, sides, isCard, isPreset, answers } = told;
  if (isPreset) return { rows: told.rows, questions: [], notices: [] };
  const words = againstWords(told.rows, columnOf(roles, "direction"));
  const areWordsRight = sides === "numbers" && words.against.length > words.along;
  const worded = areWordsRight ? turned(told.rows) : told.rows;
  const notices =
    sides === "numbers" && !areWordsRight
      ? words.against.slice(0, MOST_NOTICES).map(disagreement)
      : [];
  const proof = proofOf(worded);
  const isTurnedByBalance = proof !== null && isProved(proof) && proof.sign === -1;
  const rows = isTurnedByBalance ? turned(worded) : worded;
  const isClear =
    !isCard || isTurnedByBalance || sides !== "numbers" || words.along + words.against.length > 0;
  const isMostlyIn = rows.filter(({ minor }) => minor > 0).length * 2 > rows.length;
  const settled = { rows, notices };
  if (isClear || !isMostlyIn) return { ...settled, questions: [] };
  const answer = answers["purchases"];
  if (answer === "out") return { ...settled, rows: turned(rows).map(withDebt), questions: [] };
  return { ...settled, questions: answer === "in" ? [] : [purchasesQuestion(rows)] };
}

const MOST_NOTICES = 3;

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

function purchasesQuestion(rows: readonly Draft[]): Question {
  const line = rows.find(({ minor }) => minor > 0)?.line ?? 0;
  return {
    id: "purchases",
    text: `Most amounts of this card are positive, such as that of line ${line}. Are these purchases?`,
    choices: [
      { value: "out", label: "Yes, the money went out" },
      { value: "in", label: "No, the money came in" },
    ],
  };
}

/** Results of following the running balance: each balance is the one before it plus the amounts between. */
export type Proof = {
  readonly isNewestFirst: boolean;
  /** -1 where the balance falls by what the amounts say came in. */
  readonly sign: 1 | -1;
  readonly links: number;
  readonly holds: number;
  readonly gaps: readonly Gap[];
};

type Gap = {
  readonly from: number;
  readonly to: number;
  /** Minor units of the change that no row tells. */
  readonly minor: number;
};

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

/** Prefers the order of the days where balances tell nothing. */
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
