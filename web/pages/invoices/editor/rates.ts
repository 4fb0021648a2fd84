import type { Output } from "../../../api.ts";
import { useOfTeam } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { type InvoiceLine, TAX_RATES } from "../invoice.ts";
import { percent } from "./decimals.ts";

export type TaxRate = Output<typeof TAX_RATES>["items"][number];

const NONE: readonly TaxRate[] = [];

/** Rates for the totals, those to choose from, and the usual one: the customer's, else the team's. A line keeps an archived rate that it has. */
export function useRates(lines: readonly InvoiceLine[], ofCustomer: string | null) {
  const { data } = useOfTeam(useTeam(), TAX_RATES, {});
  const all = data?.items ?? NONE;
  const used = new Set(lines.map(({ tax_rate_id }) => tax_rate_id));
  const shown = all.filter(({ id, is_archived }) => !is_archived || used.has(id));
  const own = all.find(({ id, is_archived }) => id === ofCustomer && !is_archived);
  return { all, shown, usual: own?.id ?? data?.usual_id ?? null } as const;
}

/** The customer of the draft; undefined without one, and until it is known. */
export function useBuyer(id: string | null) {
  const given = { id: id ?? "" };
  return useOfTeam(useTeam(), "GET /api/teams/:team/customers/:id", given, {
    isAsked: id !== null,
  }).data;
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
