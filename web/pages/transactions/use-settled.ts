import type { Output } from "../../api.ts";
import type { Selected } from "../../list/selected.ts";
import { useRefetch } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { undo } from "../../undo.ts";
import { CHANGED, type TransactionRow } from "./transaction.ts";

type Changed = Pick<
  Output<"POST /api/teams/:team/transactions/status">,
  "changed" | "event"
> | null;

/** Ends an action on the selected rows: tells it with Undo, and loads what it changed. */
export function useSettled(selected: Selected<TransactionRow>, onClose: () => void) {
  const team = useTeam().id;
  const refetch = useRefetch(CHANGED);
  return async (answer: Changed, did: string) => {
    onClose();
    if (answer === null) return;
    const { changed, event } = answer;
    const takeBack = async (event: string) => {
      await undo(team, event);
      await refetch();
    };
    await selected.settle({
      did,
      done: changed,
      failed: [],
      undo: event === null ? null : async () => takeBack(event),
    });
    await refetch();
  };
}
