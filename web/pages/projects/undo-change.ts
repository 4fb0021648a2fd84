import { useQueryClient } from "@tanstack/react-query";
import { Refused } from "../../api.ts";
import { say, sayWhy } from "../../components/toast.tsx";
import { reloadRows } from "../../list/changes.ts";
import { useWrite } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { PROJECT_LIST } from "./project-list.tsx";

/** Says what was done, with a button that undoes the event, also once the page is left. */
export function useUndoable() {
  const team = useTeam();
  const queries = useQueryClient();
  const { mutateAsync } = useWrite("POST /api/teams/:team/activity/:id/undo");
  const undo = async (event: string, undone: string) => {
    try {
      await mutateAsync({ team: team.id, id: event });
      say(undone);
      await reloadRows(queries, PROJECT_LIST);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      sayWhy(error, { tone: "bad" });
    }
  };
  return (words: string, event: string, undone: string) =>
    say(words, { action: { label: "Undo", onPress: () => void undo(event, undone) } });
}
