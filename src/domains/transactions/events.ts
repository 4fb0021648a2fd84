import type { CallEvent } from "../../core/event.ts";

/** Events that a tool and a route share. */

export const DELETED: CallEvent = {
  of: "transaction",
  did: "deleted",
  many: "deleted * transactions",
};

export const SET_STATUS: CallEvent = {
  of: "transaction",
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
};

export const CATEGORIZED: CallEvent = {
  of: "transaction",
  did: "changed",
  said: "categorized *",
  many: "categorized * transactions",
  tried: "categorize a transaction",
};
