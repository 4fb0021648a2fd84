import { useOfTeam } from "../queries.ts";
import { useTeam } from "../team.tsx";
import { useOwnTimer, useTimerActions } from "./own-timer.ts";
import { useNewTimer } from "./timer-keys.ts";

type TimerCommand = {
  readonly label: string;
  readonly words: string;
  readonly letter: string;
  readonly run: () => void;
};

/** Timer actions that are possible now, for the palette. */
export function useTimerCommands(): readonly TimerCommand[] {
  const running = useOwnTimer()?.running ?? null;
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/timer/recent", {});
  const { start, stop } = useTimerActions();
  const begin = useNewTimer();
  const [last] = data?.recent ?? [];
  const stopping =
    running === null
      ? []
      : [
          {
            label: `Stop the timer on ${running.project.name}`,
            words: "end tracker time",
            letter: "S",
            run: () => void stop(running.id),
          },
        ];
  const resuming =
    running !== null || last === undefined
      ? []
      : [
          {
            label: `Continue ${last.description ?? last.project.name}`,
            words: `timer tracker start ${last.project.name}`,
            letter: "C",
            run: () => void start({ project: last.project.id, description: last.description }),
          },
        ];
  return [
    ...stopping,
    ...resuming,
    { label: "Start a timer…", words: "new tracker time begin", letter: "N", run: begin },
  ];
}
