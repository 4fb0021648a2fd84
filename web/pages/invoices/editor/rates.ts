import type { Output } from "../../../api.ts";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import type { InvoiceLine } from "../invoice.ts";
import { percent } from "./decimals.ts";

const PATH = "GET /api/teams/:team/tax-rates";

export type TaxRate = Output<typeof PATH>["items"][number];

const NONE: readonly TaxRate[] = [];

/** Rates for the totals, those to choose from, and the usual one. A line keeps an archived rate that it has. */
export function useRates(lines: readonly InvoiceLine[]) {
  const { data } = useOfTeam(useTeam(), PATH, {});
  const all = data?.items ?? NONE;
  const used = new Set(lines.map(({ tax_rate_id }) => tax_rate_id));
  const shown = all.filter(({ id, is_archived }) => !is_archived || used.has(id));
  return { all, shown, usual: data?.usual_id ?? null, isPending: data === undefined } as const;
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
