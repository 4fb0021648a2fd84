import { byId } from "../core/fields.ts";
import { json, defineRoute } from "../core/route.ts";
import {
  getPaymentAccount,
  ShownPaymentAccount,
  shownPaymentAccount,
} from "../domains/payment-accounts/payment-account.ts";
import {
  CreatePaymentAccount,
  createPaymentAccount,
  DeletedPaymentAccount,
  deletePaymentAccount,
  UpdatePaymentAccount,
  updatePaymentAccount,
} from "../domains/payment-accounts/save-payment-account.ts";
import { requireConfirmed, type TeamContext } from "./route.ts";

/** Customers pay to these accounts: whoever changes them has entered the password. */

const create = defineRoute({
  path: "POST /api/teams/:team/payment-accounts",
  role: "admin",
  event: { of: "payment_account", did: "created" },
  input: CreatePaymentAccount,
  output: json(ShownPaymentAccount),
  example: () => ({ label: "House bank", holder: "Acme GmbH", iban: "DE89370400440532013000" }),
  handler: async (context: TeamContext, input) => {
    requireConfirmed(context);
    const id = await createPaymentAccount(context, input);
    return shownPaymentAccount(await getPaymentAccount(context, { id }));
  },
});

const update = defineRoute({
  path: "PATCH /api/teams/:team/payment-accounts/:id",
  role: "admin",
  event: { of: "payment_account", did: "changed" },
  input: UpdatePaymentAccount,
  output: json(ShownPaymentAccount),
  example: (idOf) => ({ id: idOf("payment_account"), label: "Main bank" }),
  handler: async (context: TeamContext, input) => {
    requireConfirmed(context);
    await updatePaymentAccount(context, input);
    return shownPaymentAccount(await getPaymentAccount(context, input));
  },
});

const remove = defineRoute({
  path: "DELETE /api/teams/:team/payment-accounts/:id",
  role: "admin",
  event: { of: "payment_account", did: "deleted" },
  input: byId,
  output: json(DeletedPaymentAccount),
  example: (idOf) => ({ id: idOf("payment_account") }),
  handler: async (context: TeamContext, input) => {
    requireConfirmed(context);
    return deletePaymentAccount(context, input);
  },
});

export const paymentAccountChanges = [create, update, remove];
