import type { Context } from "../db/context.ts";
import type { TeamTable } from "../db/schema/schema.ts";
import type { RecordedChange } from "./recorded-change.ts";
import type { Snapshot } from "./snapshot.ts";
import type { Instead } from "./subject.ts";

/** Rules for putting rows of a table back, defined by the room that writes them. */
export type UndoRows = {
  readonly table: TeamTable;
  /** Columns that identify a row in a team. Every snapshot of a whole row has them. */
  readonly key: readonly [string, ...string[]];
  /** Computes the columns that no snapshot has. `parents` are the rows that it refers to, by column. */
  readonly derived: (snapshot: Snapshot, parents: Readonly<Record<string, Snapshot>>) => Snapshot;
  /** True for the id of a record that is no row and never goes, which rows may refer to all the same. */
  readonly isConstant?: (id: string) => boolean;
  /** Column with the time of the last change: never compared, and put back only with all the rest. */
  readonly touched?: string;
  /** Foreign keys to these rows. A row that is referred to is not removed. */
  readonly referredBy: readonly Referring[];
  /** Takes the locks that come before those of the rows. */
  readonly hold?: (context: Context, past: readonly RecordedChange[]) => Promise<void>;
  /** Finds what keeps a row from being restored to that snapshot. */
  readonly clash?: (context: Context, snapshot: Snapshot) => Promise<Clash | null>;
  /**
   * Says why a change is never undone, from its snapshots alone, so that Activity tells it beforehand: an
   * invoice got its number. Null for a change that may be undone.
   */
  readonly never?: (change: RecordedChange) => Instead | null;
  /**
   * Runs around the writes, once per part of an event (`partsOf`) for all tables with this function, for what
   * is computed from rows before and after: totals that change by the difference. It calls `putBack` once. The
   * rows are locked by then.
   */
  readonly around?: (
    context: Context,
    past: readonly RecordedChange[],
    putBack: () => Promise<void>,
  ) => Promise<void>;
  /**
   * Runs after the writes, once per table and part of an event (`partsOf`), for what follows from rows in other places: a
   * search index, a job. Throws a Refusal to undo nothing.
   */
  readonly after?: (context: Context, rows: readonly PutBack[]) => Promise<void>;
};

/** A whole row before and after it was put back; null where it did not exist. */
export type PutBack = {
  readonly id: string;
  readonly before: Snapshot | null;
  readonly after: Snapshot | null;
};

export type Referring = {
  readonly table: TeamTable;
  readonly column: string;
  /** For counting: `project`, `projects`. */
  readonly one: string;
  readonly many?: string;
};

/** Clauses without a full stop. */
export type Clash = { readonly message: string; readonly next: string };
