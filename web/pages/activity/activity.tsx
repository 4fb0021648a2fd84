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

/** What was done in the team's books, by whom and through what; and the way to take it back. */
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
      lead="What was done in this team, by whom and through what. Most changes can be undone for 30 days."
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
