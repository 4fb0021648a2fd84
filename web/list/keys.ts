import { isInDialog, isTyping, useKeyDown } from "../keyboard.ts";
import { areSingleKeysOn } from "../preferences.ts";
import { moved, moveOf } from "./moves.ts";

type Keys = {
  /** Keys of the rows in order. */
  readonly rows: readonly string[];
  readonly active: string | null;
  readonly openKey: string | null;
  readonly onFocus: (key: string) => void;
  readonly onOpen: (key: string) => void;
  /** Actions of letters on the current row. */
  readonly letters: Readonly<Record<string, (key: string) => void>>;
  /** Null if rows cannot be selected. */
  readonly select: {
    readonly onToggle: (key: string) => void;
    readonly onMove: (from: string, to: string) => void;
    /** Null if no row is selected. */
    readonly onClear: (() => void) | null;
  } | null;
};

/**
 * Keys of a list: arrows, J and K move, with Shift they select too; X selects, Esc selects none, and other
 * letters do what the list says.
 * While a row is open they move to the next open row.
 */
export function useListKeys(keys: Keys): void {
  useKeyDown((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || isInDialog()) return;
    if (take(event, keys)) event.preventDefault();
  });
}

/** Where arrows and letters mean the rows. */
const ROWS = "[role=grid], [data-rows]";

/** @returns true if the key meant the list */
function take({ key, target, shiftKey }: KeyboardEvent, keys: Keys): boolean {
  const { rows, openKey, select } = keys;
  const isInList = target instanceof Element && target.closest(ROWS) !== null;
  const isOpen = openKey !== null && rows.includes(openKey);
  const areLettersOn = areSingleKeysOn();
  const from = (isOpen ? openKey : keys.active) ?? rows[0];
  if (from === undefined) return false;
  const letter = (isInList || isOpen) && areLettersOn ? key : null;
  const act = actOf(key, letter, isOpen, keys);
  if (act !== null) {
    act(from);
    return true;
  }
  const move = moveOf(key, { isInList, areLettersOn });
  if (move === null) return false;
  // The first key goes to the list, to the row that was left.
  const to = isInList || isOpen ? rows[moved(rows.indexOf(from), move, rows.length)] : from;
  if (to === undefined) return false;
  if (isOpen) keys.onOpen(to);
  else keys.onFocus(to);
  if (shiftKey && isInList) select?.onMove(from, to);
  return true;
}

/** Action of a key on the current row, apart from moves. */
function actOf(
  key: string,
  letter: string | null,
  isOpen: boolean,
  { letters, select }: Keys,
): ((row: string) => void) | null {
  if (letter === "x") return select?.onToggle ?? null;
  if (letter !== null && letters[letter] !== undefined) return letters[letter];
  return key === "Escape" && !isOpen ? (select?.onClear ?? null) : null;
}
