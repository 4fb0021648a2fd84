import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { AccountList, ListAccounts, listAccounts } from "./list-accounts.ts";

export const bankAccountTools: readonly Tool<Context>[] = [
  defineTool({
    name: "bank_accounts_list",
    title: "List bank accounts",
    tier: "read",
    resource: "bank-accounts",
    description:
      "Lists bank accounts, cards, loans and cash with today's balances, debts negative; base_balance is in the team's currency at the latest rate. Numbers are masked. One page by default.",
    effect: "Lists accounts, cards, loans and cash with today’s balances.",
    input: ListAccounts,
    output: AccountList,
    example: () => ({ enabled: true }),
    handler: listAccounts,
  }),
];
