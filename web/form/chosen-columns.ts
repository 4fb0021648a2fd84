export type FileColumn<Field extends string> = {
  readonly title: string;
  readonly guessed: Field | null;
  /** First distinct values that are not empty. */
  readonly values: readonly string[];
};

/** Chosen field of each column, by the column's index from 0. Null leaves the column out. */
export type ChosenColumns<Field extends string> = ReadonlyMap<number, Field | null>;

export function fieldAt<Field extends string>(
  columns: readonly FileColumn<Field>[],
  chosen: ChosenColumns<Field>,
  place: number,
): Field | null {
  const field = chosen.get(place);
  return field === undefined ? (columns[place]?.guessed ?? null) : field;
}

export function columnPlace<Field extends string>(
  columns: readonly FileColumn<Field>[],
  chosen: ChosenColumns<Field>,
  field: Field,
): number | null {
  const place = columns.findIndex((_, place) => fieldAt(columns, chosen, place) === field);
  return place < 0 ? null : place;
}

/**
 * Gives a column a field, and takes the field from the column that had it. A choice equal to the guess is
 * dropped.
 */
export function withField<Field extends string>(
  columns: readonly FileColumn<Field>[],
  chosen: ChosenColumns<Field>,
  place: number,
  field: Field | null,
): ChosenColumns<Field> {
  const next = new Map(chosen);
  const before = field === null ? null : columnPlace(columns, chosen, field);
  if (before !== null) next.set(before, null);
  next.set(place, field);
  return new Map([...next].filter(([place, field]) => columns[place]?.guessed !== field));
}

/** Choices as the routes take them: columns are counted from 1. */
export function sentColumns<Field extends string>(chosen: ChosenColumns<Field>): readonly string[] {
  return [...chosen].map(([place, field]) => `${place + 1}:${field ?? "none"}`);
}

export function columnName({ title }: { readonly title: string }, place: number): string {
  return title === "" ? `Column ${place + 1}` : title;
}
