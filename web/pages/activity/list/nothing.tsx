import { Empty } from "../../../components/answer.tsx";
import { Button, ButtonLink } from "../../../components/button.tsx";
import type { Chip } from "../filters/filter-options.ts";
import type { Filters } from "../filters/filters.ts";

export function NothingYet() {
  return (
    <Empty
      action={
        <ButtonLink kind="primary" to="/connect">
          Connect an assistant
        </ButtonLink>
      }
      title="No activity yet"
    >
      Changes by people, assistants and programs are recorded here with the values before and after,
      so that they can be undone.
    </Empty>
  );
}

type NoMatchProps = {
  readonly filters: Filters;
  readonly chips: readonly Chip[];
  readonly onClear: () => void;
};

export function NoMatch({ filters, chips, onClear }: NoMatchProps) {
  return (
    <Empty
      action={<Button onClick={onClear}>Clear all filters</Button>}
      title="No events match these filters"
    >
      <ul>
        {chips.map(({ filter, label, value }) => (
          <li key={filter}>
            {label}: <bdi className="font-medium text-ink">{value}</bdi>
          </li>
        ))}
      </ul>
      {filters.from !== undefined && filters.to !== undefined && filters.from > filters.to ? (
        <p>From is after To.</p>
      ) : null}
    </Empty>
  );
}
