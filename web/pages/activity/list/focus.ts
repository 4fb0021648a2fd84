import { useEffect, useRef } from "react";
import { rowId } from "./row-id.ts";

/** Returns a function that focuses a row as soon as it is shown. */
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
 * Moves the focus to the row of a newly opened event, and back to the row when closing it would lose
 * the focus. An event that the page is loaded with gets no focus.
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
