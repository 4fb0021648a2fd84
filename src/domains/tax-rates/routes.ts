import { z } from "zod";
import { byId, event } from "../../core/fields.ts";
import { json, defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { getShownRate, ShownTaxRate, shownRates, TaxRates } from "./page-answers.ts";
import {
  CreateTaxRate,
  createTaxRate,
  DeletedTaxRate,
  deleteTaxRate,
  UpdateTaxRate,
  updateTaxRate,
} from "./save-rate.ts";

const SavedTaxRate = ShownTaxRate.extend({ event });

const list = defineRoute({
  path: "GET /api/teams/:team/tax-rates",
  role: "member",
  input: z.strictObject({}),
  output: json(TaxRates),
  example: () => ({}),
  handler: async (context: Context) => shownRates(context),
});

const create = defineRoute({
  path: "POST /api/teams/:team/tax-rates",
  role: "admin",
  event: { of: "tax_rate", did: "created" },
  input: CreateTaxRate,
  output: json(SavedTaxRate),
  example: () => ({ name: "19 % VAT", category: "S" as const, bp: 1900 }),
  handler: async (context: Context, input) => {
    const { id, event } = await createTaxRate(context, input);
    return { ...(await getShownRate(context, { id })), event };
  },
});

const update = defineRoute({
  path: "PATCH /api/teams/:team/tax-rates/:id",
  role: "admin",
  event: { of: "tax_rate", did: "changed" },
  input: UpdateTaxRate,
  output: json(SavedTaxRate),
  example: (idOf) => ({ id: idOf("tax_rate"), name: "Full rate" }),
  handler: async (context: Context, input) => {
    const { event } = await updateTaxRate(context, input);
    return { ...(await getShownRate(context, input)), event };
  },
});

const remove = defineRoute({
  path: "DELETE /api/teams/:team/tax-rates/:id",
  role: "admin",
  event: { of: "tax_rate", did: "deleted" },
  input: byId,
  output: json(DeletedTaxRate),
  example: (idOf) => ({ id: idOf("tax_rate") }),
  handler: deleteTaxRate,
});

export const taxRateRoutes = [list, create, update, remove];
