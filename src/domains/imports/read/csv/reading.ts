import type { ReadAmount } from "../amount.ts";
import type { RowError } from "../statement.ts";
import { amountIn, currencyOfAmount, isDash, writtenAmount } from "./amounts.ts";
import type { Days } from "./dates.ts";
import type { Layout } from "./layout.ts";
import type { Preset } from "./presets.ts";
import { type Role, type Roles, columnOf } from "./role.ts";
import type { Profile } from "./roles.ts";
import { directionWord } from "./words.ts";

/** The source of an amount's sign. */
export type Sides = "columns" | "words" | "words for money in" | "words for money out" | "numbers";

export type Reading = {
  readonly header: readonly string[] | null;
  readonly width: number;
  readonly layout: Layout;
  readonly preset: Preset;
  readonly currency: string;
  readonly days: Days;
  readonly sides: Sides;
  /** Signs of most cells of money out and money in. Another sign is money back. */
  readonly usualSigns: UsualSigns;
  /** Columns whose cells read as money, whatever their titles say. */
  readonly money: ReadonlySet<number>;
};

export type UsualSigns = {
  /** Null where no sign is usual, so that the column decides alone. */
  readonly debit: 1 | -1 | null;
  readonly credit: 1 | -1 | null;
};

export function usualSignsOf(roles: Roles, profiles: readonly Profile[]): UsualSigns {
  const usual = (role: "debit" | "credit") => {
    const minus = profiles[columnOf(roles, role)]?.minus ?? 0;
    if (minus === 0.5) return null;
    return minus > 0.5 ? -1 : 1;
  };
  return { debit: usual("debit"), credit: usual("credit") };
}

export function cellCurrency(cell: string, otherwise: string): string {
  const code = cell.trim().toUpperCase();
  return /^[A-Z]{3}$/.test(code) ? code : otherwise;
}

/** Currency of a row by its own column, else as the amount is written: `5.00 USD`, `£5.00`. */
export function rowCurrency(cell: Cell, otherwise: string, account = otherwise): string {
  const named = cellCurrency(cell("currency"), "");
  return named === "" ? (writtenCurrency(cell, account) ?? otherwise) : named;
}

function writtenCurrency(cell: Cell, account: string): string | null {
  const amounts = (["amount", "net", "debit", "credit"] as const).map(cell);
  const written = amounts.find((text) => text !== "" && !USUAL_AMOUNT.test(text));
  return written === undefined ? null : currencyOfAmount(written, account);
}

/** An amount that is written in another currency than its row names. */
export function otherCurrencyIn(cell: Cell, reading: Reading): Omit<RowError, "line"> | null {
  const named = cellCurrency(cell("currency"), "");
  const written = named === "" ? null : writtenCurrency(cell, named);
  if (written === null || written === named) return null;
  const why = `The amount is in ${written}, and its row says ${named}.`;
  return { column: titleOf(reading, "amount"), text: cell("amount"), why };
}

const USUAL_AMOUNT = /^[-+\d.,'’ ]+$/;

type Written = { readonly layout: Layout; readonly currency: string };

/** Null for an empty cell, or a dash. */
export function moneyIn(
  text: string,
  role: Role,
  { layout, currency }: Written,
): ReadAmount | null {
  if (text === "" || isDash(text)) return null;
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

export function sidesOf(
  roles: Roles,
  profiles: readonly Profile[],
  cells: readonly string[],
): Sides {
  const amount = profiles[columnOf(roles, "amount")];
  const hasColumns = roles.includes("debit") || roles.includes("credit");
  const hasOne = roles.includes("debit") !== roles.includes("credit");
  if (hasColumns && (amount === undefined || (!amount.hasMinus && !hasOne))) return "columns";
  if (!roles.includes("direction") || amount === undefined || amount.hasMinus) return "numbers";
  const said = new Set(cells.map(directionWord).filter((direction) => direction !== null));
  const isPartial = cells.some((cell) => directionWord(cell) === null);
  if (isPartial && said.size === 1)
    return said.has(1) ? "words for money in" : "words for money out";
  return said.size > 0 ? "words" : "numbers";
}

export type Booked =
  | { readonly minor: number; readonly gross: number | null }
  | Omit<RowError, "line">;

type Cell = (role: Role) => string;

/** Null for a row without an amount. */
export function bookedAmount(cell: Cell, reading: Reading): Booked | null {
  if (reading.layout.roles.includes("net")) return netAmount(cell, reading);
  if (reading.sides === "columns") return amountOfColumns(cell, reading);
  const booked = signedAmount(cell, reading);
  const other = amountOfColumns(cell, reading);
  if (booked === null || "why" in booked || other === null) return booked;
  if ("why" in other) return other;
  const minor = booked.gross ?? booked.minor;
  const original = readMoney(cell, "originalAmount", reading);
  const isOriginal = original !== null && "minor" in original && original.minor === other.minor;
  return other.minor === 0 || other.minor === minor || isOriginal
    ? booked
    : {
        column: titleOf(reading, "amount"),
        text: cell("amount"),
        why: "The amount differs from the money out or in of its row.",
      };
}

function netAmount(cell: Cell, reading: Reading): Booked | null {
  const net = readMoney(cell, "net", reading);
  if (net === null || "why" in net) return net;
  const gross = readMoney(cell, "gross", reading);
  return { minor: net.minor, gross: gross !== null && "minor" in gross ? gross.minor : null };
}

function amountOfColumns(cell: Cell, reading: Reading): Booked | null {
  const debit = readMoney(cell, "debit", reading);
  const credit = readMoney(cell, "credit", reading);
  if (debit !== null && "why" in debit) return debit;
  if (credit !== null && "why" in credit) return credit;
  if (debit === null && credit === null) return null;
  const [out, into] = [debit?.minor ?? 0, credit?.minor ?? 0];
  if (out !== 0 && into !== 0)
    return {
      column: titleOf(reading, "debit"),
      text: `${cell("debit")} and ${cell("credit")}`,
      why: "The row has money in and money out.",
    };
  const { debit: usualOut, credit: usualIn } = reading.usualSigns;
  const minor = alongSign(into, usualIn) - alongSign(out, usualOut);
  return { minor, gross: null };
}

function alongSign(minor: number, usual: 1 | -1 | null): number {
  if (usual === null) return Math.abs(minor);
  return usual === 1 ? minor : 0 - minor;
}

function signedAmount(cell: Cell, reading: Reading): Booked | null {
  const read = readMoney(cell, "amount", reading);
  if (read === null || "why" in read) return read;
  const { preset, sides } = reading;
  const direction = directionIn(cell("direction"), sides);
  if (sides !== "numbers" && direction === null)
    return {
      column: titleOf(reading, "direction"),
      text: cell("direction"),
      why: "This word does not tell whether the money came in or went out.",
    };
  const hasPlus = writtenAmount(cell("amount"))?.sign === 1;
  const minor = hasPlus || direction === null ? read.minor : direction * Math.abs(read.minor);
  if (!preset.feeIsExtra) return { minor, gross: null };
  const fee = readMoney(cell, "fee", reading);
  if (fee === null || "why" in fee || fee.minor === 0) return { minor, gross: null };
  return { minor: minor - Math.abs(fee.minor), gross: minor };
}

function directionIn(word: string, sides: Sides): 1 | -1 | null {
  if (sides === "numbers" || sides === "columns") return null;
  const said = directionWord(word);
  if (said !== null || sides === "words") return said;
  return sides === "words for money in" ? -1 : 1;
}

function readMoney(cell: Cell, role: Role, reading: Reading) {
  const { layout } = reading;
  const text = cell(role);
  const currency = rowCurrency(cell, reading.currency);
  const read = moneyIn(text, role, { layout, currency });
  if (read === null || "minor" in read) return read;
  return { column: titleOf(reading, role), text, why: read.why };
}
