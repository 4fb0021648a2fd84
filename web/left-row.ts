/** State of a history entry, with the router's name for the entry. */
type EntryState = { readonly __TSR_key?: string | undefined };

/** Rows that led to another page, by the history entry that they were left from. */
const left = new Map<string, string>();

export function keepLeft(state: EntryState, key: string): void {
  left.set(entryOf(state), key);
}

/** The row that was left at a history entry: on Back it has the focus again. */
export function leftAt(state: EntryState): string | null {
  return left.get(entryOf(state)) ?? null;
}

function entryOf({ __TSR_key: entry = "" }: EntryState): string {
  return entry;
}
