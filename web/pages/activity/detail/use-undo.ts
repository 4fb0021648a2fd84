import { useQueryClient } from "@tanstack/react-query";
import { Refused } from "../../../api.ts";
import { say, sayWhy } from "../../../components/toast.tsx";
import { addRow, replaceRow } from "../../../list/changes.ts";
import { useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { EVENT_ROWS, type Event } from "../event.ts";

export function useUndo(onOpen: (id: string) => void) {
  const team = useTeam();
  const queries = useQueryClient();
  const write = useWrite("POST /api/teams/:team/activity/:id/undo");
  /** @throws Refused */
  const undo = async ({ id }: Event) => {
    const done = await write.mutateAsync({ team: team.id, id });
    replaceRow(queries, EVENT_ROWS, done.event);
    addRow(queries, EVENT_ROWS, done.undoing);
    say("Undone.", {
      action: { label: "Show the undo", onPress: () => onOpen(done.undoing.id) },
    });
  };
  return { undo, isBusy: write.isPending } as const;
}

export function useUndoKey(onOpen: (id: string) => void): (event: Event) => void {
  const { undo, isBusy } = useUndo(onOpen);
  const press = async (event: Event) => {
    const { state, because } = event.undo;
    try {
      if (state === "possible") await undo(event);
      else say(state === "done" ? DONE : (because ?? NOTHING), { tone: "quiet" });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const action = { label: "Show the change", onPress: () => onOpen(event.id) };
      sayWhy(error, { action });
    }
  };
  return (event) => {
    if (!isBusy) void press(event);
  };
}

const DONE = "This was undone before.";
export const NOTHING = "Nothing was changed by it.";
