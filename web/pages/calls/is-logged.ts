import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";

/** False when the server is set to log no calls. */
export function useIsLogged(): boolean {
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/calls", { limit: 1 });
  return data?.isOn ?? true;
}
