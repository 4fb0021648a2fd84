/** True within a dialog above the editor, such as the question before the page is left. */
export function isInQuestion(target: EventTarget | null, editor: Element | null): boolean {
  const dialog = target instanceof Element ? target.closest("[role=dialog]") : null;
  return dialog !== null && !dialog.contains(editor);
}
