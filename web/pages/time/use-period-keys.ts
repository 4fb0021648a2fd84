import { isInDialog, isTyping, useKeyDown } from "../../keyboard.ts";
import { areSingleKeysOn } from "../../preferences.ts";

/** Alt with ← or → goes to the day or week before or after, T to today: `steps` is null then. */
export function usePeriodKeys(go: (steps: number | null) => void): void {
  useKeyDown((event) => {
    if (event.ctrlKey || event.metaKey || isInDialog()) return;
    const steps = event.altKey ? { ArrowLeft: -1, ArrowRight: 1 }[event.key] : undefined;
    const isToday = event.key === "t" && !event.altKey && areSingleKeysOn();
    const isInText = isTyping(event.target) && !(event.target instanceof HTMLSelectElement);
    // Option with an arrow goes over a word of a text on macOS.
    if (isInText || (steps === undefined && (!isToday || isTyping(event.target)))) return;
    event.preventDefault();
    go(steps ?? null);
  });
}
