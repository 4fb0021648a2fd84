import { useEffect } from "react";
import { areSingleKeysOn, isInDialog, isTyping } from "../single-keys.ts";
import { moved, moveOf } from "./moves.ts";

type Keys = {
  /** Keys of the rows in order. */
  readonly rows: readonly string[];
  readonly active: string | null;
  readonly openKey: string | null;
  readonly onFocus: (key: string) => void;
  readonly onOpen: (key: string) => void;
  readonly onUndo: (key: string) => void;
};

/** Keys of a list: arrows, J and K move, U undoes. While a row is open they move to the next open row. */
export function useListKeys(keys: Keys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isInDialog()) return;
      if (take(event, keys)) event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [keys]);
}

/** @returns true if the key meant the list */
function take({ key, target }: KeyboardEvent, keys: Keys): boolean {
  const { rows, openKey } = keys;
  const isInList = target instanceof Element && target.closest("[role=grid]") !== null;
  const isOpen = openKey !== null && rows.includes(openKey);
  const areLettersOn = areSingleKeysOn();
  const from = (isOpen ? openKey : keys.active) ?? rows[0];
  if (from === undefined) return false;
  if (key === "u" && areLettersOn && (isInList || isOpen)) {
    keys.onUndo(from);
    return true;
  }
  const move = moveOf(key, { isInList, areLettersOn });
  if (move === null) return false;
  // The first key goes to the list, to the row that was left.
  const to = isInList || isOpen ? rows[moved(rows.indexOf(from), move, rows.length)] : from;
  if (to === undefined) return false;
  if (isOpen) keys.onOpen(to);
  else keys.onFocus(to);
  return true;
}
