import { api } from "../../api.ts";
import type { Search } from "../../form/choosable.ts";

const SHOWN = 20;

/** Searches the team's customers by name. */
export function customerSearch(team: string): Search {
  return async (text) => {
    const asked = { team, limit: SHOWN, ...(text.trim() === "" ? {} : { q: text.trim() }) };
    const { items } = await api("GET /api/teams/:team/customers", asked);
    return items.map(({ id, name, email }) => ({ value: id, label: name, hint: email }));
  };
}
