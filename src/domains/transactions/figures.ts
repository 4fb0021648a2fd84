import type { CategoryKind } from "../../db/schema/categories.ts";
import type { Standing } from "../../db/schema/transactions.ts";
import type { KnownCategory } from "../categories/all-categories.ts";
import { systemCategory } from "../categories/system-categories.ts";

export const FIGURES = [
  "revenue",
  "expense",
  "profit",
  "burn",
  "spending",
  "capital_out",
  "to_state",
  "tax_collected",
  "tax_paid",
  "tax",
  "taxed_sales_net",
  "taxed_sales",
  "taxed_purchases_net",
  "taxed_purchases",
] as const;

export type Figure = (typeof FIGURES)[number];

/** Share of an amount that states a tax: the tax, the amount without it, or the whole. */
export type TaxShare = "tax" | "net" | "gross";

/**
 * Part of a category in reports. `none` is a transaction without a category, `state` an expense without a supplier:
 * taxes.
 */
export type Role = Exclude<CategoryKind, "transfer"> | "none" | "excluded" | "state";

type Terms = {
  /** Roles that count with both signs, so that refunds lower the figure. */
  readonly both: readonly Role[];
  readonly in: readonly Role[];
  readonly out: readonly Role[];
  /** Direction of the money that makes the figure more than zero. */
  readonly direction: "in" | "out";
  /** Null for whole amounts, with or without a tax. */
  readonly share: TaxShare | null;
};

const REVENUE: Terms = {
  both: ["income"],
  in: ["either", "none"],
  out: [],
  direction: "in",
  share: null,
};

// Draws, repaid loans and assets use up cash; new loans do not lower it.
const BURN: Terms = {
  both: ["expense", "state"],
  in: [],
  out: ["capital", "either", "none"],
  direction: "out",
  share: null,
};

const PROFIT: Terms = {
  both: ["income", "expense", "state", "either", "none"],
  in: [],
  out: [],
  direction: "in",
  share: null,
};

// The state is no supplier: payments to it contain no tax.
const BOUGHT: Terms = { ...BURN, both: ["expense"] };

const TERMS: Readonly<Record<Figure, Terms>> = {
  revenue: REVENUE,
  expense: { ...BURN, out: ["either", "none"] },
  profit: PROFIT,
  burn: BURN,
  spending: { ...BURN, out: ["capital", "either"] },
  capital_out: { ...BURN, both: [], out: ["capital"] },
  to_state: { ...BURN, both: ["state"], out: [] },
  tax_collected: { ...REVENUE, share: "tax" },
  tax_paid: { ...BOUGHT, share: "tax" },
  // Collected with revenue, less the tax paid to suppliers.
  tax: {
    ...PROFIT,
    both: ["income", "expense", "either", "none"],
    out: ["capital"],
    share: "tax",
  },
  taxed_sales_net: { ...REVENUE, share: "net" },
  taxed_sales: { ...REVENUE, share: "gross" },
  taxed_purchases_net: { ...BOUGHT, share: "net" },
  taxed_purchases: { ...BOUGHT, share: "gross" },
};

function directionOf(figure: Figure): "in" | "out" {
  return TERMS[figure].direction;
}

export function taxShareOf(figure: Figure): TaxShare | null {
  return TERMS[figure].share;
}

/** Signs with which transactions of a role count in a figure; null for none. */
export function signsIn(figure: Figure, role: Role): "both" | "in" | "out" | null {
  const terms = TERMS[figure];
  return (["both", "in", "out"] as const).find((signs) => terms[signs].includes(role)) ?? null;
}

export function countsIn(figure: Figure, role: Role, isIn: boolean): boolean {
  const signs = signsIn(figure, role);
  return signs === "both" || signs === (isIn ? "in" : "out");
}

/** Computes a figure from money in and money out, which is below zero. The figure is usually above zero. */
export function figureOf(
  figure: Figure,
  sums: { readonly in: bigint; readonly out: bigint },
): bigint {
  return directionOf(figure) === "in" ? sums.in + sums.out : -(sums.in + sums.out);
}

/** Reads `excluded` with each report, so that a category's change of it changes no transaction. */
export function roleOf({
  kind,
  excluded,
  id,
  parent_id,
}: Pick<KnownCategory, "kind" | "excluded" | "id" | "parent_id">): Role {
  if (excluded || kind === "transfer") return "excluded";
  const isOfTaxes = id === TAXES || parent_id === TAXES;
  return kind === "expense" && isOfTaxes ? "state" : kind;
}

/** @param slug "" for none */
export function roleIn(categories: ReadonlyMap<string, KnownCategory>, slug: string): Role {
  if (slug === "") return "none";
  const category = categories.get(slug);
  if (category === undefined) throw new Error(`no category has the slug ${slug}`);
  return roleOf(category);
}

/** Slugs of the categories that no figure has. */
export function excludedSlugs(
  categories: readonly (Parameters<typeof roleOf>[0] & Pick<KnownCategory, "slug">)[],
): readonly string[] {
  return categories.filter((one) => roleOf(one) === "excluded").map(({ slug }) => slug);
}

const TAXES = systemCategory("taxes")?.id;

export const REASONS = ["pending", "excluded", "transfer", "capital", "no_rate"] as const;

export type Reason = (typeof REASONS)[number];

const STANDINGS: Readonly<Partial<Record<Reason, Standing>>> = {
  pending: "pending",
  excluded: "excluded",
  transfer: "transfer",
};

export function standingOf(reason: Reason): Standing | null {
  return STANDINGS[reason] ?? null;
}

/** Signs with which a role that would count is left out; null for none. */
export function signsLeftOut(
  reason: Reason,
  figure: Figure,
  role: Role,
): "both" | "in" | "out" | null {
  if (reason === "no_rate") return signsUnrated(figure, role);
  if (reason === "excluded") return role === "excluded" ? "both" : null;
  if (reason !== "capital" || role !== "capital") return null;
  const counted = signsIn(figure, role);
  if (counted === null) return "both";
  if (counted === "both") return null;
  return counted === "in" ? "out" : "in";
}

/**
 * Signs with which a role would count if it had a rate. Payments to the state are told beside the figures of tax.
 */
export function signsUnrated(figure: Figure, role: Role): "both" | "in" | "out" | null {
  return signsIn(figure, role) ?? (role === "state" ? signsIn(figure, "expense") : null);
}
