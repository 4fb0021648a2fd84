/** A column of a file as a preview tells it. */
export type FileColumn<Field extends string> = {
  readonly title: string;
  readonly guessed: Field | null;
  /** The first different ones that are not empty. */
  readonly values: readonly string[];
};

/** Fields that were chosen for columns, by their place from 0; null leaves a column out. */
export type ChosenColumns<Field extends string> = ReadonlyMap<number, Field | null>;

export function fieldAt<Field extends string>(
  columns: readonly FileColumn<Field>[],
  chosen: ChosenColumns<Field>,
  place: number,
): Field | null {
  const field = chosen.get(place);
  return field === undefined ? (columns[place]?.guessed ?? null) : field;
}

/** Place of the column that has the field; null when none has. */
export function columnPlace<Field extends string>(
  columns: readonly FileColumn<Field>[],
  chosen: ChosenColumns<Field>,
  field: Field,
): number | null {
  const place = columns.findIndex((_, place) => fieldAt(columns, chosen, place) === field);
  return place < 0 ? null : place;
}

/** Gives a column a field, and takes it from the one that had it. What was guessed needs no choice. */
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

/** As the routes take them: columns are counted from 1. */
export function sentColumns<Field extends string>(chosen: ChosenColumns<Field>): readonly string[] {
  return [...chosen].map(([place, field]) => `${place + 1}:${field ?? "none"}`);
}

/** Words for a column: its title, or its place. */
export function columnName({ title }: { readonly title: string }, place: number): string {
  return title === "" ? `Column ${place + 1}` : title;
}
