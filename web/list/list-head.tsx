import type { ReactNode } from "react";
import { Button } from "../components/button.tsx";
import { type KeyHint, KeyHints } from "../components/key-hints.tsx";
import { useMe } from "../queries.ts";
import type { Address } from "./address.ts";
import type { List } from "./list.ts";
import { orderWords } from "./sort.ts";

type ListHeadProps<Row> = {
  readonly list: List<Row>;
  readonly address: Address;
  readonly newCount: number;
  readonly isAtLeast: boolean;
  readonly hasRows: boolean;
  readonly onShow: () => void;
  readonly note: ReactNode;
};

/** Order, time zone, and a button for new rows. On wide screens its height is constant. */
export function ListHead<Row>({
  list,
  address,
  newCount,
  isAtLeast,
  hasRows,
  onShow,
  note,
}: ListHeadProps<Row>) {
  const { user } = useMe();
  const { words } = list;
  const sort = address.values["sort"] ?? list.sort;
  const order = orderWords(list, sort);
  const count = `${newCount}${isAtLeast ? " or more" : ""} new`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:min-h-5">
      <p className={`text-ink2 ${order === null ? "" : "max-sm:hidden"}`}>
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
          <Button kind="primary" onClick={onShow}>
            {count} – Show
          </Button>
        )}
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
