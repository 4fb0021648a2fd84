import type { CategoryKind } from "../../db/schema/categories.ts";
import type { KnownCategory } from "../categories/all-categories.ts";

export const FIGURES = ["revenue", "expense", "burn", "spending", "capital_out"] as const;

/** A figure of reports: a sum of transactions and parts that count. */
export type Figure = (typeof FIGURES)[number];

/** Part that the transactions of a category play; `none` is the lack of a category. */
export type Role = Exclude<CategoryKind, "transfer"> | "none" | "excluded";

type Terms = {
  /** Roles that count with both signs, so that refunds lower the figure. */
  readonly both: readonly Role[];
  /** Roles that count in the figure's direction alone. */
  readonly one: readonly Role[];
  readonly direction: "in" | "out";
};

const TERMS: Readonly<Record<Figure, Terms>> = {
  revenue: { both: ["income"], one: ["either", "none"], direction: "in" },
  expense: { both: ["expense"], one: ["either", "none"], direction: "out" },
  // Draws, repaid loans and assets use up cash; new loans do not lower it.
  burn: { both: ["expense"], one: ["capital", "either", "none"], direction: "out" },
  spending: { both: ["expense"], one: ["capital", "either"], direction: "out" },
  capital_out: { both: [], one: ["capital"], direction: "out" },
};

export function directionOf(figure: Figure): "in" | "out" {
  return TERMS[figure].direction;
}

/** Signs with which transactions of a role count in a figure; null for none. */
export function signsIn(figure: Figure, role: Role): "both" | "in" | "out" | null {
  const { both, one, direction } = TERMS[figure];
  if (both.includes(role)) return "both";
  return one.includes(role) ? direction : null;
}

/** True when money in, or else out, of a role counts in a figure. */
export function countsIn(figure: Figure, role: Role, isIn: boolean): boolean {
  const signs = signsIn(figure, role);
  return signs === "both" || signs === (isIn ? "in" : "out");
}

/** The figure that money in and out, the latter below zero, come to. It is above zero as a rule. */
export function figureOf(
  figure: Figure,
  sums: { readonly in: bigint; readonly out: bigint },
): bigint {
  return directionOf(figure) === "in" ? sums.in + sums.out : -(sums.in + sums.out);
}

/** A category's `excluded` is looked up when a report is read, so that changing it changes no transaction. */
export function roleOf({ kind, excluded }: Pick<KnownCategory, "kind" | "excluded">): Role {
  return excluded || kind === "transfer" ? "excluded" : kind;
}
