import type { Door } from "../../activity/subject.ts";
import type { TransactionColumn } from "./journal.ts";

const ADDED = { did: "created", said: "added *", tried: "add a transaction" } as const;

const DELETED = {
  did: "deleted",
  said: "deleted *",
  many: "deleted * transactions",
  tried: "delete a transaction",
} as const;

const SET_STATUS = {
  did: "changed",
  said: {
    column: "status",
    by: {
      pending: "marked * as pending",
      posted: "marked * as posted",
      completed: "marked * as completed",
      exported: "marked * as exported",
      archived: "archived *",
      excluded: "excluded *",
    },
    otherwise: "changed the status of *",
  },
  many: "changed the status of * transactions",
  tried: "change the status of a transaction",
} as const;

const CATEGORIZED = {
  did: "changed",
  said: "categorized *",
  many: "categorized * transactions",
  tried: "categorize a transaction",
} as const;

/** Tools and routes that write transactions, in the words of the journal. */
export const doors: Readonly<Record<string, Door<TransactionColumn>>> = {
  transactions_update_status: SET_STATUS,
  transactions_update_category: CATEGORIZED,
  transactions_delete: DELETED,
  "POST /api/teams/:team/transactions": ADDED,
  "PATCH /api/teams/:team/transactions/:id": {
    did: "changed",
    said: "changed *",
    tried: "change a transaction",
  },
  "PUT /api/teams/:team/transactions/:id/parts": {
    did: "changed",
    said: {
      column: "is_split",
      by: { true: "split *", false: "joined the parts of *" },
      otherwise: "changed the parts of *",
    },
    tried: "split a transaction",
  },
  "DELETE /api/teams/:team/transactions/:id": DELETED,
  "POST /api/teams/:team/transactions/status": SET_STATUS,
  "POST /api/teams/:team/transactions/file": {
    did: "changed",
    said: "exported * for the accountant",
    many: "exported * transactions for the accountant",
    tried: "export transactions",
  },
  "POST /api/teams/:team/transactions/category": CATEGORIZED,
  "POST /api/teams/:team/review/suggestions": {
    ...CATEGORIZED,
    said: "accepted the suggested category of *",
    many: "accepted the suggested categories of * transactions",
    tried: "accept suggested categories",
  },
  "POST /api/teams/:team/transactions/delete": DELETED,
  "POST /api/teams/:team/transactions/tag": {
    did: "changed",
    said: "tagged *",
    many: "tagged * transactions",
    tried: "tag transactions",
  },
  "POST /api/teams/:team/transactions/untag": {
    did: "changed",
    said: "took a tag from *",
    many: "took a tag from * transactions",
    tried: "take a tag from transactions",
  },
  "POST /api/teams/:team/transfers": {
    did: "changed",
    said: "linked * to another as a transfer",
    many: "linked * transactions as a transfer",
    tried: "link a transfer",
  },
  "POST /api/teams/:team/transfers/unlink": {
    did: "changed",
    said: "unlinked *, which was one side of a transfer",
    many: "unlinked * transactions, which were a transfer",
    tried: "unlink a transfer",
  },
  "POST /api/teams/:team/rules/:id/apply": {
    did: "changed",
    said: "applied a rule to *",
    many: "applied a rule to * transactions",
    tried: "apply a rule",
  },
  "POST /api/teams/:team/review/duplicates/merge": {
    did: "deleted",
    said: "merged * into the same transaction from another source",
    tried: "merge two transactions",
  },
};
