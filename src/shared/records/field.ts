/**
 * A field of a record that people or tools fill in. A record's table of fields, such as `customer.ts`, gives
 * each field one line by its wire name. Schemas, columns, the journal, files and forms derive from it.
 */
export type RecordField<K extends Kind = Kind> = {
  readonly [P in K]: {
    readonly kind: P;
    readonly column: string;
    readonly label: string;
    /** Never null. */
    readonly isRequired?: true;
    /** Shown on demand, or once it has a value. */
    readonly isRare?: true;
  } & Options[P];
}[K];

export type RecordFields = Readonly<Record<string, RecordField>>;

/** Each kind has one schema (`core/record-fields.ts`), one kind in the journal, and at most one common control. */
export type Kind = keyof Options;

type Options = {
  /** On one line, and never blank. */
  readonly name: Longest;
  readonly line: Longest;
  readonly text: Longest;
  readonly phone: Longest;
  readonly "e-mail": unknown;
  /** Addresses, separated by commas. */
  readonly "e-mails": unknown;
  readonly URL: unknown;
  /** Name of a country; the field `codeIn` has its code. */
  readonly country: Longest & { readonly codeIn: string };
  readonly "country code": unknown;
  readonly currency: unknown;
  readonly days: Most;
  readonly hours: Most;
  /** Minor units of the currency in the field `currencyIn`. */
  readonly money: Most & { readonly currencyIn: string };
  /** With `isRequired`. */
  readonly flag: unknown;
  readonly id: { readonly of: "customer" | "tax_rate" };
  /** One of a few codes, with its words. */
  readonly choice: { readonly choices: Readonly<Record<string, string>> };
  /** Rule by which tracked time is rounded, such as `up-15-entry`. */
  readonly rounding: unknown;
};

type Most = { readonly most: number };

/** In characters. */
type Longest = { readonly longest: number };

export type ValueOfKind<K extends Kind> = K extends "days" | "hours" | "money"
  ? number
  : K extends "flag"
    ? boolean
    : string;

type OptionalName<F extends RecordFields> = {
  [Name in keyof F & string]: F[Name] extends { readonly isRequired: true } ? never : Name;
}[keyof F & string];

export function fieldNames<Fields extends object>(
  fields: Fields,
): readonly (keyof Fields & string)[] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a table has no keys but its fields
  return Object.keys(fields) as (keyof Fields & string)[];
}

export function optionalNames<F extends RecordFields>(fields: F): readonly OptionalName<F>[] {
  const isOptional = (name: keyof F & string): name is OptionalName<F> =>
    fields[name]?.isRequired !== true;
  return fieldNames(fields).filter(isOptional);
}

export function fieldLabels<Name extends string>(
  fields: Readonly<Record<Name, RecordField>>,
  names: readonly Name[],
): Record<Name, string> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a label for each of the names
  return Object.fromEntries(names.map((name) => [name, fields[name].label])) as Record<
    Name,
    string
  >;
}

export function pickFields<F extends RecordFields, From extends Readonly<Record<keyof F, unknown>>>(
  fields: F,
  record: From,
): Pick<From, keyof F & keyof From> {
  const values = new Map<string, unknown>(Object.entries(record));
  return fromFields(fields, (name) => [name, values.get(name)]);
}

/** Makes an object of an entry for each field. Its type is the caller's word: no type follows from entries. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters
export function fromFields<Made>(fields: RecordFields, entryOf: EntryOf): Made {
  const entries = Object.entries(fields).map(([name, field]) => entryOf(name, field));
  // oxlint-disable-next-line typescript/consistent-type-assertions
  return Object.fromEntries(entries) as Made;
}

type EntryOf = (name: string, field: RecordField) => readonly [key: string, value: unknown];
