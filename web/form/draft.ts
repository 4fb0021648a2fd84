export type Values = Readonly<Record<string, unknown>>;

export type Version = { readonly values: Values; readonly seen: string | null };

export type Draft = {
  /** Version that the changes started from; null until the first change. */
  readonly base: Version | null;
  readonly edits: Values;
  /** Errors of typed texts that are no value yet, by field name. */
  readonly refused: Readonly<Record<string, string>>;
  readonly clashes: readonly Difference[];
  /** Names of the clashes in which the value typed here stays. */
  readonly kept: readonly string[];
};

type Difference = {
  readonly name: string;
  readonly mine: unknown;
  readonly theirs: unknown;
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

export function rebased(draft: Draft, start: Version, theirs: Version): Draft {
  const { edits, clashes } = merged((draft.base ?? start).values, draft.edits, theirs.values);
  return { base: theirs, edits, refused: draft.refused, clashes, kept: [] };
}

/**
 * Three-way merge of a form's start, its edits, and the record as somebody else has saved it. The edits
 * of clashing fields are in `edits` too.
 */
export function merged(base: Values, edits: Values, theirs: Values) {
  const open = Object.entries(edits).filter(([name, mine]) => !isSame(mine, theirs[name]));
  const clashes = open
    .filter(([name]) => !isSame(theirs[name], base[name]))
    .map(([name, mine]) => ({ name, mine, theirs: theirs[name] }));
  return { edits: Object.fromEntries(open), clashes };
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

/** Input of the write. A PATCH sends only the changes, so that it overwrites nothing else. */
export function sentOf(route: string, given: Values, draft: Draft, start: Version): Values {
  const isPartial = route.startsWith("PATCH ") && Object.keys(draft.edits).length > 0;
  const { seen } = draft.base ?? start;
  return {
    ...(isPartial ? draft.edits : draftValues(draft, start)),
    ...given,
    ...(seen === null ? {} : { seen }),
  };
}

function without<Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(record).filter(([other]) => other !== name));
}

/** Deep equality of JSON values. An undefined property counts as absent. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null)
    return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [left, right] = [entriesOf(one), entriesOf(other)];
  return (
    left.size === right.size && [...left].every(([name, value]) => isSame(value, right.get(name)))
  );
}

function entriesOf(value: object): ReadonlyMap<string, unknown> {
  return new Map(
    Object.entries(value).filter(([, value]: readonly [string, unknown]) => value !== undefined),
  );
}
