export type Command = {
  readonly value: string;
  readonly label: string;
  /** Kind of record, beside the name: `Customer`. */
  readonly kind?: string;
  /** Amount and day of a transaction. */
  readonly figures?: { readonly amount: string; readonly day: string };
  /** Key that does the same on the page. */
  readonly letter?: string;
  /** Search terms besides the label. */
  readonly words: string;
  readonly run: () => void;
};

export type CommandGroup = { readonly value: string; readonly items: readonly Command[] };

/** True if each typed word begins a word of the label or the search terms. */
export function matches(command: Pick<Command, "label" | "words">, typed: string): boolean {
  const known = `${command.label} ${command.words}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const asked = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return asked.every((word) => known.some((name) => name.startsWith(word)));
}
