import { useQueryClient } from "@tanstack/react-query";
import { api } from "../api.ts";
import { folded } from "../folded.ts";
import type { Create, Search } from "../form/choosable.ts";
import { useOfTeam } from "../queries.ts";
import { useTeam } from "../team.tsx";

const PATH = "GET /api/teams/:team/tags";

export function useTags() {
  return useOfTeam(useTeam(), PATH, {}).data?.tags;
}

export function useTagSearch(): { readonly search: Search; readonly create: Create } {
  const team = useTeam();
  const queries = useQueryClient();
  const input = { team: team.id };
  const search: Search = async (text) => {
    const { tags } = await queries.query({
      staleTime: 10_000,
      queryKey: [PATH, input],
      queryFn: async () => api(PATH, input),
    });
    const part = folded(text);
    return tags
      .filter(({ name }) => folded(name).includes(part))
      .map(({ id, name }) => ({ value: id, label: name }));
  };
  const create: Create = async (label) => {
    const { id, name } = await api("POST /api/teams/:team/tags", { ...input, name: label });
    await queries.invalidateQueries({ queryKey: [PATH] });
    return { value: id, label: name };
  };
  return { search, create };
}
