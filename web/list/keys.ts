import { isInDialog, isTyping, useKeyDown } from "../keyboard.ts";
import { areSingleKeysOn } from "../preferences.ts";

type Keys = {
  readonly rows: readonly string[];
  readonly active: string | null;
  readonly openKey: string | null;
  readonly onFocus: (key: string) => void;
  readonly onOpen: (key: string) => void;
  readonly letters: Readonly<Record<string, (key: string) => void>>;
  readonly select: {
    readonly onToggle: (key: string) => void;
    readonly onMove: (from: string, to: string) => void;
    readonly onClear: (() => void) | null;
  } | null;
};

/**
 * Keys of a list: arrows, J and K move, with Shift they select too. X selects, Esc clears the selection,
 * other letters press a button of the selection's bar, or act on the row. While a row is open, moves open the next one.
 */
export function useListKeys(keys: Keys): void {
  useKeyDown((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || isInDialog()) return;
    if (take(event, keys)) event.preventDefault();
  });
}

const ROWS = "[role=grid], [data-rows]";

/** @returns true if the key was meant for the list */
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
  const move = moveOf(key, { isInList, areLettersOn }) ?? (isInList ? sidewards(key) : null);
  if (move === null) return false;
  // The first key goes to the list, to the row that was left.
  const step = /^Arrow(Up|Down)$/.test(key) ? tilesInLine() : 1;
  const to = isInList || isOpen ? rows[moved(rows.indexOf(from), move, rows.length, step)] : from;
  if (to === undefined) return false;
  if (isOpen) keys.onOpen(to);
  else keys.onFocus(to);
  if (shiftKey && isInList) select?.onMove(from, to);
  return true;
}

function actOf(
  key: string,
  letter: string | null,
  isOpen: boolean,
  { letters, select }: Keys,
): ((row: string) => void) | null {
  if (letter === "x") return select?.onToggle ?? null;
  const button = letter === null ? null : barButton(letter);
  if (button !== null) return () => button.click();
  if (letter !== null && letters[letter] !== undefined) return letters[letter];
  return key === "Escape" && !isOpen ? (select?.onClear ?? null) : null;
}

/** Button of the bar of selected rows that has the letter: it means all of them, not the row. */
function barButton(letter: string): HTMLElement | null {
  return document.querySelector(
    `[data-selection] button[aria-keyshortcuts="${CSS.escape(letter.toUpperCase())}"]`,
  );
}

const ARROWS: Readonly<Record<string, Move>> = {
  ArrowDown: "next",
  ArrowUp: "previous",
  Home: "first",
  End: "last",
};

/** Pictures stand in lines, on which arrows move too. */
function sidewards(key: string): Move | null {
  if (document.querySelector(TILES) === null) return null;
  return key === "ArrowRight" ? "next" : key === "ArrowLeft" ? "previous" : null;
}

function tilesInLine(): number {
  const tiles = document.querySelector(TILES);
  return tiles === null ? 1 : getComputedStyle(tiles).gridTemplateColumns.split(" ").length;
}

const TILES = "[data-tiles]";

const LETTERS: Readonly<Record<string, Move>> = { j: "next", k: "previous" };

type Move = "next" | "previous" | "first" | "last";

type Place = {
  /** Elsewhere arrows scroll the page. */
  readonly isInList: boolean;
  readonly areLettersOn: boolean;
};

/** With Shift a letter is a capital. */
export function moveOf(pressed: string, { isInList, areLettersOn }: Place): Move | null {
  const key = pressed.length === 1 ? pressed.toLowerCase() : pressed;
  return (isInList ? ARROWS[key] : null) ?? (areLettersOn ? LETTERS[key] : null) ?? null;
}

/** @param step rows of one move */
export function moved(index: number, move: Move, length: number, step = 1): number {
  const last = length - 1;
  const to = { next: index + step, previous: index - step, first: 0, last }[move];
  return Math.max(0, Math.min(last, to));
}
