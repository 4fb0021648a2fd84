import { isCurrency } from "../../../core/money.ts";
import type { FileRow, Info, RowError } from "./statement.ts";

export type Outcome =
  | { readonly row: FileRow }
  | { readonly info: Info }
  | { readonly error: RowError };

type Booking = Pick<FileRow, "line" | "date" | "minor"> &
  Partial<Omit<FileRow, "name">> & {
    /** The first text with a letter names the row, else the first that is not empty. */
    readonly names: readonly (string | null | undefined)[];
  };

/** Turns zero amounts into infos, since they are no bookings. */
export function outcomeOf({ names, ...given }: Booking): Outcome {
  const words = names.filter((text) => /\p{L}/u.test(text ?? ""));
  const named = firstText(...words, ...names) ?? (given.minor < 0 ? "Money out" : "Money in");
  const name = shortened(named);
  if (given.minor === 0) return { info: { line: given.line, text: `An amount of zero: ${name}` } };
  return {
    row: {
      valueDate: null,
      isPending: false,
      description: null,
      reference: null,
      counterpartyNumber: null,
      bankId: null,
      original: null,
      details: [],
      isSplit: false,
      ownText: [],
      transferTo: null,
      ...given,
      name,
    },
  };
}

export function errorAt(line: number, column: string | null, text: string, why: string) {
  return { error: { line, column, text: shortened(oneLine(text)), why } };
}

export function sortedOut(outcomes: readonly Outcome[]) {
  return {
    rows: outcomes.flatMap((outcome) => ("row" in outcome ? [outcome.row] : [])),
    infos: outcomes.flatMap((outcome) => ("info" in outcome ? [outcome.info] : [])),
    errors: outcomes.flatMap((outcome) => ("error" in outcome ? [outcome.error] : [])),
  };
}

export function firstText(...texts: readonly (string | null | undefined)[]): string | null {
  for (const text of texts) {
    const line = oneLine(text ?? "");
    if (line !== "") return line;
  }
  return null;
}

export function sumOfMinor(rows: readonly { readonly minor: number }[]): bigint {
  return rows.reduce((sum, { minor }) => sum + BigInt(minor), 0n);
}

/** Drops blank and repeated texts; null when none is left. */
export function joinedText(...texts: readonly (string | null | undefined)[]): string | null {
  const lines = texts.map((text) => oneLine(text ?? "")).filter((line) => line !== "");
  const joined = [...new Set(lines)].join(" ").slice(0, LONGEST_DESCRIPTION);
  return joined === "" ? null : joined.toWellFormed();
}

export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Null for blanks, zeros and words that stand for no id. */
export function bankIdOf(text: string | null | undefined): string | null {
  const id = oneLine(text ?? "");
  return /^(?:0*|NONREF|NOTPROVIDED|NOT PROVIDED|NONE|N\/A)$/i.test(id) ? null : id;
}

export function accountNumberOf(text: string | null | undefined): string | null {
  const number = (text ?? "").replaceAll(/\s/g, "");
  return number === "" ? null : number;
}

/** Null for a word that is no code of ISO 4217. */
export function readCurrency(text: string | null | undefined): string | null {
  const code = (text ?? "").trim().toUpperCase();
  return isCurrency(code) ? code : null;
}

const LONGEST_DESCRIPTION = 10_000;

const LONGEST_NAME = 140;

function shortened(text: string): string {
  if (text.length <= LONGEST_NAME) return text;
  const cut = text.slice(0, LONGEST_NAME).toWellFormed();
  const end = cut.lastIndexOf(" ");
  return `${end > LONGEST_NAME / 2 ? cut.slice(0, end) : cut}…`;
}
