/**
 * Kinds of records in the journal, each with its subject. A `journal.ts` adds those that it describes, by
 * declaration merging, since a list here would import every room.
 */
export interface Kinds {}

export type Kind = keyof Kinds;

export type Did = "created" | "changed" | "deleted";
