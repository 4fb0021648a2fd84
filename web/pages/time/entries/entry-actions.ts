import { counted } from "../../../../src/shared/words.ts";
import { api } from "../../../api.ts";
import { say } from "../../../components/toast.tsx";
import { useWrite } from "../../../queries.ts";
import { useTeam } from "../../../team.tsx";
import { TIME, actOnTime, useUndoing } from "../../../timer/own-timer.ts";
import { type Entry, entryFields } from "./entry.ts";

/** Says what was done to tracked time, with Undo. The event is null when nothing was changed. */
export function useSayDone(): (words: string, event: string | null) => void {
  const undo = useUndoing();
  return (words, event) =>
    say(
      words,
      event === null ? {} : { action: { label: "Undo", onPress: () => void undo(event) } },
    );
}

/** Actions on entries. Each says what it did, with Undo. */
export function useEntryActions() {
  const { id: team } = useTeam();
  const sayDone = useSayDone();
  const adding = useWrite("POST /api/teams/:team/entries", { changes: TIME });
  const splitting = useWrite("POST /api/teams/:team/entries/:id/split", { changes: TIME });
  const removing = useWrite("POST /api/teams/:team/entries/delete", { changes: TIME });
  return {
    isBusy: removing.isPending,
    duplicate: async (entry: Entry) =>
      actOnTime(async () => {
        const { description, day, start, seconds } = entryFields(entry);
        const { event } = await adding.mutateAsync({
          team,
          project: entry.project.id,
          person: entry.person.id,
          description,
          day: day ?? entry.day,
          start,
          seconds: seconds ?? entry.seconds,
        });
        sayDone("The entry is duplicated.", event);
      }),
    split: async ({ id, version }: Entry) =>
      actOnTime(async () => {
        const { entries, event } = await splitting.mutateAsync({ team, id, seen: version });
        sayDone(`The entry is split into ${counted(entries.length, "day")}.`, event);
      }),
    remove: async (ids: readonly string[]) =>
      actOnTime(async () => {
        const { deleted, event } = await removing.mutateAsync({ team, ids: [...ids] });
        if (event === null) {
          say(ids.length === 1 ? "The entry was deleted already." : "All were deleted already.");
          return;
        }
        const one = deleted === 1 ? "is" : "are";
        sayDone(`${counted(deleted, "entry", "entries")} ${one} deleted.`, event);
      }),
  } as const;
}

/** Parts of a form that changes an entry. */
export function useEntryForm({ id, version }: Pick<Entry, "id" | "version">) {
  const team = useTeam().id;
  return {
    route: "PATCH /api/teams/:team/entries/:id",
    given: { team, id },
    changes: TIME,
    version: {
      seen: version,
      read: async () => {
        const entry = await api("GET /api/teams/:team/entries/:id", { team, id });
        return { values: entryFields(entry), seen: entry.version };
      },
    },
  } as const;
}
