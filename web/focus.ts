/** The first of these elements that is on the page: where the focus goes when what had it is gone. */
export function firstOnPage(...ids: readonly (string | undefined)[]): HTMLElement | null {
  for (const id of ids) {
    const element = id === undefined ? null : document.getElementById(id);
    if (element !== null) return element;
  }
  return null;
}
