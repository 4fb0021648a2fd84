import { api, Refused } from "./api.ts";
import { say, sayWhy, toastRefusal } from "./components/toast.tsx";

export async function undo(team: string, event: string): Promise<void> {
  await api("POST /api/teams/:team/activity/:id/undo", { team, id: event });
}

/**
 * Undoes events, the last first, and tells so.
 * @returns events that a refusal left, in their order
 */
export async function undoAll(team: string, events: readonly string[]): Promise<readonly string[]> {
  const left = [...events];
  try {
    for (const event of events.toReversed()) {
      await undo(team, event);
      left.pop();
    }
    say("Undone.");
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    sayWhy(error);
  }
  return left;
}

type Undone = {
  readonly team: string;
  /** Null when nothing was changed. */
  readonly event: string | null;
  readonly after: () => Promise<unknown>;
};

export function sayWithUndo(words: string, { event, ...rest }: Undone): void {
  sayWithUndoOf(words, { ...rest, events: [event] });
}

type UndoneOf = Omit<Undone, "event"> & { readonly events: readonly (string | null)[] };

export function sayWithUndoOf(words: string, { team, events, after }: UndoneOf): void {
  const some = events.filter((event) => event !== null);
  const takeBack = async () => {
    await undoAll(team, some);
    await after();
  };
  say(
    words,
    some.length === 0 ? {} : { action: { label: "Undo", onPress: () => void takeBack() } },
  );
}

type WayBack = {
  /** Id of the record. */
  readonly about: string;
  readonly back: () => Promise<unknown>;
  /** Said after it. */
  readonly undone?: string;
};

/** Says what was done, with a button that takes it back by another write. */
export function sayWithWayBack(words: string, { about, back, undone }: WayBack): void {
  const press = async () => {
    const answer = await toastRefusal(back);
    if (answer !== null && undone !== undefined) say(undone, { about });
  };
  say(words, { about, action: { label: "Undo", onPress: () => void press() } });
}
