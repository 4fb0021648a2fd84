import { useListAddress } from "../../list/address.ts";
import type { Choice, Filter } from "../../list/filters.ts";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { customerSearch } from "./customer-search.ts";

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

type Addressed = Parameters<typeof useListAddress>[0];

/** Name of the customer that a list is filtered by; undefined until it is known. */
export function useChosenCustomer(list: Addressed): readonly Choice[] | undefined {
  const id = useListAddress(list).values[CUSTOMER.name];
  const isAsked = id !== undefined;
  const { data, error } = useOfTeam(
    useTeam(),
    "GET /api/teams/:team/customers/:id",
    { id: id ?? "" },
    { isAsked },
  );
  if (!isAsked || error !== null) return [];
  return data === undefined ? undefined : [{ value: data.id, label: data.name }];
}
