import { useOfTeam } from "./queries.ts";
import { useTeam } from "./team.tsx";

/** Number of transactions that wait for a person: `12` or `99+`; null for none, and until it is known. */
export function useToReview(): string | null {
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/review/counts", {});
  if (data === undefined || data.total === 0) return null;
  return data.is_more ? `${data.total}+` : String(data.total);
}
