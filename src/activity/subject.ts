import { type RawBuilder, sql } from "kysely";
import type { CallEvent, Did } from "../core/event.ts";
import type { AuditContext, Context } from "../db/context.ts";
import type { Role } from "../db/schema/accounts.ts";
import type {
  CredentialKind,
  PrivateSubjectType,
  SharedSubjectType,
  SubjectType,
} from "../db/schema/activity.ts";
import type { TeamTable } from "../db/schema/schema.ts";
import type { Field } from "./field.ts";
import type { RecordedChange, Snapshot } from "./recorded-change.ts";

/**
 * A kind of record in the journal: its words, its fields, its page, and how it is undone. The room that
 * writes the records defines it in its `journal.ts`.
 */
export type Subject<Column extends string = string> =
  | SharedSubject<Column>
  | PrivateSubject<Column>;

/** Seen by every member of the team. */
export type SharedSubject<Column extends string = string> = Described<Column> & {
  readonly isPrivate: false;
  readonly undo: UndoRows | Instead;
};

/** Seen by its holder, by owners and admins. Never undone. */
export type PrivateSubject<Column extends string = string> = Described<Column> & {
  readonly isPrivate: true;
  readonly undo: Instead;
};

type Described<Column extends string> = {
  readonly noun: Noun;
  /** In the place of `VERBS`. */
  readonly verbs?: Readonly<Partial<Record<Did, Verb>>>;
  /** All columns of its snapshots but the id. Null for a column that is not shown. */
  readonly fields: Readonly<Record<Column, Field<Column> | null>>;
  /** Address in the web app where the record is shown; `:id` stands for its id. */
  readonly page: `/${string}` | null;
  /** Looks up the names of existing records, or the kind of record with the same ids to be named by. */
  readonly names: FindNames | SubjectType;
  /** Column of a snapshot that names a deleted record: its name, or the id of a record that names it. */
  readonly namedIn: Column | null;
  /** Puts the name of the record in `namedIn` into words for the deleted one: `the draft for Acme`. */
  readonly lentName?: (name: string) => string;
  /** Names deleted records that `namedIn` tells too little of, by their last snapshots. */
  readonly namesOfGone?: (
    context: AuditContext,
    gone: readonly Gone[],
  ) => Promise<readonly Named[]>;
  /** True where strangers, such as a bank, wrote its names and values. */
  readonly isOfStrangers?: true;
  /** For records that calls are made with: API keys and apps. */
  readonly credential?: Credential;
};

export type Noun = {
  readonly label: string;
  readonly one: string;
  /** `the customer *`, where `*` stands for the name. */
  readonly named: string;
  /** `*` in `set payment terms of *`, where it differs from `named`. */
  readonly inFields?: string;
  readonly many: string;
};

/** `*` stands for the record: `added *`, and `add *` behind "tried to". */
type Verb = { readonly said: string; readonly tried: string };

export function verbOf({ verbs }: Subject, did: Did): Verb {
  return verbs?.[did] ?? VERBS[did];
}

const VERBS: Readonly<Record<Did, Verb>> = {
  created: { said: "added *", tried: "add *" },
  changed: { said: "changed *", tried: "change *" },
  deleted: { said: "deleted *", tried: "delete *" },
};

type FindNames = (context: AuditContext, ids: readonly string[]) => Promise<readonly Named[]>;

type Named = { readonly id: string; readonly name: string };

export type Gone = { readonly id: string; readonly snapshot: Snapshot };

export function namesIn(table: TeamTable, column = "name"): FindNames {
  return async ({ db, team }, ids) => {
    const { rows } = await sql<Named>`select id, ${sql.ref(column)} as name from ${sql.table(table)}
      where team_id = ${team.id} and id in (${sql.join(ids)})`.execute(db);
    return rows;
  };
}

export type Credential = {
  readonly kind: CredentialKind;
  readonly via: "key" | "app";
  readonly find: (context: AuditContext, ids: readonly string[]) => Promise<readonly Holding[]>;
  /** Choices of a filter, sorted. `isUsed` is true for an id that events have. */
  readonly choices: (
    context: AuditContext,
    isUsed: (id: RawBuilder<unknown>) => RawBuilder<boolean>,
  ) => Promise<readonly { readonly id: string; readonly label: string }[]>;
};

type Holding = Named & {
  /** The last characters of its secret. */
  readonly hint: string | null;
};

/** Why a kind of record is never undone, and what to do instead: clauses without a full stop. */
export type Instead = { readonly because: string; readonly next: string };

/** The main record of an event comes first; undo locks rows in this order. */
export type Subjects = Readonly<Record<SharedSubjectType, SharedSubject>> &
  Readonly<Record<PrivateSubjectType, PrivateSubject>>;

export type JournalContext = Context & Journal;

/** `role` is the least role of a route; null for tools, commands and pages. */
export type Journal = { readonly subjects: Subjects; readonly events: Events };

export type Events = ReadonlyMap<string, CallEvent & { readonly role: Role | null }>;

export function isSubjectType(subjects: Subjects, text: string): text is SubjectType {
  return Object.hasOwn(subjects, text);
}

/** True for a kind of record in whose names and values words of strangers stand. */
export function isOfStrangers(subjects: Subjects, type: SubjectType): boolean {
  const { isOfStrangers: isTold = false, names } = subjects[type];
  return isTold || (typeof names === "string" && isOfStrangers(subjects, names));
}

export function isShared(subjects: Subjects, type: SubjectType): type is SharedSubjectType {
  return !subjects[type].isPrivate;
}

/** Sorts by the order of `subjects`. */
export function byRank<T extends { readonly type: SubjectType }>(
  subjects: Subjects,
  things: readonly T[],
): readonly T[] {
  const order: readonly string[] = Object.keys(subjects);
  return things.toSorted((one, other) => order.indexOf(one.type) - order.indexOf(other.type));
}

export function undoRowsOf(subjects: Subjects, type: SubjectType): UndoRows | null {
  const { undo } = subjects[type];
  return "table" in undo ? undo : null;
}

/** Foreign keys among the columns: the kind of record by column. */
export function foreignKeysOf({ fields }: Subject): Readonly<Record<string, SubjectType>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([column, field]) =>
      field?.kind === "id" ? [[column, field.of]] : [],
    ),
  );
}

/** Puts rows of a table back. Defined by the room that writes them. */
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
  /** Column with the person whose row it is. Others than they and who leads the team do not change it. */
  readonly personIn?: string;
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
   * Runs around the writes of a part of an event (`partsOf`), once for all tables with this function. It
   * changes totals by the difference between the rows before and after. It calls `putBack` once. The rows
   * are locked.
   */
  readonly around?: (
    context: Context,
    past: readonly RecordedChange[],
    putBack: () => Promise<void>,
  ) => Promise<void>;
  /**
   * Runs after the writes, once per table and part of an event (`partsOf`), for what follows from rows in
   * other places: a search index, a job. Throws a Refusal to undo nothing.
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
  readonly one: string;
  readonly many?: string;
};

/** Clauses without a full stop. */
export type Clash = { readonly message: string; readonly next: string };
