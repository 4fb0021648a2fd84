import type { Question } from "../statement.ts";
import type { Draft } from "./draft.ts";
import { isProved, proofOf } from "./proof.ts";
import type { Sides } from "./reading.ts";
import { columnOf, type Roles } from "./role.ts";
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
  readonly answers: Readonly<Record<string, string>>;
};

/** Settles which amounts came in: by words, by the running balance, and else by asking. */
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
