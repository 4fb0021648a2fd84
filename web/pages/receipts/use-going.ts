import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { isInDialog, isTyping, useKeyDown } from "../../keyboard.ts";
import { moved, moveOf } from "../../list/keys.ts";
import { areSingleKeysOn } from "../../preferences.ts";
import { receiptLineId, RECEIPTS_ID } from "./receipt-list.tsx";
import { nameOf, RECEIPT_HEAD, type ReceiptRow } from "./receipt.ts";
import type { Going } from "./use-receipt-acts.ts";

type GoingProps = {
  readonly rows: readonly ReceiptRow[];
  /** Id in the address; null where the first is chosen. */
  readonly id: string | null;
  readonly chosen: string | null;
  /** True without the list, on phones. */
  readonly isAlone: boolean;
};

/** Id of the receipt that gets the focus once it is shown. The page of the list and that of a receipt share it. */
const awaited: { id: string | null } = { id: null };

/** Goes among the receipts, by J, K and the arrows too, and takes the focus along. */
export function useGoing({ rows, id: routed, chosen, isAlone }: GoingProps): Going {
  const navigate = useNavigate();
  // A receipt of another tab has no line: what was undone is looked at by the server again.
  const elementOf = (id: string) =>
    document.getElementById(
      isAlone || !rows.some((row) => row.id === id) ? RECEIPT_HEAD : receiptLineId(id),
    );
  useEffect(() => {
    // The page of a receipt is another than that of the list, which is about to go.
    if (awaited.id === null || awaited.id !== routed) return;
    const shown = elementOf(awaited.id);
    if (shown === null) return;
    awaited.id = null;
    shown.focus();
  });
  const open = (id: string) => {
    const shown = elementOf(id);
    if (id === routed && shown !== null) {
      shown.focus();
      return;
    }
    awaited.id = id;
    const way = { search: true, replace: true, resetScroll: false } as const;
    void navigate({ to: "/receipts/$id", params: { id }, ...way });
  };
  useMoves(rows, chosen, open);
  return {
    open,
    leave: (id) => {
      const at = rows.findIndex((row) => row.id === id);
      const next = rows[at + 1] ?? rows[at - 1];
      if (next !== undefined) {
        open(next.id);
        return nameOf(next);
      }
      document.querySelector<HTMLElement>("main h1")?.focus();
      void navigate({ to: "/receipts", search: true, replace: true });
      return null;
    },
  };
}

function useMoves(
  rows: readonly ReceiptRow[],
  chosen: string | null,
  open: (id: string) => void,
): void {
  useKeyDown((event) => {
    const { key, target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(target) || isInDialog()) return;
    const list = document.getElementById(RECEIPTS_ID);
    // Elsewhere the arrows scroll.
    const isInList = target instanceof Node && list?.contains(target) === true;
    const move = moveOf(key, { isInList, areLettersOn: areSingleKeysOn() });
    if (move === null) return;
    const focused = document.activeElement?.id;
    const reached = chosen ?? rows.find(({ id }) => receiptLineId(id) === focused)?.id;
    const at = rows.findIndex(({ id }) => id === reached);
    // The first key goes to the list, to the receipt that is shown.
    const to = rows[isInList ? moved(at, move, rows.length) : Math.max(0, at)];
    if (to === undefined) return;
    event.preventDefault();
    // The list alone, on phones: the receipt is opened by Enter.
    if (chosen === null) document.getElementById(receiptLineId(to.id))?.focus();
    else open(to.id);
  });
}
