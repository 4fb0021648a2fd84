import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";

/** Poll interval until the first call. */
const EVERY_MS = 2000;

/** The newest call, and if calls are logged. An empty log is polled. */
export function useLogState() {
  return useOfTeam(
    useTeam(),
    "GET /api/teams/:team/calls",
    { limit: 1 },
    { everyMs: EVERY_MS, isPolled: ({ calls, isOn }) => isOn && calls.length === 0 },
  );
}
