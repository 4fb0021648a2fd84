import { useQueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import { UNCATEGORIZED } from "../../../src/shared/limits.ts";
import type { Output } from "../../api.ts";
import { useCategories } from "../../categories/use-categories.ts";
import { toastRefusal } from "../../components/toast.tsx";
import { reloadRows, replaceRow } from "../../list/changes.ts";
import { useRefetch, useWrite } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { sayWithUndo } from "../../undo.ts";
import { TRANSACTION_CHANGES, type TransactionRow } from "./transaction.ts";

const ROUTE = "POST /api/teams/:team/transactions/category";

/** Rows of the list, for replacing them. Here, since cells of the list itself need them. */
export const ROWS = {
  route: "GET /api/teams/:team/transactions",
  keyOf: ({ id }: TransactionRow) => id,
} as const;

export type Similar = NonNullable<Output<typeof ROUTE>["similar"]>;

/** Takes the similar transactions that a change of category found. */
export const SimilarContext = createContext<(similar: Similar | null) => void>(() => undefined);

/** Shows a row's new category at once; a refusal puts the old one back. */
export function useCategorize() {
  const team = useTeam().id;
  const queries = useQueryClient();
  const categories = useCategories();
  const setSimilar = use(SimilarContext);
  const write = useWrite(ROUTE, { changes: TRANSACTION_CHANGES });
  const refetch = useRefetch(TRANSACTION_CHANGES);
  return async (row: TransactionRow, slug: string) => {
    const category_slug = slug === UNCATEGORIZED ? null : slug;
    if (category_slug === row.category_slug) return;
    const category_by = category_slug === null ? null : "person";
    replaceRow(queries, ROWS, { ...row, category_slug, category_by, suggested: null });
    const chosen = { ids: [row.id] };
    const answer = await toastRefusal(async () =>
      write.mutateAsync({ team, chosen, category_slug: slug }),
    );
    if (answer === null) {
      replaceRow(queries, ROWS, row);
      return;
    }
    setSimilar(answer.similar);
    const name = categories?.nameOf(slug) ?? slug;
    const words =
      category_slug === null ? `${row.name} has no category.` : `${row.name} is now ${name}.`;
    const after = async () => {
      setSimilar(null);
      await Promise.all([refetch(), reloadRows(queries, ROWS)]);
    };
    sayWithUndo(words, { team, event: answer.event, after });
  };
}
