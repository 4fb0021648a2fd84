import { Page } from "../../components/page.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { useAddress } from "./address.ts";
import { Chips } from "./filters/chips.tsx";
import { FilterBar } from "./filters/filter-bar.tsx";
import { focusFilter } from "./filters/filter-focus.ts";
import { chipsOf, optionsOf } from "./filters/filter-options.ts";
import { type Filter, withFilter } from "./filters/filters.ts";
import { ShownEvents } from "./list/shown-events.tsx";

/** The team's journal: events with filters, details and undo. */
export function Activity() {
  const team = useTeam();
  const address = useAddress();
  const { filters, narrow } = address;
  const known = useOfTeam(team, "GET /api/teams/:team/activity/filters", {});
  const options = optionsOf(known.data, filters);
  const chips = chipsOf(filters, options);
  const remove = (filter: Filter) => {
    narrow(withFilter(filters, filter, ""));
    focusFilter(filter);
  };
  const clear = () => {
    narrow({});
    focusFilter("actor");
  };
  return (
    <Page
      lead="All changes in this team: who made them, and through which key or app. Most can be undone for 30 days."
      title="Activity"
    >
      <div className="grid gap-3">
        <FilterBar filters={filters} onChange={narrow} options={options} />
        <Chips chips={chips} onClear={clear} onRemove={remove} />
        <ShownEvents address={address} chips={chips} onClear={clear} />
      </div>
    </Page>
  );
}
