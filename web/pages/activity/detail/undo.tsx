import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import type { Problem } from "../../../../src/api/problem.ts";
import { Refused } from "../../../api.ts";
import { Button } from "../../../components/button.tsx";
import { Notice, Reference, Status } from "../../../components/status.tsx";
import type { Event } from "../event.ts";
import { Summary } from "./summary.tsx";
import { NOTHING, useUndo } from "./use-undo.ts";

type UndoProps = { readonly event: Event; readonly onOpen: (id: string) => void };

export function Undo({ event, onOpen }: UndoProps) {
  const { undo } = event;
  const link = useFocusWhenDone(undo.state);
  if (undo.state === "possible") return <UndoButton event={event} onOpen={onOpen} />;
  if (undo.state === "not_possible") return <WhyNot because={undo.because} />;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Status tone="quiet">Undone</Status>
      {undo.eventId === null ? null : (
        <OpenEvent id={undo.eventId} onOpen={onOpen} ref={link}>
          Show what undid it
        </OpenEvent>
      )}
    </p>
  );
}

/** Moves the focus to the link that replaces the pressed button. */
function useFocusWhenDone(state: Event["undo"]["state"]) {
  const link = useRef<HTMLButtonElement>(null);
  const last = useRef(state);
  useEffect(() => {
    if (last.current === "possible" && state === "done") link.current?.focus();
    last.current = state;
  }, [state]);
  return link;
}

function UndoButton({ event, onOpen }: UndoProps) {
  const { undo, isBusy } = useUndo(onOpen);
  const [problem, setProblem] = useState<Problem | null>(null);
  const press = async () => {
    try {
      await undo(event);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setProblem(error.problem);
    }
  };
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button isBusy={isBusy} onClick={() => void press()}>
          Undo this change
        </Button>
        <span className="text-ink2">The undo is recorded here too, as a change of yours.</span>
      </div>
      {problem === null ? null : (
        <div role="alert">
          <Notice title={problem.title} tone="warn">
            <p>{problem.detail}</p>
            <Reference of={problem} />
          </Notice>
        </div>
      )}
    </div>
  );
}

function WhyNot({ because }: { readonly because: string | null }) {
  return (
    <details>
      <Summary>
        This cannot be undone here. <span className="text-accent underline">Why not?</span>
      </Summary>
      <p className="max-w-measure pb-2 ps-4">{because ?? NOTHING}</p>
    </details>
  );
}

type OpenEventProps = {
  readonly id: string;
  readonly onOpen: (id: string) => void;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
};

export function OpenEvent({ id, onOpen, children, ref }: OpenEventProps) {
  return (
    <button
      className="min-h-11 cursor-pointer rounded-control font-medium text-accent underline hover:bg-hover sm:min-h-6"
      onClick={() => onOpen(id)}
      ref={ref}
      type="button"
    >
      {children}
    </button>
  );
}
