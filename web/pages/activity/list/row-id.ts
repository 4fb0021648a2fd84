/** Element id of an event's row. */
export function rowId(id: string): string {
  return `event-${id}`;
}
