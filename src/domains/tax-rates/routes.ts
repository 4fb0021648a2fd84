import { z } from "zod";
import { json, defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { shownRates, TaxRates } from "./page-answers.ts";

const list = defineRoute({
  path: "GET /api/teams/:team/tax-rates",
  role: "member",
  input: z.strictObject({}),
  output: json(TaxRates),
  example: () => ({}),
  handler: async (context: Context) => shownRates(context),
});

export const taxRateRoutes = [list];
