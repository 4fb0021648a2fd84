import type { CurrencyIn } from "./currencies.ts";
import { type Value, valueOf } from "./field.ts";
import { type Names, type Thing, thingsIn } from "./names.ts";
import type { RecordedChange, ChangeOfEvent } from "./recorded-change.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Subjects } from "./subject.ts";

/** A column with its value before or after a change. */
export type ChangedField = {
  readonly column: string;
  readonly label: string;
  /** Thing that the values only date: `the password`. */
  readonly dates?: string | undefined;
  readonly before: Value | null;
  readonly after: Value | null;
};

type Known = { readonly names: Names; readonly currencyIn: CurrencyIn };

/** The shown columns of a change that have a value before or after. */
export function changedFields(
  subjects: Subjects,
  { names, currencyIn }: Known,
  change: ChangeOfEvent,
): ChangedField[] {
  const { before, after } = change;
  const lookupsFor = (snapshot: Snapshot | null) => ({
    names,
    currencyIn: (column: string) => currencyIn(change, snapshot, column),
  });
  const [old, young] = [lookupsFor(before), lookupsFor(after)];
  return Object.entries(subjects[change.type].fields).flatMap(([column, field]) => {
    if (field === null) return [];
    const was = valueOf(field, before?.[column], old);
    const is = valueOf(field, after?.[column], young);
    return was === null && is === null
      ? []
      : [{ column, label: field.label, dates: field.dates, before: was, after: is }];
  });
}

/** Records that a change refers to, whose names its fields need. */
export function thingsOf(
  subjects: Subjects,
  { type, before, after }: RecordedChange,
): readonly Thing[] {
  return [...thingsIn(subjects, type, before), ...thingsIn(subjects, type, after)];
}
