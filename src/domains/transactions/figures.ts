import type { CategoryKind } from "../../db/schema/categories.ts";
import type { KnownCategory } from "../categories/all-categories.ts";

export const FIGURES = [
  "revenue",
  "expense",
  "profit",
  "burn",
  "spending",
  "capital_out",
  "tax_collected",
  "tax_paid",
  "tax",
] as const;

/** A figure of reports: a sum of transactions and parts that count, or of the tax in them. */
export type Figure = (typeof FIGURES)[number];

/** Part that the transactions of a category play; `none` is the lack of a category. */
export type Role = Exclude<CategoryKind, "transfer"> | "none" | "excluded";

type Terms = {
  /** Roles that count with both signs, so that refunds lower the figure. */
  readonly both: readonly Role[];
  readonly in: readonly Role[];
  readonly out: readonly Role[];
  /** Direction of the money that makes the figure more than zero. */
  readonly direction: "in" | "out";
  /** True for the sum of the tax that is stated. */
  readonly isTax: boolean;
};

const REVENUE: Terms = {
  both: ["income"],
  in: ["either", "none"],
  out: [],
  direction: "in",
  isTax: false,
};

// Draws, repaid loans and assets use up cash; new loans do not lower it.
const BURN: Terms = {
  both: ["expense"],
  in: [],
  out: ["capital", "either", "none"],
  direction: "out",
  isTax: false,
};

const PROFIT: Terms = {
  both: ["income", "expense", "either", "none"],
  in: [],
  out: [],
  direction: "in",
  isTax: false,
};

const TERMS: Readonly<Record<Figure, Terms>> = {
  revenue: REVENUE,
  expense: { ...BURN, out: ["either", "none"] },
  profit: PROFIT,
  burn: BURN,
  spending: { ...BURN, out: ["capital", "either"] },
  capital_out: { ...BURN, both: [], out: ["capital"] },
  tax_collected: { ...REVENUE, isTax: true },
  tax_paid: { ...BURN, isTax: true },
  // Collected with revenue, less what is paid with all that burns.
  tax: { ...PROFIT, out: ["capital"], isTax: true },
};

export function directionOf(figure: Figure): "in" | "out" {
  return TERMS[figure].direction;
}

export function isTax(figure: Figure): boolean {
  return TERMS[figure].isTax;
}

/** Signs with which transactions of a role count in a figure; null for none. */
export function signsIn(figure: Figure, role: Role): "both" | "in" | "out" | null {
  const terms = TERMS[figure];
  return (["both", "in", "out"] as const).find((signs) => terms[signs].includes(role)) ?? null;
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
