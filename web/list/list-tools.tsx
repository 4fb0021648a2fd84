import type { ReactNode } from "react";
import { looseField } from "../form/field.ts";
import { SelectField } from "../form/select-field.tsx";
import { Chips } from "./chips.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { focusFilter } from "./filter-focus.ts";
import { chipsOf, type LoadedChoices, withValue } from "./filters.ts";
import { NoMatch } from "./nothing.tsx";
import type { ListParts } from "./parts.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { ordersOf } from "./sort.ts";

type ListToolsProps<Row> = ListParts<Row> & {
  readonly choices: LoadedChoices;
  readonly onClearSelection: () => void;
  /** The rows; takes what stands in their place when there are none. */
  readonly children: (nothing: ReactNode) => ReactNode;
};

/** Search and filters; while rows are selected, their bar in the same place. */
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
        chips.length === 0 && q === "" ? (
          list.neverAny
        ) : (
          <NoMatch
            chips={chips}
            filters={filters}
            many={words.many}
            onClear={clear}
            q={q}
            values={values}
          />
        ),
      )}
    </>
  );
}

/** Narrow screens have no heads of columns to press. */
function Order<Row>({ list, address }: Pick<ListParts<Row>, "list" | "address">) {
  const sort = address.values["sort"] ?? list.sort;
  if (sort === undefined) return null;
  return (
    <div className="min-w-0 flex-1 sm:hidden">
      <SelectField
        field={looseField<string>("sort", sort, address.sortBy)}
        isLabelHidden
        label="Order"
        options={ordersOf(list)}
      />
    </div>
  );
}
