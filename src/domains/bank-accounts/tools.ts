import { z } from "zod";
import { cursor, limit } from "../../core/fields.ts";
import { listingOf } from "../../core/page.ts";
import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { listAccounts } from "./list-accounts.ts";
import { AccountList, toolAccounts } from "./tool-answers.ts";

export const bankAccountTools: readonly Tool<Context>[] = [
  defineTool({
    name: "bank_accounts_list",
    title: "List bank accounts",
    tier: "read",
    resource: "bank-accounts",
    description:
      "Lists bank accounts, cards, loans and cash with today's balances of what is booked, debts negative; base_balance is in the team's currency at the latest rate. Numbers are masked. One page by default.",
    effect: "Lists accounts, cards, loans and cash with today’s balances.",
    input: z.strictObject({
      enabled: z.boolean().nullish(),
      manual: z.boolean().nullish(),
      cursor: cursor.nullish(),
      limit: limit.nullish(),
    }),
    output: AccountList,
    example: () => ({ enabled: true }),
    handler: async (context, input) => {
      const listing = listingOf(context, input);
      return toolAccounts(context, await listAccounts(context, { listing, ...input }));
    },
  }),
];
