import {
  createContext,
  type MouseEvent,
  type ReactNode,
  type SubmitEvent,
  use,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Problem } from "../../src/api/problem.ts";
import { Refused } from "../api.ts";
import { Button } from "./button.tsx";
import { Shape } from "./shapes.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";

export type Values = ReadonlyMap<string, string>;

/** The form's id, and its errors by field name. */
const Enclosing = createContext<{
  readonly form: string | null;
  readonly problems: ReadonlyMap<string, string>;
}>({ form: null, problems: new Map() });

/** Field id, unique on the page: prefixed with the form's. */
export function useField(name: string): { readonly id: string; readonly problem: string | null } {
  const { form, problems } = use(Enclosing);
  return { id: form === null ? name : idOf(form, name), problem: problems.get(name) ?? null };
}

function idOf(form: string, name: string): string {
  return `${form}-${name}`;
}

type FormProps = {
  /** Button text: a verb and its object. */
  readonly submit: string;
  /** A secondary button becomes primary while there are unsaved changes. */
  readonly kind?: "primary" | "secondary" | "danger";
  /** Throws the server's refusal: it is shown beside the fields, which keep their values. */
  readonly onSubmit: (values: Values) => Promise<void>;
  readonly children?: ReactNode;
  /** Follows the submit button. */
  readonly beside?: ReactNode;
  /** Precedes the submit button: Cancel. */
  readonly before?: ReactNode;
  /** Summary of the action. It stays in view with the button while a long form scrolls. */
  readonly foot?: ReactNode;
  /** Announced on success. */
  readonly done?: string;
};

/** Form with an error summary above: each error links to its field and is repeated beside it. */
export function Form({ submit, kind = "primary", onSubmit, children, done, ...rest }: FormProps) {
  const [state, setState] = useState<State>(READY);
  const id = useId();
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (state.problem !== null) summary.current?.focus();
  }, [state.problem]);
  const enclosing = useMemo(
    () => ({ form: id, problems: fieldsOf(state.problem) }),
    [id, state.problem],
  );
  const send = async (form: HTMLFormElement) => {
    setState((state) => ({ ...READY, isBusy: true, isChanged: state.isChanged }));
    try {
      await onSubmit(valuesOf(form));
      setState({ ...READY, isDone: true });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setState({ ...READY, problem: error.problem, isChanged: true });
    }
  };
  const submitted = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!state.isBusy) void send(event.currentTarget);
  };
  return (
    <form
      className="form grid gap-5"
      noValidate
      onChange={() => setState((state) => ({ ...state, isDone: false, isChanged: true }))}
      onSubmit={submitted}
    >
      <UnsavedGuard isUnsaved={state.isChanged && !state.isBusy} />
      {state.problem === null ? null : <Summary form={id} problem={state.problem} ref={summary} />}
      <Enclosing value={enclosing}>{children}</Enclosing>
      <div className="form-foot grid gap-4">
        {rest.foot}
        <div className="flex flex-wrap items-center gap-2 max-sm:*:flex-1">
          {rest.before}
          <Button
            isBusy={state.isBusy}
            kind={kind === "secondary" && state.isChanged ? "primary" : kind}
            type="submit"
          >
            {submit}
          </Button>
          {rest.beside}
          <output className="flex items-center gap-1 text-ink2 max-sm:basis-full!">
            {state.isBusy ? <Late>Working…</Late> : null}
            {state.isDone && done !== undefined ? (
              <>
                <Shape tone="good" />
                {done}
              </>
            ) : null}
          </output>
        </div>
      </div>
    </form>
  );
}

type State = {
  readonly isBusy: boolean;
  readonly isDone: boolean;
  readonly isChanged: boolean;
  readonly problem: Problem | null;
};

const READY: State = { isBusy: false, isDone: false, isChanged: false, problem: null };

function valuesOf(form: HTMLFormElement): Values {
  return new Map(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === "string" ? value : ""]),
  );
}

function fieldsOf(problem: Problem | null): ReadonlyMap<string, string> {
  return new Map((problem?.errors ?? []).map(({ pointer, detail }) => [pointer.slice(1), detail]));
}

function Summary({
  form,
  problem,
  ref,
}: {
  readonly form: string;
  readonly problem: Problem;
  readonly ref: React.Ref<HTMLDivElement>;
}) {
  return (
    <div
      className="flex gap-2 rounded-control bg-bad-soft p-3 forced-colors:border"
      ref={ref}
      role="alert"
      tabIndex={-1}
    >
      <span className="pt-0.5">
        <Shape tone="bad" />
      </span>
      <div className="grid gap-1">
        <p className="font-semibold">{problem.title}</p>
        <p>{problem.detail}</p>
        {problem.errors.length < 2 ? null : (
          <ul>
            {problem.errors.map(({ pointer, detail }) => (
              <li key={pointer}>
                <a
                  className="inline-block py-0.5 underline"
                  href={`#${idOf(form, pointer.slice(1))}`}
                  onClick={goTo}
                >
                  {detail}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Focuses the field without changing the address, which holds the page and the open dialog. */
function goTo(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}

const LATE_MS = 150;

/** Shows its text after a delay, so that quick answers do not flash it. */
export function Late({ children }: { readonly children: ReactNode }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate ? children : null;
}
