import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useCategories } from "../../categories/use-categories.ts";
import { toastRefusal } from "../../components/toast.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useRefetch } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { sayWithUndoOf } from "../../undo.ts";
import { OfferNote } from "./offer.tsx";
import { CHANGED } from "./transaction.ts";
import { ROWS, type Similar } from "./use-categorize.ts";

type SimilarProps = { readonly similar: Similar; readonly onClose: () => void };

/** Offers the category that was just given to the other transactions of that party. */
export function SimilarNote({ similar, onClose }: SimilarProps) {
  const { isBusy, act } = useApplySimilar(similar, onClose);
  return (
    <OfferNote
      isBusy={isBusy}
      onApply={() => void act("applyCategory")}
      onClose={onClose}
      onRule={() => void act("makeOffered")}
      similar={similar}
    />
  );
}

/** Gives the similar transactions the category, or makes a rule that does. What does it is loaded first. */
export function useApplySimilar(similar: Similar | null, onClose: () => void) {
  const team = useTeam().id;
  const queries = useQueryClient();
  const categories = useCategories();
  const refetch = useRefetch(CHANGED);
  const [isBusy, setBusy] = useState(false);
  const refresh = async () => {
    await Promise.all([refetch(), reloadRows(queries, ROWS)]);
  };
  const act = async (what: "applyCategory" | "makeOffered") => {
    if (similar === null || isBusy) return;
    setBusy(true);
    const done = await toastRefusal(async () => {
      const acts = await import("./similar-acts.ts");
      return acts[what](team, similar, (slug) => categories?.nameOf(slug) ?? slug);
    });
    setBusy(false);
    if (done === null) return;
    onClose();
    sayWithUndoOf(done.words, { team, events: done.events, after: refresh });
    await refresh();
  };
  return { act, isBusy } as const;
}
