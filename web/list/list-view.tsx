import { useRouter } from "@tanstack/react-router";
import {
  type ComponentType,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { FailureNote, Late } from "../components/answer.tsx";
import { Button } from "../components/button.tsx";
import { Dialog } from "../components/dialog.tsx";
import { type KeyHint, KeyHints } from "../components/key-hints.tsx";
import { Notice } from "../components/status.tsx";
import { keepInView, leftAt } from "../focus.ts";
import { counted } from "../numbers.ts";
import { useMe } from "../queries.ts";
import { useTeam } from "../team.tsx";
import { type Address, useListAddress } from "./address.ts";
import type { LoadedChoices } from "./filters.ts";
import { type Fit, useFit } from "./fit.ts";
import { Grid } from "./grid.tsx";
import { useListKeys } from "./keys.ts";
import { ListTools } from "./list-tools.tsx";
import type { List, ListWords } from "./list.ts";
import { type ActiveRow, type OpenRow, useActiveRow, useOpenRow } from "./open-row.ts";
import { type Rows, useRows } from "./rows.ts";
import { type BatchResult, saidOf } from "./selection.ts";
import { Skeleton } from "./skeleton.tsx";
import { orderWords } from "./sort.ts";
import { type UsedSelection, useSelection } from "./use-selection.ts";

type Letters<Row> = Readonly<Record<string, (row: Row) => void>>;

type ListViewProps<Row> = {
  readonly list: List<Row>;
  readonly choices: LoadedChoices;
  /** Draws the open row in a `Sheet`. */
  readonly Opened?: ComponentType<{ readonly opened: OpenRow<Row> }>;
  /** Actions of letters on the current row; J, K and X are the list's own. */
  readonly letters?: Letters<Row>;
  readonly note?: ReactNode;
  /** Draws the rows as pictures. */
  readonly Tiled?: ComponentType<{ readonly parts: ListParts<Row> }>;
  /** Chooses how the rows are drawn. */
  readonly forms?: ReactNode;
  readonly Actions?: ComponentType<{ readonly rows: readonly Row[] }>;
};

export type ListParts<Row> = {
  readonly list: List<Row>;
  readonly address: Address;
  readonly loaded: Rows<Row>;
  readonly active: ActiveRow;
  readonly used: UsedSelection<Row>;
};

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
  const { element, ...fit } = useFit(list);
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
    <div
      className="flex flex-col gap-2"
      data-columns={fit.columns.map(({ title }) => title).join(" ")}
      data-form={fit.form}
      ref={element}
    >
      <ListTools {...parts} choices={choices} onClearSelection={clearSelection}>
        {(noMatch) => <LoadedRows {...parts} {...rest} fit={fit} nothing={noMatch} />}
      </ListTools>
    </div>
  );
}

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
    readonly fit: Fit<Row>;
    readonly nothing: ReactNode;
  };

function LoadedRows<Row>(props: LoadedRowsProps<Row>) {
  const { nothing, fit, Opened, Actions, Tiled, forms, note, letters = {}, ...parts } = props;
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
      <FailureNote error={shown.error} onRetry={() => void shown.refetch()} what={words.what} />
    );
  return (
    <div aria-busy={shown.isPlaceholderData || undefined} className="grid gap-2">
      <ListHead
        address={address}
        forms={forms}
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
          {address.isTiled && Tiled !== undefined ? (
            <Suspense fallback={<Skeleton what={words.what} />}>
              <Tiled parts={parts} />
            </Suspense>
          ) : (
            <Grid {...parts} fit={fit} letters={Object.keys(letters)} name={name} />
          )}
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

type ListHeadProps<Row> = {
  readonly list: List<Row>;
  readonly address: Address;
  readonly newCount: number;
  readonly isAtLeast: boolean;
  readonly hasRows: boolean;
  readonly onShow: () => void;
  readonly note: ReactNode;
  readonly forms: ReactNode;
};

/** Order, time zone, and a button for new rows. On wide screens its height is constant. */
function ListHead<Row>(props: ListHeadProps<Row>) {
  const { list, address, newCount, isAtLeast, hasRows, note } = props;
  const { user } = useMe();
  const { words } = list;
  const sort = address.values["sort"] ?? list.sort;
  const isFound = words.searchOrder !== undefined && address.values["q"] !== undefined;
  const order = isFound ? words.searchOrder : orderWords(list, sort);
  const count = `${newCount}${isAtLeast ? " or more" : ""} new`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:min-h-5">
      <p className={`text-ink2 ${(order ?? null) === null ? "" : "lines:hidden"}`}>
        {order ?? words.order}.{words.hasTimes === true ? ` Times in ${user.timeZone}.` : ""}
      </p>
      {hasRows && newCount === 0 && (note ?? null) === null ? <Keys list={list} /> : null}
      <output className="sr-only">
        {newCount === 0 ? "" : `${count} since the list was loaded`}
      </output>
      {/* Buttons reach into the gaps above and below. */}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden sm:-my-2">
        {note}
        {newCount === 0 ? null : (
          <Button kind="primary" onClick={props.onShow}>
            {count} – Show
          </Button>
        )}
        {props.forms}
      </div>
    </div>
  );
}

function Keys<Row>({ list: { openAs, selection, words } }: Pick<ListHeadProps<Row>, "list">) {
  const keys: readonly KeyHint[] = [
    ["J K", "move"],
    ...(openAs === undefined ? [] : [["Enter", "opens"] as const]),
    ...(selection === undefined ? [] : [["X", "selects"] as const]),
    ...(words.keys ?? []),
    ["?", "all keys"],
  ];
  return <KeyHints keys={keys} />;
}

/** Loads the pages of the last visit again when they are no longer cached. */
function useKeptPages<Row>({ shown }: Rows<Row>, { pages }: Address): void {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = shown;
  const loaded = data?.pages.length ?? 0;
  useEffect(() => {
    if (loaded > 0 && loaded < pages && hasNextPage && !isFetching && !isError)
      void fetchNextPage();
  }, [loaded, pages, hasNextPage, isFetching, isError, fetchNextPage]);
}

function useSaidCount<Row>(
  { words }: Pick<List<Row>, "words">,
  { rows, shown, totals }: Rows<Row>,
  name: string,
): string {
  const [said, setSaid] = useState("");
  const before = useRef(name);
  const isAnswered = shown.data !== undefined && !shown.isPlaceholderData;
  const count = counted(totals?.count ?? rows.length, words.one, words.many);
  const isNone = rows.length === 0;
  const isMore = totals === null && shown.hasNextPage;
  useEffect(() => {
    if (!isAnswered || before.current === name) return;
    before.current = name;
    const found = isNone ? `No ${words.many} found` : `${count} found`;
    setSaid(isMore ? `More than ${count} match` : found);
  }, [isAnswered, isMore, isNone, name, count, words.many]);
  return said;
}

type BatchFailuresProps = { readonly result: BatchResult; readonly words: ListWords };

function BatchFailures({ result, words }: BatchFailuresProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { failed } = result;
  return (
    <>
      <Notice
        actions={<Button onClick={() => setIsOpen(true)}>Show what failed</Button>}
        title={saidOf(result, words)}
        tone="warn"
      >
        <p>What failed is as it was, and still selected.</p>
      </Notice>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={`${failed.length} failed`}>
        <ul className="divide-y divide-line border-y border-line">
          {failed.map(({ key, name, because }) => (
            <li className="grid gap-0.5 py-2" key={key}>
              <bdi className="font-medium">{name}</bdi>
              <span className="text-ink2">{because}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

type StepsParts<Row> = {
  readonly list: List<Row>;
  readonly loaded: Rows<Row>;
  readonly address: Address;
  readonly focusOn: (key: string) => void;
};

function useSteps<Row>({ list, loaded, address, focusOn }: StepsParts<Row>) {
  const { shown, rows, fresh, showFresh } = loaded;
  const { keyOf, words } = list;
  const [said, setSaid] = useState("");
  const isNewOpen = fresh.some((row) => keyOf(row) === address.openKey);
  useEffect(() => {
    if (isNewOpen) showFresh();
  });
  const focusFirst = ([first]: readonly Row[]) => {
    if (first !== undefined) focusOn(keyOf(first));
  };

  const newer = () => {
    showFresh();
    focusFirst(fresh);
  };
  const further = async () => {
    const { data, isError } = await shown.fetchNextPage();
    if (isError || data === undefined) return;
    const added = data.pages.at(-1)?.rows ?? [];
    const count = counted(added.length, `more ${words.one}`, `more ${words.many}`);
    const total = (rows.length + added.length).toLocaleString("en-GB");
    address.keepPages(data.pages.length);
    setSaid(`${count}, ${total} in all.`);
    focusFirst(added);
  };
  return { said, newer, further } as const;
}

type ListFootProps<Row> = {
  readonly words: List<Row>["words"];
  readonly loaded: Rows<Row>;
  readonly onMore: () => void;
  readonly children: ReactNode;
};

function ListFoot<Row>({ words, loaded, onMore, children }: ListFootProps<Row>) {
  const { rows, shown, totals } = loaded;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error } = shown;
  const count = counted(rows.length, words.one, words.many);
  const all = totals === null ? "" : ` of ${totals.count.toLocaleString("en-GB")}`;
  // The row of the sums says then that these are all.
  const isTold = !hasNextPage && totals?.sums !== undefined;
  return (
    <div className="grid gap-3">
      {isFetchNextPageError && error !== null ? (
        <FailureNote
          error={error}
          hasButton
          onRetry={onMore}
          what={`${words.further} ${words.many}`}
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
        {hasNextPage && !isFetchNextPageError ? (
          <Button
            isBusy={isFetchingNextPage}
            onClick={onMore}
            onFocus={({ currentTarget }) => void keepInView(currentTarget, "nearest")}
          >
            Load more
          </Button>
        ) : null}
        {isTold ? null : (
          <p className="text-ink2">
            {hasNextPage ? `The ${words.first} ${count}${all}.` : `${count} in all.`}
            {isFetchingNextPage ? <Late> Loading…</Late> : null}
          </p>
        )}
        {children === null ? null : <div className="sm:ms-auto">{children}</div>}
      </div>
    </div>
  );
}
