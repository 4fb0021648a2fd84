/** First of these elements that exists, for the focus when the focused element was removed. */
export function firstOnPage(...ids: readonly (string | undefined)[]): HTMLElement | null {
  for (const id of ids) {
    const element = id === undefined ? null : document.getElementById(id);
    if (element !== null) return element;
  }
  return null;
}
