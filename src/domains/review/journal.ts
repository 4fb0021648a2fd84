import type { SharedSubject } from "../../activity/subject.ts";
import { holdTeam } from "../../db/hold-team.ts";
import type { pairImage } from "./rejected-pairs.ts";

declare module "../../core/event.ts" {
  interface Kinds {
    rejected_pair: typeof rejectedPairSubject;
  }
}

type Column = Exclude<keyof ReturnType<typeof pairImage>, "id">;

/** Rejected pairs in the journal, and how they are undone. Either transaction may be gone. */
export const rejectedPairSubject: SharedSubject<Column> = {
  isPrivate: false,
  noun: {
    label: "Pair of transactions",
    one: "a pair of transactions",
    named: "a pair of transactions",
    many: "pairs of transactions",
  },
  verbs: { created: "told apart *", changed: "changed *", deleted: "no longer tells apart *" },
  doors: {
    "POST /api/teams/:team/transfers/reject": {
      did: "created",
      said: "said that * is no transfer",
      tried: "reject a transfer",
    },
    "POST /api/teams/:team/review/duplicates/keep": {
      did: "created",
      said: "kept both of *",
      tried: "keep both of two transactions",
    },
  },
  fields: {
    one_id: { label: "One", kind: "text" },
    other_id: { label: "Other", kind: "text" },
    kind: {
      label: "Told apart as",
      kind: "choice",
      choices: { transfer: "No transfer", duplicate: "Not the same" },
    },
  },
  page: null,
  names: async () => [],
  namedIn: null,
  undo: {
    table: "rejected_pairs",
    key: ["id"],
    derived: () => ({}),
    referredBy: [],
    hold: holdTeam,
  },
};
