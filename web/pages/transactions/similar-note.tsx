import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCategories } from "../../categories/use-categories.ts";
import { counted } from "../../counted.ts";
import { reloadRows } from "../../list/changes.ts";
import { useRefetch, useWrite } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { told } from "../../told.ts";
import { sayWithUndo, sayWithUndoOf } from "../../undo.ts";
import { makeRule } from "./make-rule.ts";
import { OfferNote } from "./offer-note.tsx";
import { CHANGED } from "./transaction.ts";
import { ROWS, type Similar } from "./use-categorize.ts";

type SimilarProps = { readonly similar: Similar; readonly onClose: () => void };

/** Offers the category that was just given to the other transactions of that party. */
export function SimilarNote({ similar, onClose }: SimilarProps) {
  const apply = useApplySimilar(similar, onClose);
  return (
    <OfferNote
      isBusy={apply.isBusy}
      onApply={() => void apply.run()}
      onClose={onClose}
      onRule={() => void apply.makeRule()}
      similar={similar}
    />
  );
}

/** Gives the similar transactions the category as one event, or makes a rule that does. */
export function useApplySimilar(similar: Similar | null, onClose: () => void) {
  const team = useTeam().id;
  const queries = useQueryClient();
  const categories = useCategories();
  const write = useWrite("POST /api/teams/:team/transactions/category", { changes: CHANGED });
  const refetch = useRefetch(CHANGED);
  const [isMaking, setMaking] = useState(false);
  const refresh = async () => {
    await Promise.all([refetch(), reloadRows(queries, ROWS)]);
  };
  const run = async () => {
    if (similar === null || write.isPending) return;
    const { ids, category_slug } = similar;
    const answer = await told(async () =>
      write.mutateAsync({ team, chosen: { ids }, category_slug }),
    );
    if (answer === null) return;
    onClose();
    const said = counted(answer.changed, "transaction");
    const words = `${said} categorized as ${categories?.nameOf(category_slug) ?? category_slug}.`;
    sayWithUndo(words, { team, event: answer.event, after: refresh });
    await reloadRows(queries, ROWS);
  };
  const make = async () => {
    const rule = similar?.rule ?? null;
    if (rule === null || isMaking) return;
    setMaking(true);
    const made = await told(async () => makeRule(team, rule));
    setMaking(false);
    if (made === null) return;
    onClose();
    sayWithUndoOf(`The rule ${made.name} is made: ${counted(made.changed, "row")} changed.`, {
      team,
      events: made.events,
      after: refresh,
    });
    await refresh();
  };
  return { run, makeRule: make, isBusy: write.isPending || isMaking } as const;
}
