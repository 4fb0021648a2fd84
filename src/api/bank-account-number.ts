import { z } from "zod";
import { byId } from "../core/fields.ts";
import { json, defineRoute } from "../core/route.ts";
import { revealNumber } from "../domains/bank-accounts/account-number.ts";
import { requireConfirmed, type TeamContext } from "./route.ts";

const reveal = defineRoute({
  path: "POST /api/teams/:team/bank-accounts/:id/number",
  role: "admin",
  event: {
    of: "bank_account",
    did: "changed",
    said: "looked at the whole number of *",
    tried: "look at the number of a bank account",
  },
  input: byId,
  output: json(z.object({ number: z.string().nullable() })),
  example: (idOf) => ({ id: idOf("bank_account") }),
  handler: async (context: TeamContext, input) => {
    requireConfirmed(context);
    return { number: await revealNumber(context, input) };
  },
});

export const bankAccountNumberRoutes = [reveal];
