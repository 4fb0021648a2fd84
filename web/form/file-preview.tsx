import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { Refused } from "../api.ts";
import { Answer, RefusalNote } from "../components/answer.tsx";
import { Button } from "../components/button.tsx";
import { Notice, Reference } from "../components/status.tsx";
import { UnsavedGuard } from "./unsaved-guard.tsx";

/** `read`: the preview shows the current choices. Otherwise it shows earlier ones. */
export type PreviewState = "read" | "loading" | "failed";

type FilePreviewProps<T> = {
  /** Query with `keepPreviousData`. */
  readonly query: UseQueryResult<T>;
  /** True once the person has made choices, which would be lost. */
  readonly isDecided: boolean;
  readonly children: (preview: T, state: PreviewState) => ReactNode;
};

/**
 * Preview of a file, with the choices below it. After a failure the last preview and the choices stay.
 */
export function FilePreview<T>({ query, isDecided, children }: FilePreviewProps<T>) {
  const { data, error, isFetching, isPlaceholderData } = query;
  const [last, setLast] = useState(data);
  const [failure, setFailure] = useState(error);
  const top = useRef<HTMLDivElement>(null);
  if (data !== undefined && data !== last) setLast(data);
  // A further try keeps the failure until it has an answer: the pressed button stays.
  const isRead = data !== undefined && !isPlaceholderData;
  const current = error ?? (isRead ? null : failure);
  if (current !== failure) setFailure(current);
  const shown = data ?? last;
  const again = async () => {
    const { isSuccess } = await query.refetch();
    if (isSuccess) top.current?.focus();
  };
  const guard = <UnsavedGuard isUnsaved={isDecided} />;
  if (shown === undefined)
    return (
      <>
        {guard}
        {isOfFile(error) && !isDecided ? (
          <RefusalNote error={error} />
        ) : (
          <Answer query={query} what="the preview">
            {() => null}
          </Answer>
        )}
      </>
    );
  return (
    <div className="grid gap-6 outline-none" ref={top} tabIndex={-1}>
      {guard}
      {current === null ? null : (
        <Failed error={current} isBusy={isFetching} onAgain={() => void again()} />
      )}
      {children(shown, current !== null ? "failed" : isPlaceholderData ? "loading" : "read")}
    </div>
  );
}

export const TRY_AGAIN = "preview-again";

type FailedProps = {
  readonly error: Error;
  readonly isBusy: boolean;
  readonly onAgain: () => void;
};

function Failed({ error, isBusy, onAgain }: FailedProps) {
  const problem = error instanceof Refused ? error.problem : null;
  const reasons = (problem?.errors ?? []).map(({ detail }) => detail);
  return (
    <div role="alert">
      <Notice
        actions={
          <Button id={TRY_AGAIN} isBusy={isBusy} onClick={onAgain}>
            Try again
          </Button>
        }
        title="The preview could not be loaded"
        tone="bad"
      >
        <p>
          {problem === null ? "This page failed." : `${problem.title} ${problem.detail}`}
          {reasons.filter((reason) => reason !== problem?.title).map((reason) => ` ${reason}`)}
        </p>
        <p>Your choices are kept. Below is the preview as it was before the last one.</p>
        {problem === null ? null : <Reference of={problem} />}
      </Notice>
    </div>
  );
}

/** Status codes of refusals of the file itself: a second try cannot change them. */
const OF_FILE: ReadonlySet<number> = new Set([413, 415, 422]);

function isOfFile(error: Error | null): boolean {
  return error instanceof Refused && OF_FILE.has(error.problem.status);
}
