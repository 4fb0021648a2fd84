import { z } from "zod";
import { json, defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import {
  listPaymentAccounts,
  ShownPaymentAccount,
  shownPaymentAccount,
} from "./payment-account.ts";

const list = defineRoute({
  path: "GET /api/teams/:team/payment-accounts",
  role: "member",
  input: z.strictObject({}),
  output: json(z.object({ items: z.array(ShownPaymentAccount) })),
  example: () => ({}),
  handler: async (context: Context) => ({
    items: (await listPaymentAccounts(context)).map(shownPaymentAccount),
  }),
});

export const paymentAccountRoutes = [list];
