import { useListAddress } from "../../list/address.ts";
import type { Choice, Filter } from "../../list/filters.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";

/** Filter that only the page of a project sets: others find it by its name. */
export const PROJECT = {
  name: "project",
  label: "Project",
  kind: "loaded choice",
  all: "All",
  unknown: "Another",
  isByLink: true,
} as const satisfies Filter;

type Addressed = Parameters<typeof useListAddress>[0];

/** Name of the project that a list is filtered by; undefined until it is known. */
export function useChosenProject(list: Addressed): readonly Choice[] | undefined {
  const id = useListAddress(list).values[PROJECT.name];
  const isAsked = id !== undefined;
  const { data, error } = useOfTeam(
    useTeam(),
    "GET /api/teams/:team/projects/:id",
    { id: id ?? "" },
    { isAsked },
  );
  if (!isAsked || error !== null) return [];
  return data === undefined ? undefined : [{ value: id, label: data.project.name }];
}
