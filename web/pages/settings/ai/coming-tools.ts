/**
 * The tools that delete of parts which this version does not have yet. The switch opens them too, so
 * whoever turns it on for good is told of them. A server that has one tells it itself.
 */
export const COMING_TOOLS = [
  {
    name: "invoices_void",
    title: "Void invoice",
    effect: "Cancels an invoice. Its number and its history stay.",
  },
  {
    name: "transactions_delete",
    title: "Delete transaction",
    effect: "Deletes a transaction.",
  },
  {
    name: "categories_delete",
    title: "Delete category",
    effect: "Deletes a category, unless transactions still use it.",
  },
  {
    name: "documents_delete",
    title: "Delete document",
    effect: "Deletes a document and its file, and takes it off the transactions it is attached to.",
  },
  {
    name: "inbox_delete",
    title: "Delete receipt",
    effect: "Deletes a receipt from the inbox and unlinks it from its transaction. The file stays.",
  },
] as const;
