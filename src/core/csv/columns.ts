import { fold } from "../fold.ts";

/** Names by which other programs call a field, in any language; compared without case, accents and signs. */
export type ColumnNames<Field extends string> = Readonly<Record<Field, readonly string[]>>;

/**
 * Finds which column of a file has which field. The first column of a name counts, and a name earlier in a
 * field's list before a later one.
 */
export function columnsOf<Field extends string>(
  header: readonly string[],
  names: ColumnNames<Field>,
): ReadonlyMap<Field, number> {
  const titles = header.map(bare);
  const found = new Map<Field, number>();
  for (const field of fieldsOf(names)) {
    const at = names[field].map((name) => titles.indexOf(bare(name))).find((index) => index >= 0);
    if (at !== undefined) found.set(field, at);
  }
  return found;
}

/** `E-Mail Address*` and `email_address` are the same. */
export function bare(title: string): string {
  return fold(title).replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function fieldsOf<Field extends string>(names: ColumnNames<Field>): readonly Field[] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the keys of a record of fields
  return Object.keys(names) as Field[];
}
