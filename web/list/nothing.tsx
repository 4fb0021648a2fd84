import { Empty } from "../components/answer.tsx";
import { Button } from "../components/button.tsx";
import type { Chip, Filter, FilterValues } from "./filters.ts";

type NoMatchProps = {
  /** Plural noun of the rows: `events`. */
  readonly many: string;
  readonly filters: readonly Filter[];
  readonly values: FilterValues;
  readonly chips: readonly Chip[];
  /** The search; empty if there is none. */
  readonly q: string;
  readonly onClear: () => void;
};

/** Empty state of a filtered list: names the filters. */
export function NoMatch({ many, filters, values, chips, q, onClear }: NoMatchProps) {
  const [from, to] = filters.filter(({ kind }) => kind === "day");
  const isReversed =
    from !== undefined && to !== undefined && (values[from.name] ?? "") > (values[to.name] ?? "9");
  return (
    <Empty
      action={
        <Button onClick={onClear}>
          {chips.length === 0 ? "Clear the search" : q === "" ? "Clear all filters" : "Clear all"}
        </Button>
      }
      title={`No ${many} match ${chips.length === 0 ? "this search" : "these filters"}`}
    >
      <ul>
        {q === "" ? null : (
          <li>
            Search: <bdi className="font-medium text-ink">{q}</bdi>
          </li>
        )}
        {chips.map(({ name, label, value }) => (
          <li key={name}>
            {label}: <bdi className="font-medium text-ink">{value}</bdi>
          </li>
        ))}
      </ul>
      {isReversed ? (
        <p>
          {from.label} is after {to.label}.
        </p>
      ) : null}
    </Empty>
  );
}
