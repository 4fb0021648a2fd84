import { useNavigate, useSearch } from "@tanstack/react-router";
import { Page } from "../../components/page.tsx";
import { useMe } from "../../queries.ts";
import { leads, useTeam } from "../../team.tsx";
import { CallFilters } from "./call-filters.tsx";
import { type Filters, filtersOf } from "./filters.ts";
import { ShownCalls } from "./shown-calls.tsx";

/** The call log: what keys and apps asked, reads included. */
export function Calls() {
  const team = useTeam();
  const { timeZone } = useMe().user;
  const filters = filtersOf(useSearch({ from: "/calls" }));
  const navigate = useNavigate();
  const narrow = (filters: Filters) =>
    void navigate({ to: "/calls", search: { ...filters }, resetScroll: false });
  return (
    <Page
      lead={`${leads(team) ? "What the team’s keys and apps" : "What your keys and apps"} asked, reads included. Kept for 14 days, without arguments and results. Times in ${timeZone}.`}
      title="Calls"
    >
      <div className="grid gap-3">
        <CallFilters filters={filters} onChange={narrow} />
        <ShownCalls filters={filters} onClear={() => narrow({})} />
      </div>
    </Page>
  );
}
