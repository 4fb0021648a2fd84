import { isSame } from "./same.ts";

/** Values of a form by field name. */
export type Values = Readonly<Record<string, unknown>>;

/** A field that was changed here and by somebody else, to different values. */
export type Difference = {
  readonly name: string;
  readonly mine: unknown;
  readonly theirs: unknown;
};

type Merge = {
  /** Changes that are still to be saved over theirs. */
  readonly edits: Values;
  /** Fields that both changed; their edits are among `edits` too. */
  readonly clashes: readonly Difference[];
};

/**
 * Compares what the form started from, what was changed in it, and the record as somebody else has saved
 * it since. What both changed to the same is settled.
 */
export function merged(base: Values, edits: Values, theirs: Values): Merge {
  const open = Object.entries(edits).filter(([name, mine]) => !isSame(mine, theirs[name]));
  const clashes = open
    .filter(([name]) => !isSame(theirs[name], base[name]))
    .map(([name, mine]) => ({ name, mine, theirs: theirs[name] }));
  return { edits: Object.fromEntries(open), clashes };
}
