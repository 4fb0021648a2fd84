/** Element id of the link of a row. */
export function rowId(key: string): string {
  return `row-${key}`;
}
