/**
 * Kinds of records in the journal, each with its subject. Each `journal.ts` adds its own by declaration merging: a list
 * here would import every room.
 */
export interface Kinds {}

export type Did = "created" | "changed" | "deleted";

/** The event that a call writes, and its words where the kind of record has others. `*` stands for the record. */
export type CallEvent = { [Kind in keyof Kinds]: EventOf<Kind> }[keyof Kinds];

type EventOf<Kind extends keyof Kinds> = {
  readonly of: Kind;
  readonly did: Did;
  readonly said?: string | SaidBy<ColumnOf<Kinds[Kind]>>;
  readonly many?: string;
  /** The whole sentence from the record as the call left it; null where the record says too little. */
  readonly sentence?: (made: Made) => readonly (string | { readonly name: string })[] | null;
  /** Instead of the noun of the kind of record: a timer is a time entry that runs. */
  readonly record?: { readonly one: string; readonly named: string };
  /** After "tried to", for a refused call: `delete a customer`. */
  readonly tried?: string;
};

export type Made = {
  readonly values: Readonly<Record<string, unknown>>;
  /** Number of records of this kind that the call made. */
  readonly count: number;
  /** Names of the records that it refers to, by id. */
  readonly names: ReadonlyMap<string, string>;
};

type SaidBy<Column> = {
  readonly column: Column;
  readonly by: Readonly<Record<string, string>>;
  /** For an unknown value: another column was changed, or the snapshots are redacted. */
  readonly otherwise: string;
};

type ColumnOf<Subject> = Subject extends { readonly fields: infer Fields } ? keyof Fields : never;
