import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { Notice } from "../../components/status.tsx";
import { clockTime, dayIn, shortDay } from "../../dates.ts";
import { type RunningTimer, useOwnTimer, useTimerActions } from "../../timer/own-timer.ts";
import { EntryDialog } from "./entries/entry-dialog.tsx";
import { proposalWords, ProposedStop } from "./proposed-stop.tsx";

/** Timers that run since an earlier day, each with when it should have stopped. */
export function ForgottenTimers() {
  const forgotten = useOwnTimer()?.forgotten ?? [];
  return forgotten.map((timer) => <ForgottenTimer key={timer.id} timer={timer} />);
}

function ForgottenTimer({ timer }: { readonly timer: RunningTimer }) {
  const [isEdited, setIsEdited] = useState(false);
  const { discard } = useTimerActions();
  const { start, timeZone, project } = timer;
  const since = `${shortDay(dayIn(timeZone, start))}, ${clockTime(start, timeZone)}`;
  return (
    <>
      <Notice
        actions={
          <>
            <ProposedStop timer={timer} />
            <Button onClick={() => setIsEdited(true)}>Stop at…</Button>
            <Button kind="danger" onClick={() => void discard(timer.id)}>
              Discard it
            </Button>
          </>
        }
        title={`A timer on ${project.name} runs since ${since}`}
        tone="warn"
      >
        <p>{proposalWords(timer)}</p>
      </Notice>
      {isEdited ? <EntryDialog entry={timer} onClose={() => setIsEdited(false)} /> : null}
    </>
  );
}
