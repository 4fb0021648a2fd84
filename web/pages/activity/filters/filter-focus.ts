import type { Filter } from "./filters.ts";

/** The button that unfolds the filters on a narrow screen. */
export const FILTERS_BUTTON = "filters";

/** Puts the focus on the control of a filter that was taken away elsewhere, or on what it is folded under. */
export function focusFilter(filter: Filter): void {
  const control = document.getElementById(filter);
  const isSeen = control?.checkVisibility() === true;
  (isSeen ? control : document.getElementById(FILTERS_BUTTON))?.focus();
}
