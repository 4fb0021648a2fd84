import { Button } from "../../components/button.tsx";
import { clockTime } from "../../dates.ts";
import { type RunningTimer, useTimerActions } from "../../timer/own-timer.ts";

/** Stops a timer at the last thing that its person did; nothing if that is not known. */
export function ProposedStop({ timer }: { readonly timer: RunningTimer }) {
  const { stop, isBusy } = useTimerActions();
  const { proposal, id, timeZone } = timer;
  if (proposal === null) return null;
  return (
    <Button isBusy={isBusy} kind="primary" onClick={() => void stop(id, proposal.stop)}>
      Stop at {clockTime(proposal.stop, timeZone)}
    </Button>
  );
}

/** Reason of a proposal, as a sentence. */
export function proposalWords({ proposal, timeZone }: RunningTimer): string {
  if (proposal === null) return "Nothing tells when you stopped working.";
  const at = clockTime(proposal.stop, timeZone);
  const words = {
    change: `Your last change of that day was at ${at}.`,
    assistant: `${proposal.client ?? "Your assistant"} last worked for you at ${at} that day.`,
    entry: `The last entry of that day ends at ${at}.`,
  };
  return words[proposal.because];
}
