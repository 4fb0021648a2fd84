import { type Dispatch, type SetStateAction, useId, useState } from "react";
import { flushSync } from "react-dom";
import type { Problem } from "../../src/api/problem.ts";
import { type Input, type Output, Refused, type WritePath } from "../api.ts";
import { type Changes, useRefetch, useWrite } from "../queries.ts";
import {
  type Draft,
  draftValues,
  EMPTY,
  isUntouched,
  rebased,
  saved,
  sentOf,
  undecided,
  type Version,
  withEdit,
  withMine,
  withRefused,
  withTheirs,
} from "./draft.ts";
import type { Field, FieldMaker, FieldsOf, Given } from "./field.ts";
import { fieldOfPointer, stillWrong } from "./still-wrong.ts";

type Current<P extends WritePath> = {
  readonly values: Partial<FieldsOf<P>>;
  /** `updatedAt` of the record. */
  readonly seen: string;
  readonly by?: string | null;
};

export type FormParts<P extends WritePath> = {
  readonly route: P;
  /** Sent beside the fields: at least the path's parameters. */
  readonly given: Given<P>;
  /** Values that the fields start with. They follow refetches until the first change. */
  readonly initial?: Partial<FieldsOf<P>>;
  /**
   * For a route that takes `seen`: the record's `updatedAt`, and a function that reads the record again.
   */
  readonly version?: { readonly seen: string; readonly read: () => Promise<Current<P>> };
  /** Routes whose answers the write changes; all by default. */
  readonly changes?: Changes;
  /** Runs after the write, before the form counts as saved. */
  readonly onDone?: (output: Output<P>, sent: Input<P>) => Promise<void> | void;
};

export type FormView<P extends WritePath> = {
  readonly field: FieldMaker<P>;
  readonly values: Partial<FieldsOf<P>>;
};

type Before<P extends WritePath> = <T>(
  act: () => Promise<T>,
  values: Partial<FieldsOf<P>>,
) => Promise<T>;

type State = {
  readonly draft: Draft;
  /** Busy until the server has answered, then ending until `onDone` has run. */
  readonly phase: "ready" | "busy" | "ending" | "done";
  readonly problem: Problem | null;
  readonly mended: readonly string[];
  readonly left: readonly string[];
  /** Author and moment of somebody else's change. */
  readonly other: Pick<Current<WritePath>, "by" | "seen"> | null;
};

const READY: State = {
  draft: EMPTY,
  phase: "ready",
  problem: null,
  mended: [],
  left: [],
  other: null,
};

/** Automatic saves before the form gives up. */
const MOST_TRIES = 4;

export function useForm<P extends WritePath>(parts: FormParts<P>, before: Before<P> = plainly) {
  const { initial, version, changes = "all" } = parts;
  const id = useId();
  const [state, setState] = useState(READY);
  const refetch = useRefetch(changes);
  const isBusy = state.phase === "busy" || state.phase === "ending";
  const start: Version = { values: initial ?? {}, seen: version?.seen ?? null };
  const written = useWritten(parts, before, start, setState);

  const change = (name: string, draftOf: (draft: Draft) => Draft, isMended: boolean) =>
    setState((state) => ({
      ...state,
      draft: draftOf(state.draft),
      phase: state.phase === "done" ? "ready" : state.phase,
      mended: isMended ? [...state.mended, name] : state.mended,
      left: isMended ? state.left.filter((other) => other !== name) : state.left,
    }));

  const send = async (draft: Draft) => {
    setState((state) => ({ ...state, draft, phase: "busy", problem: null, mended: [] }));
    try {
      const clashing = await written(draft);
      if (clashing === null)
        setState((state) => ({ ...READY, draft: saved(state.draft, draft), phase: "done" }));
      else setState((state) => ({ ...state, draft: clashing, phase: "ready" }));
    } catch (error) {
      const problem = error instanceof Refused ? error.problem : UNFORESEEN;
      setState((state) => ({ ...state, phase: "ready", problem, mended: [] }));
      if (!(error instanceof Refused)) throw error;
    }
  };

  const submit = () => {
    if (isBusy) return;
    const { draft } = state;
    const names = Object.keys(draft.refused);
    if (names.length > 0) {
      const problem = unusable(draft.refused);
      setState((state) => ({ ...state, problem, mended: [], left: names }));
    } else if (undecided(draft).length === 0) void send(draft);
    // Another object, which moves the focus back to the question.
    else setState((state) => ({ ...state, other: state.other && { ...state.other } }));
  };

  const decide = (draft: Draft) => {
    setState((state) => ({ ...state, draft }));
    if (undecided(draft).length > 0) return;
    if (!isUntouched(draft)) void send(draft);
    else {
      setState({ ...READY, phase: "done" });
      void refetch();
    }
  };

  const clashOf = (name: string) => {
    const clash = state.draft.clashes.find((clash) => clash.name === name);
    if (clash === undefined) return null;
    return {
      theirs: typed<never>(clash.theirs),
      isKept: state.draft.kept.includes(name),
      keepMine: () => decide(withMine(state.draft, name)),
      takeTheirs: () => decide(withTheirs(state.draft, name)),
    };
  };

  const shown = draftValues(state.draft, start);
  const field: FieldMaker<P> = <Name extends keyof FieldsOf<P> & string>(name: Name) => {
    const made: Field<FieldsOf<P>[Name] | undefined, FieldsOf<P>[Name]> = {
      id: fieldId(id, name),
      name,
      value: typed<FieldsOf<P>[Name] | undefined>(shown[name]),
      set: (value) => change(name, (draft) => withEdit(draft, start, name, value), true),
      refuse: (problem) => change(name, (draft) => withRefused(draft, start, name, problem), false),
      leave: () => setState((state) => ({ ...state, left: [...state.left, name] })),
      problem: problemOf(state, name),
      clash: clashOf(name),
    };
    return made;
  };

  return {
    id,
    view: { field, values: typed<Partial<FieldsOf<P>>>(shown) },
    isBusy,
    isSending: state.phase === "busy" && !isUntouched(state.draft),
    isDone: state.phase === "done",
    isChanged: !isUntouched(state.draft),
    problem: state.problem,
    stillWrong: stillWrong(state.problem, state.mended),
    other: undecided(state.draft).length === 0 ? null : state.other,
    undecided: undecided(state.draft).length,
    submit,
    revert: () => setState(READY),
  } as const;
}

/**
 * Writes. When somebody else has changed the record, reads it again and tries again, unless both
 * changed the same field.
 */
function useWritten<P extends WritePath>(
  { route, given, version, changes = "all", onDone }: FormParts<P>,
  before: Before<P>,
  start: Version,
  setState: Dispatch<SetStateAction<State>>,
) {
  const write = useWrite(route, { changes });
  const written = async (draft: Draft, tries = 1): Promise<Draft | null> => {
    try {
      const sent = typed<Input<P>>(sentOf(route, given, draft, start));
      const values = typed<Partial<FieldsOf<P>>>(draftValues(draft, start));
      const output = await before(async () => write.mutateAsync(sent), values);
      // At once: `onDone` may leave the page, which the guard of the form must allow by then.
      flushSync(() => setState((state) => ({ ...state, phase: "ending" })));
      await onDone?.(output, sent);
      return null;
    } catch (error) {
      if (version === undefined || !isOvertaken(error) || tries === MOST_TRIES) throw error;
      const { values, seen, by = null } = await version.read();
      const next = rebased(draft, start, { values, seen });
      setState((state) => ({ ...state, other: { by, seen } }));
      return next.clashes.length > 0 ? next : written(next, tries + 1);
    }
  };
  return written;
}

export function fieldId(form: string, name: string): string {
  return `${form}-${name}`;
}

async function plainly<T>(act: () => Promise<T>): Promise<T> {
  return act();
}

function isOvertaken(error: unknown): boolean {
  return error instanceof Refused && error.problem.code === "changed_meanwhile";
}

function problemOf({ problem, mended, left, draft }: State, name: string): string | null {
  const own = draft.refused[name];
  if (own !== undefined && left.includes(name)) return own;
  return mended.includes(name) ? null : detailOf(problem, name);
}

export function detailOf(problem: Problem | null, name: string): string | null {
  const error = problem?.errors.find(({ pointer }) => fieldOfPointer(pointer) === name);
  return error?.detail ?? null;
}

function unusable(refused: Draft["refused"]): Problem {
  return {
    ...UNFORESEEN,
    code: "invalid_argument",
    title: "Some of what was entered cannot be used.",
    detail: "Nothing was sent; correct what is marked and try again.",
    errors: Object.entries(refused).map(([name, detail]) => ({ pointer: `/${name}`, detail })),
  };
}

const UNFORESEEN: Problem = {
  type: "about:blank",
  status: 0,
  code: "unforeseen",
  title: "This page failed.",
  detail: "What you typed is still here. Reload the page in another tab to see if it was saved.",
  errors: [],
};

/**
 * Casts a value of the form's state: only the field of its name sets it, and the server checks it again.
 */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
function typed<T>(value: unknown): T {
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return value as T;
}
