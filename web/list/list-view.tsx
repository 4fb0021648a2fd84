import { useRouter } from "@tanstack/react-router";
import { type ComponentType, type ReactNode, useMemo } from "react";
import { Failure } from "../components/answer.tsx";
import { leftAt } from "../focus.ts";
import { useTeam } from "../team.tsx";
import { useActiveRow } from "./active-row.ts";
import { useListAddress } from "./address.ts";
import { BatchFailures } from "./batch-failures.tsx";
import type { LoadedChoices } from "./filters.ts";
import { Grid } from "./grid.tsx";
import { useKeptPages } from "./kept-pages.ts";
import { useListKeys } from "./keys.ts";
import { ListFoot } from "./list-foot.tsx";
import { ListHead } from "./list-head.tsx";
import { ListTools } from "./list-tools.tsx";
import type { List } from "./list.ts";
import { type OpenRow, useOpenRow } from "./open-row.ts";
import type { ListParts } from "./parts.ts";
import { useRows } from "./rows.ts";
import { useSaidCount } from "./said-count.ts";
import { Skeleton } from "./skeleton.tsx";
import { useSteps } from "./steps.ts";
import { useSelection } from "./use-selection.ts";

type Letters<Row> = Readonly<Record<string, (row: Row) => void>>;

type ListViewProps<Row> = {
  readonly list: List<Row>;
  readonly choices: LoadedChoices;
  /** Draws the open row in a `Sheet`. */
  readonly Opened?: ComponentType<{ readonly opened: OpenRow<Row> }>;
  /** Actions of letters on the current row; J, K and X are the list's own. */
  readonly letters?: Letters<Row>;
  /** Stands beside the order of the rows. */
  readonly note?: ReactNode;
  /** Actions for the loaded rows, below the list. */
  readonly Actions?: ComponentType<{ readonly rows: readonly Row[] }>;
};

/** A list as declared: its search, filters, rows, selection, open row and keys. */
export function ListView<Row>({ list, choices, ...rest }: ListViewProps<Row>) {
  const address = useListAddress(list);
  const { values } = address;
  const loaded = useRows(list, useTeam(), values);
  const keys = useMemo(() => loaded.rows.map(list.keyOf), [loaded.rows, list]);
  const active = useActiveRow(leftAt(useRouter().state.location.state));
  const used = useSelection({ list, loaded, keys, values });
  const clearSelection = () => {
    const row = active.key ?? keys[0];
    used.selected.clear();
    // The pressed button is gone.
    if (row !== undefined) active.focusOn(row);
  };
  const parts = { list, address, loaded, active, used } as const;
  useKeptPages(loaded, address);
  useListKeys({
    rows: keys,
    active: active.key,
    openKey: address.openKey,
    onFocus: active.focusOn,
    onOpen: address.open,
    letters: byKey(list, loaded.rows, rest.letters),
    select:
      list.selection === undefined
        ? null
        : {
            onToggle: used.onToggle,
            onMove: used.onMove,
            onClear: used.selected.count === 0 ? null : clearSelection,
          },
  });
  return (
    <div className="flex flex-col gap-2">
      <ListTools {...parts} choices={choices} onClearSelection={clearSelection}>
        {(noMatch) => <LoadedRows {...parts} {...rest} nothing={noMatch} />}
      </ListTools>
    </div>
  );
}

/** The actions on rows, by the rows' keys. */
function byKey<Row>(
  { keyOf }: List<Row>,
  rows: readonly Row[],
  letters: Letters<Row> = {},
): Readonly<Record<string, (key: string) => void>> {
  return Object.fromEntries(
    Object.entries(letters).map(([letter, act]) => [
      letter,
      (key: string) => {
        const row = rows.find((row) => keyOf(row) === key);
        if (row !== undefined) act(row);
      },
    ]),
  );
}

type LoadedRowsProps<Row> = ListParts<Row> &
  Omit<ListViewProps<Row>, "list" | "choices"> & {
    /** Shown in the place of rows. */
    readonly nothing: ReactNode;
  };

function LoadedRows<Row>({
  nothing,
  Opened,
  Actions,
  note,
  letters,
  ...parts
}: LoadedRowsProps<Row>) {
  const { list, address, loaded, active, used } = parts;
  const { shown, rows, fresh, isGap } = loaded;
  const { words } = list;
  const name = `${list.route} ${JSON.stringify(address.values)}`;
  const steps = useSteps({ list, loaded, address, focusOn: active.focusOn });
  const found = useSaidCount(list, loaded, name);
  const opened = useOpenRow({ list, rows, address, active });
  if (shown.data === undefined)
    return shown.error === null ? (
      <Skeleton what={words.what} />
    ) : (
      <Failure error={shown.error} onRetry={() => void shown.refetch()} what={words.what} />
    );
  return (
    <div aria-busy={shown.isPlaceholderData || undefined} className="grid gap-2">
      <ListHead
        address={address}
        hasRows={rows.length > 0}
        isAtLeast={isGap}
        list={list}
        newCount={fresh.length}
        note={note}
        onShow={steps.newer}
      />
      {used.last === null ? null : <BatchFailures result={used.last} words={words} />}
      {rows.length === 0 ? (
        nothing
      ) : (
        <>
          <Grid {...parts} letters={Object.keys(letters ?? {})} name={name} />
          <ListFoot loaded={loaded} onMore={() => void steps.further()} words={words}>
            {Actions === undefined ? null : <Actions rows={rows} />}
          </ListFoot>
        </>
      )}
      {opened === null || Opened === undefined ? null : <Opened opened={opened} />}
      <output className="sr-only">{steps.said}</output>
      <output className="sr-only">{found}</output>
    </div>
  );
}
