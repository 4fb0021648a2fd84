import { byId } from "../../core/fields.ts";
import { defineTool, type Tool } from "../../core/tool.ts";
import type { Context } from "../../db/context.ts";
import { deleteTransaction, DeletedTransaction, lossOfTransaction } from "./delete-transactions.ts";
import { CATEGORIZED, DELETED, SET_STATUS } from "./events.ts";
import { ListTransactions, listTransactions, TransactionList } from "./list-transactions.ts";
import { Saved } from "./saved-transactions.ts";
import { getTransaction, TransactionDetail } from "./transaction-detail.ts";
import { UpdateCategory, updateCategory } from "./update-category.ts";
import { UpdateStatus, updateStatus } from "./update-status.ts";

export const transactionTools: readonly Tool<Context>[] = [
  defineTool({
    name: "transactions_list",
    title: "List transactions",
    tier: "read",
    resource: "transactions",
    description:
      "Lists transactions, newest first; money in is positive. q finds words or an amount; a group's slug, those below it too. from with to adds totals without pending, excluded and transfers. Names come from banks.",
    input: ListTransactions,
    output: TransactionList,
    example: (idOf) => ({ bank_account_id: idOf("bank_account") }),
    handler: listTransactions,
  }),
  defineTool({
    name: "transactions_get",
    title: "Get transaction",
    tier: "read",
    resource: "transactions",
    description:
      "Returns a transaction with category, counterparty, tax, tags, parts, transfer and import; null for an unknown id. Names and texts come from banks.",
    input: byId,
    output: TransactionDetail,
    example: (idOf) => ({ id: idOf("transaction") }),
    handler: getTransaction,
  }),
  defineTool({
    name: "transactions_update_status",
    title: "Update transaction status",
    tier: "write",
    resource: "transactions",
    event: SET_STATUS,
    description:
      "Sets the status of one id or up to 100 ids, all or none. excluded leaves reports, not balances. An exported one becomes posted or completed only.",
    effect: "Sets the status of up to 100 transactions.",
    input: UpdateStatus,
    output: Saved,
    example: (idOf) => ({ id: idOf("transaction"), status: "completed" as const }),
    idempotent: true,
    handler: updateStatus,
  }),
  defineTool({
    name: "transactions_update_category",
    title: "Update transaction category",
    tier: "write",
    resource: "transactions",
    event: CATEGORIZED,
    description:
      "Categorizes one id, or up to 100 in changes, all or none; slugs are in categories_list. Split and exported ones are refused. similar has others of the party without one.",
    effect: "Sets the category of up to 100 transactions.",
    input: UpdateCategory,
    output: Saved,
    example: (idOf) => ({ id: idOf("transaction"), category_slug: "software" }),
    idempotent: true,
    handler: updateCategory,
  }),
  defineTool({
    name: "transactions_delete",
    title: "Delete transaction",
    tier: "destructive",
    resource: "transactions",
    event: DELETED,
    description:
      "Deletes a transaction; no tool or file brings it back. The account's balance changes; the status excluded keeps it. deleted: false when there was none.",
    input: byId,
    output: DeletedTransaction,
    example: (idOf) => ({ id: idOf("transaction") }),
    idempotent: true,
    handler: deleteTransaction,
    loss: lossOfTransaction,
  }),
];
