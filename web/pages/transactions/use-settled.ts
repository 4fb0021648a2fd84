import type { Output } from "../../api.ts";
import type { Selected } from "../../list/selected.ts";
import { useRefetch } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { undo } from "../../undo.ts";
import { leftWords } from "./left-words.ts";
import { CHANGED, type TransactionRow } from "./transaction.ts";

type Batch = Output<"POST /api/teams/:team/transactions/status">;

type Changed = (Pick<Batch, "changed" | "event"> & Partial<Pick<Batch, "left">>) | null;

/**
 * Ends an action on the selected rows: tells it with Undo, and loads what it changed. `why` says of those that
 * were left out what they are.
 */
export function useSettled(selected: Selected<TransactionRow>, onClose: () => void) {
  const team = useTeam().id;
  const refetch = useRefetch(CHANGED);
  return async (answer: Changed, did: string, why?: string) => {
    onClose();
    if (answer === null) return;
    const { changed, event, left = null } = answer;
    const takeBack = async (event: string) => {
      await undo(team, event);
      await refetch();
    };
    await selected.settle({
      did: `${did}${leftWords(left, why)}`,
      done: changed,
      failed: [],
      undo: event === null ? null : async () => takeBack(event),
    });
    await refetch();
  };
}
