import type { Output } from "../../../api.ts";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { type InvoiceLine, TAX_RATES } from "../invoice.ts";
import { percent } from "./decimals.ts";

export type TaxRate = Output<typeof TAX_RATES>["items"][number];

const NONE: readonly TaxRate[] = [];

/** Rates for the totals, those to choose from, and the usual one. A line keeps an archived rate that it has. */
export function useRates(lines: readonly InvoiceLine[]) {
  const { data } = useOfTeam(useTeam(), TAX_RATES, {});
  const all = data?.items ?? NONE;
  const used = new Set(lines.map(({ tax_rate_id }) => tax_rate_id));
  const shown = all.filter(({ id, is_archived }) => !is_archived || used.has(id));
  return { all, shown, usual: data?.usual_id ?? null } as const;
}

export type Rates = ReturnType<typeof useRates>;

/** `19 %`, or the name where the percent alone says too little: `Reverse charge`. */
export function rateName({
  name,
  category,
  bp,
}: Pick<TaxRate, "name" | "category" | "bp">): string {
  return category === "S" ? `${percent(bp)} %` : name;
}
