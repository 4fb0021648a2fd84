import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Empty } from "../components/answer.tsx";
import { Button } from "../components/button.tsx";
import { looseField } from "../form/field.ts";
import { SelectField } from "../form/select-field.tsx";
import { counted } from "../numbers.ts";
import { FilterBar, focusFilter } from "./filter-bar.tsx";
import {
  type Chip,
  chipsOf,
  type Filter,
  type FilterValues,
  type LoadedChoices,
  withValue,
} from "./filters.ts";
import type { ListParts } from "./list-view.tsx";
import type { ListWords, Selection, Totals } from "./list.ts";
import { ordersOf } from "./sort.ts";
import type { UsedSelection } from "./use-selection.ts";

type ListToolsProps<Row> = ListParts<Row> & {
  readonly choices: LoadedChoices;
  readonly onClearSelection: () => void;
  /** Draws the rows, or the given empty state in their place. */
  readonly children: (nothing: ReactNode) => ReactNode;
};

/** Search and filters. While rows are selected, their bar takes this place. */
export function ListTools<Row>({ list, address, loaded, used, ...rest }: ListToolsProps<Row>) {
  const { filters, words, selection } = list;
  const { values, narrow } = address;
  const chips = chipsOf(filters, values, rest.choices);
  const q = values["q"] ?? "";
  const remove = (name: string) => {
    narrow(withValue(values, name, ""));
    focusFilter(name);
  };
  const clear = () => {
    const { sort } = values;
    narrow(sort === undefined ? {} : { sort });
    focusFilter(list.search === undefined ? (filters[0]?.name ?? "") : "q");
  };
  const isSelecting = selection !== undefined && used.selected.count > 0;
  return (
    <>
      <div className={`grid gap-3 ${isSelecting ? "invisible max-sm:hidden" : ""}`}>
        <FilterBar
          filters={filters}
          label={`Filter ${words.what}`}
          loaded={rest.choices}
          onChange={narrow}
          onSearch={address.searchFor}
          order={<Order address={address} list={list} />}
          search={list.search}
          values={values}
        />
        <Chips chips={chips} onClear={clear} onRemove={remove} />
      </div>
      {isSelecting ? (
        <SelectionBar
          loadedCount={loaded.rows.length}
          onClear={rest.onClearSelection}
          selection={selection}
          totals={loaded.totals}
          used={used}
          words={words}
        />
      ) : null}
      {rest.children(
        chips.length === 0 && q === ""
          ? list.neverAny
          : (list.nothingOf?.(values) ?? (
              <NoMatch
                chips={chips}
                filters={filters}
                many={words.many}
                onClear={clear}
                q={q}
                values={values}
              />
            )),
      )}
    </>
  );
}

/** Select of the order for rows of two lines, which have no column heads to press. */
function Order<Row>({ list, address }: Pick<ListParts<Row>, "list" | "address">) {
  const sort = address.values["sort"] ?? list.sort;
  if (sort === undefined) return null;
  return (
    <div className="min-w-0 flex-1 self-end table:hidden">
      <SelectField
        field={looseField<string>("sort", sort, address.sortBy)}
        isLabelHidden
        label="Order"
        options={ordersOf(list)}
      />
    </div>
  );
}

type ChipsProps = {
  readonly chips: readonly Chip[];
  readonly onRemove: (name: string) => void;
  readonly onClear: () => void;
};

function Chips({ chips, onRemove, onClear }: ChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label="Filters that are set" className="flex flex-wrap items-center gap-2">
      {chips.map(({ name, label, value }) => (
        <li key={name}>
          <button
            className="flex min-h-11 cursor-pointer items-center gap-1.5 rounded-control border border-edge bg-surface px-2 hover:bg-hover sm:min-h-8"
            onClick={() => onRemove(name)}
            type="button"
          >
            <span className="sr-only">Remove the filter </span>
            <span className="text-ink2">{label}: </span>
            <bdi className="font-medium">{value}</bdi>
            <X aria-hidden className="shrink-0 text-ink2" size={16} strokeWidth={1.5} />
          </button>
        </li>
      ))}
      <li>
        <Button kind="quiet" onClick={onClear}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}

type NoMatchProps = {
  readonly many: string;
  readonly filters: readonly Filter[];
  readonly values: FilterValues;
  readonly chips: readonly Chip[];
  readonly q: string;
  readonly onClear: () => void;
};

function NoMatch({ many, filters, values, chips, q, onClear }: NoMatchProps) {
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

type SelectionBarProps<Row> = {
  readonly selection: Selection<Row>;
  readonly used: UsedSelection<Row>;
  readonly words: ListWords;
  readonly totals: Totals | null;
  readonly loadedCount: number;
  readonly onClear: () => void;
};

/** Number, sum and actions of the selected rows, in place of the filters, so that no row moves. */
function SelectionBar<Row>({
  selection: { sumOf, Actions },
  used: { chosen, selected, head, onAll, onHead },
  words,
  totals,
  loadedCount,
  onClear,
}: SelectionBarProps<Row>) {
  const { count, rows } = selected;
  const all = totals?.count ?? 0;
  const isMore = head === "all" && !chosen.isAll && all > loadedCount;
  return (
    <section
      aria-label={`Selected ${words.many}`}
      data-selection
      className="sticky top-0 z-20 -mx-2 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 bg-canvas px-2 py-1 sm:-mt-15 sm:min-h-13"
    >
      <output className="font-semibold">
        {chosen.isAll
          ? `All ${count.toLocaleString("en-GB")} matching ${words.many} selected`
          : `${counted(count, words.one, words.many)} selected`}
        {sumOf === undefined || chosen.isAll ? null : (
          <span className="font-normal text-ink2"> · {sumOf(rows)}</span>
        )}
      </output>
      {head === "all" ? null : (
        <span className="table:hidden">
          <Button kind="quiet" onClick={onHead}>
            Select {loadedCount} loaded
          </Button>
        </span>
      )}
      {isMore ? (
        <Button kind="quiet" onClick={onAll}>
          Select all {all.toLocaleString("en-GB")} matching
        </Button>
      ) : null}
      <div className="flex flex-wrap items-center gap-2 sm:ms-auto">
        <Actions selected={selected} />
        <Button aria-keyshortcuts="Escape" kind="quiet" onClick={onClear}>
          <X aria-hidden size={16} strokeWidth={1.5} />
          Clear selection
        </Button>
      </div>
    </section>
  );
}
