import { isInDialog, isTyping, useKeyDown } from "../../../keyboard.ts";
import { moved, moveOf } from "../../../list/keys.ts";
import type { OpenRow } from "../../../list/open-row.ts";
import { areSingleKeysOn } from "../../../preferences.ts";
import type { Item } from "./item.ts";

type Keys = {
  readonly items: readonly Item[];
  readonly active: Item | undefined;
  /** While it is open, keys move from it. */
  readonly opened: OpenRow<unknown> | null;
  readonly onMove: (key: string) => void;
  readonly letters: Readonly<Record<string, (item: Item) => void>>;
  readonly always: Readonly<Record<string, () => void>>;
};

/** Id of the element in which keys mean the current item. */
export const REVIEW_ID = "review";

/**
 * Arrows, J and K move. Letters act on the current item while the list, the page as a whole or the sheet has the
 * focus.
 */
export function useReviewKeys({ items, active, opened, onMove, letters, always }: Keys): void {
  const take = ({ key, target }: KeyboardEvent): boolean => {
    const place = document.getElementById(REVIEW_ID);
    const isInList = target instanceof Node && place !== null && place.contains(target);
    // Nothing else has the focus, so the current item takes the letters.
    const isAtStart = target instanceof Element && target.matches("body, h1");
    const areLettersOn = areSingleKeysOn();
    const isLetter = key.length === 1;
    if (isLetter && !areLettersOn) return false;
    const whenever = always[key];
    if (whenever !== undefined) {
      whenever();
      return true;
    }
    if (active === undefined) return false;
    // The sheet hides the current item when its own transaction no longer waits.
    const isGone = opened !== null && opened.row === null;
    const isMeant = !isGone && (isInList || (isLetter && (isAtStart || opened !== null)));
    const act = isMeant ? letters[key] : undefined;
    if (act !== undefined) {
      act(active);
      return true;
    }
    const move = moveOf(key, { isInList, areLettersOn });
    if (move === null) return false;
    if (opened !== null) {
      const to = { next: opened.next, previous: opened.previous, first: null, last: null }[move];
      if (to !== null) opened.onOpen(to);
      return true;
    }
    const at = items.indexOf(active);
    const to = isInList ? items[moved(at, move, items.length)] : active;
    if (to !== undefined) onMove(to.key);
    return true;
  };
  useKeyDown((event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || isInDialog()) return;
    if (take(event)) event.preventDefault();
  });
}
