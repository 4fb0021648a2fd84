import type { ReadAmount } from "../amount.ts";
import { amountIn, writtenAmount } from "./amounts.ts";
import type { Days } from "./dates.ts";
import type { Layout } from "./layout.ts";
import type { Preset } from "./presets.ts";
import { columnOf, type Role } from "./role.ts";

/** The source of an amount's sign. */
export type Sides =
  /** Columns of money in and money out. */
  | "columns"
  /** A word in a column, since the numbers have no sign. */
  | "words"
  /** A word in some rows of a column: the others are the opposite. */
  | "words for money in"
  | "words for money out"
  | "numbers";

/** The way in which the rows of a table are read. */
export type Reading = {
  readonly header: readonly string[] | null;
  readonly width: number;
  readonly layout: Layout;
  readonly preset: Preset;
  readonly currency: string;
  readonly days: Days;
  readonly sides: Sides;
};

export function cellCurrency(cell: string, otherwise: string): string {
  const code = cell.trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : otherwise;
}

type Written = { readonly layout: Layout; readonly currency: string };

/** Signed minor units of a cell; null for an empty one. */
export function moneyIn(
  text: string,
  role: Role,
  { layout, currency }: Written,
): ReadAmount | null {
  if (text === "") return null;
  const written = writtenAmount(text);
  if (written === null) return { why: "This is no amount." };
  const read = amountIn(written.digits, layout.marks[role] ?? ".", currency);
  if ("why" in read || written.sign !== -1 || read.minor === 0) return read;
  return { minor: -read.minor };
}

export function titleOf(
  { header, layout }: Pick<Reading, "header" | "layout">,
  role: Role,
): string | null {
  const column = columnOf(layout.roles, role);
  return column < 0 ? null : (header?.[column] ?? `Column ${column + 1}`);
}
