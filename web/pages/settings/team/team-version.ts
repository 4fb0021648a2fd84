import { api } from "../../../api.ts";
import type { Team } from "../../../queries.ts";

/** Version of the team that a form shows, and how the fields of the form are read again. */
export function teamVersion<Values>(team: Team, valuesOf: (team: Team) => Values) {
  const read = async () => {
    const { teams } = await api("GET /api/me", {});
    const now = teams.find(({ id }) => id === team.id) ?? team;
    return { values: valuesOf(now), seen: now.version };
  };
  return { seen: team.version, read };
}
