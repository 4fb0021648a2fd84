import type { Selected } from "../../list/selected.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import type { Fixed } from "./left-words.ts";
import { chosenOf, type TransactionRow } from "./transaction.ts";

/** Counts the selected transactions that a batch leaves as they are: of all that match, the server does. */
export function useFixed(selected: Selected<TransactionRow>): Fixed {
  const chosen = chosenOf(selected);
  const isAsked = "all" in chosen;
  const filter = "all" in chosen ? chosen.all : {};
  const path = "GET /api/teams/:team/transactions/fixed";
  const { data } = useOfTeam(useTeam(), path, filter, { isAsked });
  if (isAsked) return data ?? { split: 0, exported: 0 };
  const exported = selected.rows.filter(({ status }) => status === "exported");
  const split = selected.rows.filter((row) => row.is_split && !exported.includes(row));
  return { split: split.length, exported: exported.length };
}
