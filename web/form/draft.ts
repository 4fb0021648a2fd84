import { type Difference, merged, type Values } from "./merge.ts";
import { isSame } from "./same.ts";

export type Version = { readonly values: Values; readonly seen: string | null };

/** What was typed into a form and is not saved yet. */
export type Draft = {
  /** Version that the changes started from; null until the first change. */
  readonly base: Version | null;
  readonly edits: Values;
  /** Errors of typed texts that are no value yet, by field name. */
  readonly refused: Readonly<Record<string, string>>;
  /** Fields that were changed here and by somebody else. */
  readonly clashes: readonly Difference[];
  /** Names of the clashes in which the value typed here stays. */
  readonly kept: readonly string[];
};

export const EMPTY: Draft = { base: null, edits: {}, refused: {}, clashes: [], kept: [] };

export function isUntouched({ edits, refused }: Draft): boolean {
  return Object.keys(edits).length === 0 && Object.keys(refused).length === 0;
}

/** Setting a field back to its first value is no change. */
export function withEdit(draft: Draft, start: Version, name: string, value: unknown): Draft {
  const base = draft.base ?? start;
  const others = without(draft.edits, name);
  const edits = isSame(value, base.values[name]) ? others : { ...others, [name]: value };
  const next = { ...draft, base, edits, refused: without(draft.refused, name) };
  return isUntouched(next) && draft.clashes.length === 0 ? EMPTY : next;
}

export function withRefused(draft: Draft, start: Version, name: string, problem: string): Draft {
  return {
    ...draft,
    base: draft.base ?? start,
    refused: { ...draft.refused, [name]: problem },
  };
}

/** Applies the changes to the record as somebody else has saved it. */
export function rebased(draft: Draft, start: Version, theirs: Version): Draft {
  const { edits, clashes } = merged((draft.base ?? start).values, draft.edits, theirs.values);
  return { base: theirs, edits, refused: draft.refused, clashes, kept: [] };
}

export function withMine(draft: Draft, name: string): Draft {
  return { ...draft, kept: [...draft.kept.filter((other) => other !== name), name] };
}

export function withTheirs(draft: Draft, name: string): Draft {
  return {
    ...draft,
    edits: without(draft.edits, name),
    refused: without(draft.refused, name),
    clashes: draft.clashes.filter((clash) => clash.name !== name),
    kept: draft.kept.filter((other) => other !== name),
  };
}

/** Draft after a save: only what was typed while the save ran. */
export function saved(now: Draft, sent: Draft): Draft {
  const later = Object.entries(now.edits).filter(
    ([name, value]) => !(name in sent.edits) || !isSame(value, sent.edits[name]),
  );
  const next = { ...EMPTY, edits: Object.fromEntries(later), refused: now.refused };
  return isUntouched(next) ? EMPTY : next;
}

export function undecided({ clashes, kept }: Draft): readonly Difference[] {
  return clashes.filter(({ name }) => !kept.includes(name));
}

export function draftValues({ base, edits }: Draft, start: Version): Values {
  return { ...(base ?? start).values, ...edits };
}

function without<Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([other]) => other !== name));
}
