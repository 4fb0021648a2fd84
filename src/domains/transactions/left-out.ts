import type { Standing } from "../../db/schema/transactions.ts";
import { type Figure, type Role, signsIn } from "./figures.ts";

export const REASONS = ["pending", "excluded", "transfer", "capital", "no_rate"] as const;

/** Why a transaction or part is not in a figure. */
export type Reason = (typeof REASONS)[number];

const STANDINGS: Readonly<Partial<Record<Reason, Standing>>> = {
  pending: "pending",
  excluded: "excluded",
  transfer: "transfer",
};

/** Standing of transactions that are left out for a reason, whatever their category. */
export function standingOf(reason: Reason): Standing | null {
  return STANDINGS[reason] ?? null;
}

/** Signs with which a role that would count is left out of a figure for a reason; null for none. */
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
 * Signs with which a role counts in a figure once it has a rate. What is paid to the state is told beside the
 * figures of tax.
 */
export function signsUnrated(figure: Figure, role: Role): "both" | "in" | "out" | null {
  return signsIn(figure, role) ?? (role === "state" ? signsIn(figure, "expense") : null);
}
