import type { Transaction } from "./transaction.ts";

/** A part that is edited. Its key stays when others come and go. */
export type DraftPart = {
  readonly key: number;
  /** Undefined while what is typed is no amount. */
  readonly amount_minor: number | undefined;
  readonly category_slug: string | null;
  readonly name: string | null;
  readonly note: string | null;
  readonly tax_rate_bp: number | null;
  readonly tax_type: string | null;
};

/** The parts to start with: of a whole transaction, its amount and an empty part. */
export function draftOf({ parts, ...whole }: Transaction): readonly DraftPart[] {
  if (parts.length > 0)
    return parts.map(({ base_minor: _base, tax_minor: _tax, ...part }, key) => ({ ...part, key }));
  const { amount_minor, category_slug, tax_rate_bp, tax_type } = whole;
  const first = { ...blankPart(0), amount_minor, category_slug, tax_rate_bp, tax_type };
  return [first, blankPart(1)];
}

export function blankPart(key: number): DraftPart {
  return {
    key,
    amount_minor: undefined,
    category_slug: null,
    name: null,
    note: null,
    tax_rate_bp: null,
    tax_type: null,
  };
}

export function restOf(whole: number, parts: readonly DraftPart[]): number {
  return parts.reduce((rest, { amount_minor = 0 }) => rest - amount_minor, whole);
}

/** Reason for which the parts cannot be saved; null if they can. */
export function obstacleIn(whole: number, parts: readonly DraftPart[]): "rest" | "zero" | null {
  if (parts.some(({ amount_minor = 0 }) => amount_minor === 0)) return "zero";
  return restOf(whole, parts) === 0 ? null : "rest";
}
