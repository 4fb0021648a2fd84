import { z } from "zod";
import { type ById, uuid } from "../../core/fields.ts";
import type { Context } from "../../db/context.ts";
import { offeredRates } from "../../shared/country-taxes.ts";
import { settingsOf } from "../invoice-settings/settings.ts";
import { TAX_CATEGORIES } from "../invoices/invoice-body.ts";
import {
  customersByRate,
  isRateUsed,
  listRates,
  noRate,
  type TaxRateRow,
  usedRates,
} from "./tax-rate.ts";

const rate = {
  name: z.string(),
  category: z.enum(TAX_CATEGORIES),
  /** Hundredths of a percent. */
  bp: z.int(),
  /** Printed where no tax is charged. */
  reason: z.string().nullable(),
};

export const ShownTaxRate = z.object({
  id: uuid,
  ...rate,
  is_archived: z.boolean(),
  /** A line of an invoice has it, so that percent, category and reason stay. */
  is_used: z.boolean(),
  /** Customers that have it as their usual rate. */
  customer_count: z.int(),
  updated_at: z.string(),
});

export const TaxRates = z.object({
  items: z.array(ShownTaxRate),
  /** Rates of the team's country that it has not. */
  offered: z.array(z.object(rate)),
  /** Rate of lines where nothing else is said. */
  usual_id: uuid.nullable(),
  country_code: z.string().nullable(),
});

export async function shownRates(context: Context): Promise<z.input<typeof TaxRates>> {
  const [rows, settings, used, customers] = await Promise.all([
    listRates(context),
    settingsOf(context),
    usedRates(context),
    customersByRate(context),
  ]);
  const open = rows.filter(({ archived_at }) => archived_at === null);
  const offered = offeredRates(settings.country_code).filter(
    ({ category, bp }) => !open.some((row) => row.category === category && row.bp === bp),
  );
  return {
    items: rows.map((row) => shownRate(row, used.has(row.id), customers)),
    offered: [...offered],
    usual_id: settings.tax_rate_id,
    country_code: settings.country_code,
  };
}

export async function getShownRate(
  context: Context,
  { id }: ById,
): Promise<z.input<typeof ShownTaxRate>> {
  const row = (await listRates(context)).find((row) => row.id === id);
  if (row === undefined) throw noRate(id);
  return shownRate(row, await isRateUsed(context, id), await customersByRate(context));
}

function shownRate(
  { team_id: _team, name_key: _key, archived_at, created_at: _at, ...row }: TaxRateRow,
  is_used: boolean,
  customers: ReadonlyMap<string, number>,
): z.input<typeof ShownTaxRate> {
  const customer_count = customers.get(row.id) ?? 0;
  return { ...row, is_archived: archived_at !== null, is_used, customer_count };
}
