/** True in a question above the page or sheet of an editor, such as that before the page is left. */
export function isInQuestion(target: EventTarget | null, editor: Element | null): boolean {
  const dialog = target instanceof Element ? target.closest("[role=dialog]") : null;
  return dialog !== null && !dialog.contains(editor);
}
