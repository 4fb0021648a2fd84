import { useOfTeam } from "../queries.ts";
import { useTeam } from "../team.tsx";

/** Tags by name, each with its number of customers; undefined until they are loaded. */
export function useTags() {
  return useOfTeam(useTeam(), "GET /api/teams/:team/tags", {}).data?.tags;
}
