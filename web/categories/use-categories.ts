import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../api.ts";
import type { Choosable, Search } from "../form/choosable.ts";
import { useOfTeam } from "../queries.ts";
import { useTeam } from "../team.tsx";
import { groupsOf, matchingGroups } from "./tree.ts";

const PATH = "GET /api/teams/:team/categories";
const FRESH_MS = 60_000;

/** Categories in groups, and their names by slug; undefined until they are loaded. */
export function useCategories() {
  const items = useOfTeam(useTeam(), PATH, {}).data?.items;
  return useMemo(() => {
    if (items === undefined) return undefined;
    const names = new Map(items.map(({ slug, name }) => [slug, name]));
    return { items, groups: groupsOf(items), nameOf: (slug: string) => names.get(slug) ?? slug };
  }, [items]);
}

export function useCategorySearch(): Search {
  const queries = useQueryClient();
  const team = useTeam().id;
  return async (text) => {
    const { items } = await queries.query({
      staleTime: FRESH_MS,
      queryKey: [PATH, { team }],
      queryFn: async () => api(PATH, { team }),
    });
    return matchingGroups(groupsOf(items), text).flatMap((group) =>
      group.items.map(({ slug, name }) => ({
        value: slug,
        label: name,
        // The head of a group has its name.
        ...(name === group.name ? {} : { hint: group.name }),
      })),
    );
  };
}

export function useKnownCategories(): readonly Choosable[] {
  const categories = useCategories();
  return categories?.items.map(({ slug, name }) => ({ value: slug, label: name })) ?? [];
}
