const CONTROLS = "input:not([type=hidden]), select, textarea, dd button";

/** Shows further fields in the place of the pressed button, and moves the focus to the first of them. */
export function unfold(button: Element, show: () => void): void {
  const box = button.closest("form, section");
  const before = new Set(box?.querySelectorAll(CONTROLS));
  show();
  // The fields are drawn in the next frame.
  requestAnimationFrame(() => {
    const fields = box?.querySelectorAll<HTMLElement>(CONTROLS) ?? [];
    [...fields].find((field) => !before.has(field))?.focus();
  });
}
