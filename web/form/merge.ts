import { isSame } from "./same.ts";

export type Values = Readonly<Record<string, unknown>>;

/** Field that was changed here and by somebody else, to different values. */
export type Difference = {
  readonly name: string;
  readonly mine: unknown;
  readonly theirs: unknown;
};

type Merge = {
  /** Changes that are still to be saved. */
  readonly edits: Values;
  /** Fields that both changed. Their edits are in `edits` too. */
  readonly clashes: readonly Difference[];
};

/** Three-way merge of a form's start, its edits, and the record as somebody else has saved it. */
export function merged(base: Values, edits: Values, theirs: Values): Merge {
  const open = Object.entries(edits).filter(([name, mine]) => !isSame(mine, theirs[name]));
  const clashes = open
    .filter(([name]) => !isSame(theirs[name], base[name]))
    .map(([name, mine]) => ({ name, mine, theirs: theirs[name] }));
  return { edits: Object.fromEntries(open), clashes };
}
