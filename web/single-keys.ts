import { useSyncExternalStore } from "react";

/** Key in local storage: single-key shortcuts are off (WCAG 2.1.4). */
const KEPT = "single-keys";
const listeners = new Set<() => void>();

export function areSingleKeysOn(): boolean {
  return localStorage.getItem(KEPT) !== "off";
}

export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, areSingleKeysOn);
}

export function setSingleKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, "off");
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True where letters are text, or choose an item of a menu. */
export function isTyping(target: EventTarget | null): boolean {
  const places =
    "input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu], [role=listbox]";
  return target instanceof HTMLElement && target.closest(places) !== null;
}

/** True while a modal dialog is open. A toast and a list's sheet are dialogs too, but not modal. */
export function isInDialog(): boolean {
  return document.querySelector("[role=dialog]:not([aria-modal=false])") !== null;
}
