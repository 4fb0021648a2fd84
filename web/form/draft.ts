import { type Difference, merged, type Values } from "./merge.ts";
import { isSame } from "./same.ts";

/** A record as it was read: its values, and the moment of its last change. */
export type Version = { readonly values: Values; readonly seen: string | null };

/** All that was typed into a form and is not saved. */
export type Draft = {
  /** Version that the changes started from; null until something is changed. */
  readonly base: Version | null;
  /** Changed values by field name. */
  readonly edits: Values;
  /** Reasons why what is typed into a field has no value, by field name. */
  readonly refused: Readonly<Record<string, string>>;
  /** Fields that were changed here and by somebody else. */
  readonly clashes: readonly Difference[];
  /** Names of the clashes that keep the value typed here. */
  readonly kept: readonly string[];
};

export const EMPTY: Draft = { base: null, edits: {}, refused: {}, clashes: [], kept: [] };

export function isUntouched({ edits, refused }: Draft): boolean {
  return Object.keys(edits).length === 0 && Object.keys(refused).length === 0;
}

/** A value that is what the form started from is no change. */
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

/** Puts the changes upon the record as somebody else has saved it. */
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

/** Rest of a draft after a save: the text that was typed while it ran. */
export function saved(now: Draft, sent: Draft): Draft {
  const later = Object.entries(now.edits).filter(
    ([name, value]) => !(name in sent.edits) || !isSame(value, sent.edits[name]),
  );
  const next = { ...EMPTY, edits: Object.fromEntries(later), refused: now.refused };
  return isUntouched(next) ? EMPTY : next;
}

/** Clashes that nobody has decided yet. */
export function undecided({ clashes, kept }: Draft): readonly Difference[] {
  return clashes.filter(({ name }) => !kept.includes(name));
}

/** The values that the form shows: the changed ones over those it started from. */
export function draftValues({ base, edits }: Draft, start: Version): Values {
  return { ...(base ?? start).values, ...edits };
}

function without<Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([other]) => other !== name));
}
