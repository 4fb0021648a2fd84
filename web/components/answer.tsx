import type { UseQueryResult } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useState } from "react";
import type { Problem } from "../../src/api/problem.ts";
import { Refused } from "../api.ts";
import { Button } from "./button.tsx";
import { Notice, Reference } from "./status.tsx";

type AnswerProps<T> = {
  readonly query: UseQueryResult<T>;
  /** Subject of the loading and error texts: `the keys`. */
  readonly what: string;
  readonly children: (data: T) => ReactNode;
};

export function Answer<T>({ query, what, children }: AnswerProps<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null)
    return <FailureNote error={query.error} onRetry={() => void query.refetch()} what={what} />;
  return <Loading what={what} />;
}

function Loading({ what }: { readonly what: string }) {
  return (
    <output aria-busy="true" className="block min-h-11 py-3 text-ink2">
      <Late>Loading {what}…</Late>
    </output>
  );
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

/** True without an answer of the server. What failed so is loaded again with the network. */
export function isLost(error: Error): boolean {
  return error instanceof Refused && error.problem.status === 0;
}

/** True within a modal dialog, from which the notice above the page cannot be reached. */
export const InModal = createContext(false);

type FailureProps = {
  readonly error: Error;
  readonly what: string;
  readonly onRetry: () => void;
  /** False where the notice above the page has the one button. */
  readonly hasButton?: boolean;
};

export function FailureNote({ error, what, onRetry, hasButton = !isLost(error) }: FailureProps) {
  const isInModal = use(InModal);
  const problem = error instanceof Refused ? error.problem : null;
  return (
    <div role="alert">
      <Notice
        actions={hasButton || isInModal ? <Button onClick={onRetry}>Try again</Button> : undefined}
        title={`${what.charAt(0).toUpperCase()}${what.slice(1)} could not be loaded`}
        tone="bad"
      >
        <p>
          {problem === null
            ? "This page failed. Reload it and try again."
            : `${problem.title} ${problem.detail}`}
        </p>
        {problem === null ? null : <Reference of={problem} />}
      </Notice>
    </div>
  );
}

export function RefusalNote({ error }: { readonly error: Error | null }) {
  if (error === null) return null;
  const problem = error instanceof Refused ? error.problem : UNFORESEEN;
  return (
    <div role="alert">
      <Notice title={problem.title} tone="bad">
        <p>{problem.detail}</p>
        <Reference of={problem} />
      </Notice>
    </div>
  );
}

const UNFORESEEN: Pick<Problem, "title" | "detail" | "reference"> = {
  title: "This page failed.",
  detail: "Reload it to see if the action was done.",
};

type EmptyProps = {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
};

export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="grid justify-items-start gap-2 rounded-control bg-sunken p-5">
      <p className="font-semibold">{title}</p>
      {children === undefined ? null : <div className="max-w-measure text-ink2">{children}</div>}
      {action === undefined ? null : <div className="flex flex-wrap gap-2 pt-1">{action}</div>}
    </div>
  );
}
