import { z } from "zod";
import { byId, event } from "../../core/fields.ts";
import { listingOf } from "../../core/page.ts";
import { json, defineRoute } from "../../core/route.ts";
import type { Context } from "../../db/context.ts";
import { noAccount } from "./bank-account.ts";
import { listAccounts } from "./list-accounts.ts";
import { getShownAccount, ShownAccount, ShownAccounts, shownAccounts } from "./page-answers.ts";
import {
  CreateAccount,
  createAccount,
  deleteAccount,
  DeletedAccount,
  UpdateAccount,
  updateAccount,
} from "./save-account.ts";
import { ForgetBalance, forgetBalance, StateBalance, stateBalance } from "./state-balance.ts";

const list = defineRoute({
  path: "GET /api/teams/:team/bank-accounts",
  role: "member",
  input: z.strictObject({}),
  output: json(ShownAccounts),
  example: () => ({}),
  handler: async (context: Context, input) => {
    const { items } = await listAccounts(context, { listing: listingOf(context, input) });
    return shownAccounts(context, items);
  },
});

const create = defineRoute({
  path: "POST /api/teams/:team/bank-accounts",
  role: "member",
  event: { of: "bank_account", did: "created" },
  input: CreateAccount,
  output: json(ShownAccount),
  example: () => ({ name: "Reserve", type: "savings" as const, currency: "EUR" }),
  handler: async (context: Context, input) =>
    getShownAccount(context, { id: await createAccount(context, input) }),
});

const get = defineRoute({
  path: "GET /api/teams/:team/bank-accounts/:id",
  role: "member",
  input: byId,
  output: json(ShownAccount),
  example: (idOf) => ({ id: idOf("bank_account") }),
  handler: getShownAccount,
});

const update = defineRoute({
  path: "PATCH /api/teams/:team/bank-accounts/:id",
  role: "member",
  event: {
    of: "bank_account",
    did: "changed",
    said: {
      column: "enabled",
      by: { true: "enabled *", false: "disabled *" },
      otherwise: "changed *",
    },
  },
  input: UpdateAccount,
  output: json(ShownAccount),
  example: (idOf) => ({ id: idOf("bank_account"), name: "Renamed" }),
  handler: async (context: Context, input) => {
    await updateAccount(context, input);
    return getShownAccount(context, input);
  },
});

const remove = defineRoute({
  path: "DELETE /api/teams/:team/bank-accounts/:id",
  role: "member",
  event: { of: "bank_account", did: "deleted" },
  input: byId,
  output: json(DeletedAccount.extend({ event })),
  example: (idOf) => ({ id: idOf("empty_account") }),
  handler: async (context: Context, input) => {
    const deleted = await deleteAccount(context, input);
    if (!deleted.deleted) throw noAccount(input.id);
    return deleted;
  },
});

const state = defineRoute({
  path: "PUT /api/teams/:team/bank-accounts/:id/balance",
  role: "member",
  event: {
    of: "statement_balance",
    did: "changed",
    said: "noted *",
    tried: "note the balance of a bank account",
  },
  input: StateBalance,
  output: json(ShownAccount),
  example: (idOf) => ({ id: idOf("bank_account"), day: "2026-11-01", minor: 120_050 }),
  handler: async (context: Context, input) => {
    await stateBalance(context, input);
    return getShownAccount(context, input);
  },
});

const forget = defineRoute({
  path: "DELETE /api/teams/:team/bank-accounts/:id/balance",
  role: "member",
  event: { of: "statement_balance", did: "deleted", tried: "remove the balance of a bank account" },
  input: ForgetBalance,
  output: json(ShownAccount),
  example: (idOf) => ({ id: idOf("bank_account"), day: "2026-10-01" }),
  handler: async (context: Context, input) => {
    await forgetBalance(context, input);
    return getShownAccount(context, input);
  },
});

export const bankAccountRoutes = [list, create, get, update, remove, state, forget];
