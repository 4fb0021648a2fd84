import type { SharedSubject } from "../../activity/subject.ts";
import { lockTeam } from "../../db/transaction.ts";
import type { pairSnapshot } from "./rejected-pairs.ts";

declare module "../../core/event.ts" {
  interface Kinds {
    rejected_pair: typeof rejectedPairSubject;
  }
}

type Column = Exclude<keyof ReturnType<typeof pairSnapshot>, "id">;

/** Either transaction may be gone. */
export const rejectedPairSubject: SharedSubject<Column> = {
  isPrivate: false,
  noun: {
    label: "Pair of transactions",
    one: "a pair of transactions",
    named: "a pair of transactions",
    many: "pairs of transactions",
  },
  verbs: {
    created: { said: "told apart *", tried: "tell apart *" },
    deleted: { said: "no longer tells apart *", tried: "tell apart * no longer" },
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
    hold: lockTeam,
  },
};
