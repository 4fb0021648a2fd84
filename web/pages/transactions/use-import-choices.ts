import { shortDay } from "../../dates.ts";
import type { Choice } from "../../list/filters.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";

/** The newest imports, for the filter; undefined until they are loaded. */
export function useImportChoices(): readonly Choice[] | undefined {
  const { data } = useOfTeam(useTeam(), "GET /api/teams/:team/imports", { limit: 100 });
  return data?.items.map(({ id, file_name, created_at }) => ({
    value: id,
    label: `${file_name}, ${shortDay(created_at.slice(0, 10))}`,
  }));
}
