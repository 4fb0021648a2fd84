import { api, Refused } from "./api.ts";
import { say } from "./components/toast.tsx";

/** Takes an event back. */
export async function undo(team: string, event: string): Promise<void> {
  await api("POST /api/teams/:team/activity/:id/undo", { team, id: event });
}

type Undone = {
  readonly team: string;
  /** Null when nothing was changed. */
  readonly event: string | null;
  /** Runs after the undo, to show the rows as they were. */
  readonly after: () => Promise<unknown>;
};

/** Says what was done, with a button that takes it back. */
export function sayWithUndo(words: string, { team, event, after }: Undone): void {
  const takeBack = async () => {
    try {
      await undo(team, event ?? "");
      say("Undone.");
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      say(`${error.problem.title} ${error.problem.detail}`, { tone: "warn" });
    }
    await after();
  };
  say(words, event === null ? {} : { action: { label: "Undo", onPress: () => void takeBack() } });
}
