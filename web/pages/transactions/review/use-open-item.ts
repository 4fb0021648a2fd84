import { useLayoutEffect } from "react";
import { useListAddress } from "../../../list/address.ts";
import type { OpenRow } from "../../../list/open-row.ts";
import type { TransactionRow } from "../transaction.ts";
import { type Item, itemRows } from "./item.ts";
import { type Place, itemElement } from "./use-place.ts";

const ADDRESS = {
  page: "/transactions/review",
  openAs: { sheet: "transaction" },
  filters: [],
  columns: [],
} as const;

type Parts = {
  readonly items: readonly Item[];
  readonly active: Item | undefined;
  readonly place: Place;
};

/**
 * The transaction in the address, which is shown beside the items: those before and behind it are as they
 * wait. One that no longer waits stays open, with the item that took its place behind it.
 */
export function useOpenItem({ items, active, place: { note } }: Parts) {
  const { openKey, open, close } = useListAddress(ADDRESS);
  const steps = items.flatMap((item) => itemRows(item).map((row) => ({ item: item.key, row })));
  // A transaction can wait for two reasons.
  const own = steps.findIndex(({ item, row }) => row.id === openKey && item === active?.key);
  const at = own < 0 ? steps.findIndex(({ row }) => row.id === openKey) : own;
  const item = steps[at]?.item;
  // A key that follows means the item that is shown.
  useLayoutEffect(() => {
    if (item === undefined) return;
    note(item);
    itemElement(item)?.scrollIntoView({ block: "nearest" });
  }, [item, note]);
  const goTo = (step: (typeof steps)[number] | undefined) => {
    if (step === undefined) return;
    note(step.item);
    open(step.row.id);
  };
  const behind = at < 0 ? steps.findIndex(({ item }) => item === active?.key) : at + 1;
  const before = (at < 0 ? behind : at) - 1;
  const keyAt = (index: number) => (steps[index] === undefined ? null : String(index));
  const opened: OpenRow<TransactionRow> | null =
    openKey === null
      ? null
      : {
          key: openKey,
          row: steps[at]?.row ?? null,
          previous: keyAt(before),
          next: keyAt(behind),
          onOpen: (index) => goTo(steps[Number(index)]),
          onClose: close,
          focusAfter: () => itemElement(active?.key ?? null),
        };
  /** Opens an item, or one of its transactions. */
  const show = (key: string, id?: string) =>
    goTo(steps.find(({ item, row }) => item === key && (id === undefined || row.id === id)));
  return { opened, show } as const;
}
