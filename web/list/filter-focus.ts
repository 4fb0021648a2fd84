export const FILTERS_BUTTON = "filters";

/** Focuses the control of a removed filter, or the button that it is folded under. */
export function focusFilter(name: string): void {
  const control = document.getElementById(name);
  const isSeen = control?.checkVisibility() === true;
  (isSeen ? control : document.getElementById(FILTERS_BUTTON))?.focus();
}
