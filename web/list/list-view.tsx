import { type ComponentType, type ReactNode, useMemo } from "react";
import { Failure } from "../components/answer.tsx";
import { useTeam } from "../team.tsx";
import { useActiveRow } from "./active-row.ts";
import { type Address, useListAddress } from "./address.ts";
import { Chips } from "./chips.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { focusFilter } from "./filter-focus.ts";
import { chipsOf, type LoadedChoices, withValue } from "./filters.ts";
import { Grid } from "./grid.tsx";
import { useKeptPages } from "./kept-pages.ts";
import { useListKeys } from "./keys.ts";
import { ListFoot } from "./list-foot.tsx";
import { ListHead } from "./list-head.tsx";
import type { List } from "./list.ts";
import { NoMatch } from "./nothing.tsx";
import { type OpenRow, useOpenRow } from "./open-row.ts";
import { useRows } from "./rows.ts";
import { Skeleton } from "./skeleton.tsx";
import { useSteps } from "./steps.ts";

type ListViewProps<Row> = {
  readonly list: List<Row>;
  readonly loaded: LoadedChoices;
  /** Draws the open row in a `Sheet`. */
  readonly Opened: ComponentType<{ readonly opened: OpenRow<Row> }>;
  readonly onUndo: (row: Row) => void;
  /** Actions for the loaded rows, below the list. */
  readonly Actions: ComponentType<{ readonly rows: readonly Row[] }>;
};

/** A list as declared: its filters, rows, open row and keys. */
export function ListView<Row>({ list, loaded, ...rest }: ListViewProps<Row>) {
  const address = useListAddress(list);
  const { filters, words } = list;
  const { values, filterBy } = address;
  const chips = chipsOf(filters, values, loaded);
  const remove = (name: string) => {
    filterBy(withValue(values, name, ""));
    focusFilter(name);
  };
  const clear = () => {
    filterBy({});
    focusFilter(filters[0]?.name ?? "");
  };
  const noMatch =
    chips.length === 0 ? (
      list.neverAny
    ) : (
      <NoMatch chips={chips} filters={filters} many={words.many} onClear={clear} values={values} />
    );
  return (
    <div className="grid gap-3">
      <FilterBar
        filters={filters}
        label={`Filter ${words.what}`}
        loaded={loaded}
        onChange={filterBy}
        values={values}
      />
      <Chips chips={chips} onClear={clear} onRemove={remove} />
      <LoadedRows {...rest} address={address} list={list} nothing={noMatch} />
    </div>
  );
}

type LoadedRowsProps<Row> = Omit<ListViewProps<Row>, "loaded"> & {
  readonly address: Address;
  /** Shown in the place of rows. */
  readonly nothing: ReactNode;
};

function LoadedRows<Row>({ list, address, nothing, ...rest }: LoadedRowsProps<Row>) {
  const { words, keyOf } = list;
  const active = useActiveRow();
  const loaded = useRows(list, useTeam(), address.values);
  const { shown, rows, fresh, isGap } = loaded;
  const steps = useSteps({ list, loaded, address, focusOn: active.focusOn });
  const opened = useOpenRow({ list, rows, address, active });
  useKeptPages(loaded, address);
  useListKeys({
    rows: useMemo(() => rows.map(keyOf), [rows, keyOf]),
    active: active.key,
    openKey: address.openKey,
    onFocus: active.focusOn,
    onOpen: address.open,
    onUndo: (key) => {
      const row = rows.find((row) => keyOf(row) === key);
      if (row !== undefined) rest.onUndo(row);
    },
  });

  if (shown.data === undefined)
    return shown.error === null ? (
      <Skeleton what={words.what} />
    ) : (
      <Failure error={shown.error} onRetry={() => void shown.refetch()} what={words.what} />
    );
  return (
    <div aria-busy={shown.isPlaceholderData || undefined} className="grid gap-2">
      <ListHead
        isAtLeast={isGap}
        newCount={fresh.length}
        onShow={steps.newer}
        order={words.order}
      />
      {rows.length === 0 ? (
        nothing
      ) : (
        <>
          <Grid
            active={active}
            hasMore={shown.hasNextPage}
            hrefOf={address.hrefOf}
            list={list}
            name={`${list.route} ${JSON.stringify(address.values)}`}
            onOpen={(key) => (key === address.openKey ? address.close() : address.open(key))}
            openKey={address.openKey}
            rows={rows}
          />
          <ListFoot loaded={loaded} onMore={() => void steps.further()} words={words}>
            <rest.Actions rows={rows} />
          </ListFoot>
        </>
      )}
      {opened === null ? null : <rest.Opened opened={opened} />}
      <output className="sr-only">{steps.said}</output>
    </div>
  );
}
