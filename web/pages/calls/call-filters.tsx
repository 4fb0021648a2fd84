import { SelectField } from "../../components/fields.tsx";
import { useOfTeam } from "../../queries.ts";
import { useTeam } from "../../team.tsx";
import { type Filters, optionsOf, withFilter } from "./filters.ts";

type CallFiltersProps = {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
};

export function CallFilters({ filters, onChange }: CallFiltersProps) {
  const team = useTeam();
  const keys = useOfTeam(team, "GET /api/teams/:team/keys", {});
  const apps = useOfTeam(team, "GET /api/teams/:team/apps", {});
  const tools = useOfTeam(team, "GET /api/teams/:team/tools", {});
  const known = { keys: keys.data?.keys, apps: apps.data?.apps, tools: tools.data?.tools };
  const options = optionsOf(known, filters);
  return (
    <search aria-label="Filter the calls" className="grid gap-3 sm:grid-cols-3">
      {SELECTS.map(({ filter, label, all }) => (
        <SelectField
          key={filter}
          label={label}
          name={filter}
          onChange={({ target: { value } }) => onChange(withFilter(filters, filter, value))}
          options={[{ value: "", label: all }, ...options[filter]]}
          value={filters[filter] ?? ""}
        />
      ))}
    </search>
  );
}

const SELECTS = [
  { filter: "credential", label: "Key or app", all: "All" },
  { filter: "tool", label: "Tool", all: "All" },
  { filter: "outcome", label: "Outcome", all: "Any" },
] as const;
