/** By which the row of an event is found, to put the focus on it. */
export function rowId(id: string): string {
  return `event-${id}`;
}
