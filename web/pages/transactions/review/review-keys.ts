import { useEffect } from "react";
import { moved, moveOf } from "../../../list/moves.ts";
import { areSingleKeysOn, isInDialog, isTyping } from "../../../single-keys.ts";
import type { Item } from "./item.ts";

type Keys = {
  readonly items: readonly Item[];
  readonly active: Item | undefined;
  readonly onMove: (key: string) => void;
  /** Actions of letters on the current item. */
  readonly letters: Readonly<Record<string, (item: Item) => void>>;
  /** Actions that need no current item. */
  readonly always: Readonly<Record<string, () => void>>;
};

/** Marks the place in which keys mean the current item. */
export const REVIEW_ID = "review";

/** Arrows, J and K move; letters act on the current item once one has the focus. */
export function useReviewKeys({ items, active, onMove, letters, always }: Keys): void {
  useEffect(() => {
    const take = ({ key, target }: KeyboardEvent): boolean => {
      const place = document.getElementById(REVIEW_ID);
      const isInList = target instanceof Node && place !== null && place.contains(target);
      const areLettersOn = areSingleKeysOn();
      const isLetter = key.length === 1;
      if (isLetter && !areLettersOn) return false;
      const whenever = always[key];
      if (whenever !== undefined) {
        whenever();
        return true;
      }
      if (active === undefined) return false;
      const act = isInList ? letters[key] : undefined;
      if (act !== undefined) {
        act(active);
        return true;
      }
      const move = moveOf(key, { isInList, areLettersOn });
      if (move === null) return false;
      const at = items.indexOf(active);
      const to = isInList ? items[moved(at, move, items.length)] : active;
      if (to !== undefined) onMove(to.key);
      return true;
    };
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isInDialog()) return;
      if (take(event)) event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [items, active, onMove, letters, always]);
}
