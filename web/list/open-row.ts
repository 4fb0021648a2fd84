import { useLayoutEffect } from "react";
import type { ActiveRow } from "./active-row.ts";
import type { Address } from "./address.ts";
import type { List } from "./list.ts";
import { rowId } from "./row-id.ts";

/** Row in the address, for the sheet that shows it. */
export type OpenRow<Row> = {
  readonly key: string;
  /** Null if it is not among the loaded rows. */
  readonly row: Row | null;
  readonly previous: string | null;
  readonly next: string | null;
  readonly onOpen: (key: string) => void;
  readonly onClose: (isGone?: boolean) => void;
  readonly focusAfter: () => HTMLElement | null;
};

type Parts<Row> = {
  readonly list: Pick<List<Row>, "keyOf">;
  readonly rows: readonly Row[];
  readonly address: Address;
  readonly active: ActiveRow;
};

export function useOpenRow<Row>({
  list: { keyOf },
  rows,
  address,
  active: { setKey },
}: Parts<Row>): OpenRow<Row> | null {
  const { openKey, open, close } = address;
  // A key that follows means the row that is shown.
  useLayoutEffect(() => {
    if (openKey !== null) setKey(openKey);
  }, [openKey, setKey]);
  if (openKey === null) return null;
  const place = rows.findIndex((row) => keyOf(row) === openKey);
  const at = (index: number) => (place < 0 ? undefined : rows[index]);
  const keyAt = (index: number) => {
    const row = at(index);
    return row === undefined ? null : keyOf(row);
  };
  return {
    key: openKey,
    row: at(place) ?? null,
    previous: keyAt(place - 1),
    next: keyAt(place + 1),
    onOpen: open,
    onClose: close,
    focusAfter: () => document.getElementById(rowId(openKey)),
  };
}
