import { useEffectEvent, useLayoutEffect } from "react";

/** Listens to keys of the whole window, from the moment the component is drawn. */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  const pressed = useEffectEvent(press);
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
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
