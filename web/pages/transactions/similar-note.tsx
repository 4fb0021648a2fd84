import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useCategories } from "../../categories/use-categories.ts";
import { Button, IconButton } from "../../components/button.tsx";
import { counted } from "../../counted.ts";
import { reloadRows } from "../../list/changes.ts";
import { useRefetch, useWrite } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { told } from "../../told.ts";
import { sayWithUndo } from "../../undo.ts";
import { CHANGED } from "./transaction.ts";
import { ROWS, type Similar } from "./use-categorize.ts";

type SimilarProps = { readonly similar: Similar; readonly onClose: () => void };

/** Offers the category that was just given to the other transactions of that party. */
export function SimilarNote({ similar, onClose }: SimilarProps) {
  const { name, ids, count } = similar;
  const apply = useApplySimilar(similar, onClose);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <output>
        {counted(count, "similar transaction")} of <bdi className="font-medium">{name}</bdi>{" "}
        {count === 1 ? "has" : "have"} no category.
      </output>
      <Button aria-keyshortcuts="L" isBusy={apply.isBusy} onClick={() => void apply.run()}>
        Apply to {count > ids.length ? `the newest ${ids.length}` : ids.length}
      </Button>
      <IconButton label="Dismiss" onClick={onClose}>
        <X aria-hidden size={16} strokeWidth={1.5} />
      </IconButton>
    </div>
  );
}

/** Gives the similar transactions the category, as one event. */
export function useApplySimilar(similar: Similar | null, onClose: () => void) {
  const team = useTeam().id;
  const queries = useQueryClient();
  const categories = useCategories();
  const write = useWrite("POST /api/teams/:team/transactions/category", { changes: CHANGED });
  const refetch = useRefetch(CHANGED);
  const run = async () => {
    if (similar === null || write.isPending) return;
    const { ids, category_slug } = similar;
    const answer = await told(async () =>
      write.mutateAsync({ team, chosen: { ids }, category_slug }),
    );
    if (answer === null) return;
    onClose();
    const refresh = async () => {
      await Promise.all([refetch(), reloadRows(queries, ROWS)]);
    };
    const said = counted(answer.changed, "transaction");
    const words = `${said} categorized as ${categories?.nameOf(category_slug) ?? category_slug}.`;
    sayWithUndo(words, { team, event: answer.event, after: refresh });
    await reloadRows(queries, ROWS);
  };
  return { run, isBusy: write.isPending } as const;
}
