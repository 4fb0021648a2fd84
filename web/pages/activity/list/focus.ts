import { useEffect, useRef } from "react";
import { rowId } from "./row-id.ts";

/** Puts the focus on a row as soon as it is there: answers the function that is told which. */
export function useFocusOnRow(): (id: string) => void {
  const wanted = useRef<string | null>(null);
  useEffect(() => {
    if (wanted.current === null) return;
    const row = document.getElementById(rowId(wanted.current));
    if (row === null) return;
    wanted.current = null;
    row.focus();
  });
  return (id) => {
    wanted.current = id;
  };
}

/**
 * Follows the event that the address names: to its row when another one is opened, and back to the row
 * that was open when that leaves the focus nowhere. What the page is opened with is only shown.
 */
export function useFocusOnOpen(openId: string | null): void {
  const last = useRef<string | null | undefined>(undefined);
  useEffect(() => {
    const before = last.current;
    if (before === openId) return;
    const row = document.getElementById(rowId(openId ?? before ?? ""));
    // It may not be loaded yet.
    if (openId !== null && row === null) return;
    last.current = openId;
    if (before !== undefined && isToBeFocused(row, openId !== null)) row?.focus();
    if (openId !== null) row?.scrollIntoView({ block: "nearest" });
  });
}

function isToBeFocused(row: HTMLElement | null, isOpen: boolean): boolean {
  const { activeElement, body } = document;
  const isLost = activeElement === null || activeElement === body;
  const isThere = row?.parentElement?.contains(activeElement) === true;
  return isLost || (isOpen && !isThere);
}
