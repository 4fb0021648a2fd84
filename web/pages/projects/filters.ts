import { api } from "../../api.ts";
import type { Search } from "../../form/choosable.ts";
import { useListAddress } from "../../list/address.ts";
import type { Choice, Filter } from "../../list/filters.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";

/** Filter of lists of projects. */
export const CUSTOMER = {
  name: "customer",
  label: "Customer",
  kind: "record",
  all: "All",
  unknown: "Another",
  search: customerSearch,
  nothing: "No customer of that name.",
} as const satisfies Filter;

/** Filter that only the page of a project sets: others find it by its name. */
export const PROJECT = {
  name: "project",
  label: "Project",
  kind: "loaded choice",
  all: "All",
  unknown: "Another",
  isByLink: true,
} as const satisfies Filter;

const SHOWN = 20;

export function customerSearch(team: string): Search {
  return async (text) => {
    const asked = { team, limit: SHOWN, ...(text.trim() === "" ? {} : { q: text.trim() }) };
    const { items } = await api("GET /api/teams/:team/customers", asked);
    return items.map(({ id, name, email }) => ({ value: id, label: name, hint: email }));
  };
}

type Addressed = Parameters<typeof useListAddress>[0];

/** Name of the customer that a list is filtered by; undefined until it is known. */
export function useChosenCustomer(list: Addressed): readonly Choice[] | undefined {
  const id = useListAddress(list).values[CUSTOMER.name];
  const path = "GET /api/teams/:team/customers/:id";
  const query = useOfTeam(useTeam(), path, { id: id ?? "" }, { isAsked: id !== undefined });
  return chosenOf(id, query.error, query.data);
}

/** Name of the project that a list is filtered by; undefined until it is known. */
export function useChosenProject(list: Addressed): readonly Choice[] | undefined {
  const id = useListAddress(list).values[PROJECT.name];
  const path = "GET /api/teams/:team/projects/:id";
  const query = useOfTeam(useTeam(), path, { id: id ?? "" }, { isAsked: id !== undefined });
  return chosenOf(id, query.error, query.data?.project);
}

function chosenOf(
  id: string | undefined,
  error: Error | null,
  record: { readonly name: string } | undefined,
): readonly Choice[] | undefined {
  if (id === undefined || error !== null) return [];
  return record && [{ value: id, label: record.name }];
}
