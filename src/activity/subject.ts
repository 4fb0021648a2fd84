import { sql } from "kysely";
import type { Context, Signed } from "../db/context.ts";
import type { SubjectType, TeamTable } from "../db/schema.ts";
import type { UndoRows } from "./undo-rows.ts";

/**
 * What has to be known of one kind of thing to tell what happened to it, and to undo that. Whoever
 * writes it to the journal says it.
 */
export type Subject = {
  /** As a person calls one of them: `Time entry`. */
  readonly label: string;
  /** What a person calls the columns of its images. Those that are not here tell a person nothing. */
  readonly fields: Readonly<Record<string, string>>;
  /** The columns that hold ids, and of what. */
  readonly refers: Readonly<Record<string, SubjectType>>;
  /** The names of those that are there; or what has the same ids, and the names for them. */
  readonly names: FindNames | SubjectType;
  /** The column of an image that names one that is gone: with its name, or the id of what names it. */
  readonly namedIn: string | null;
  readonly undo: UndoRows | Instead;
};

type FindNames = (context: Signed, ids: readonly string[]) => Promise<readonly Named[]>;

type Named = { readonly id: string; readonly name: string };

/** Names that stand in a column of the things' own table. */
export function namesIn(table: TeamTable, column = "name"): FindNames {
  return async ({ db, team }, ids) => {
    const { rows } = await sql<Named>`select id, ${sql.ref(column)} as name from ${sql.table(table)}
      where team_id = ${team.id} and id in (${sql.join(ids)})`.execute(db);
    return rows;
  };
}

/** Why something is not undone, and what a person does instead, as clauses without a full stop. */
export type Instead = { readonly because: string; readonly next: string };

/**
 * Everything that the journal tells of. What an event is about mainly comes first, and rows are locked
 * in this order.
 */
export type Subjects = Readonly<Record<SubjectType, Subject>>;

/** Work on a team's journal. */
export type JournalContext = Context & { readonly subjects: Subjects };

export function isSubjectType(subjects: Subjects, text: string): text is SubjectType {
  return Object.hasOwn(subjects, text);
}

/** In the order of what an event is about mainly. */
export function byRank<T extends { readonly type: SubjectType }>(
  subjects: Subjects,
  things: readonly T[],
): readonly T[] {
  const order: readonly string[] = Object.keys(subjects);
  return things.toSorted((one, other) => order.indexOf(one.type) - order.indexOf(other.type));
}

/** How rows of that kind are put back; null when they are not. */
export function undoRowsOf(subjects: Subjects, type: SubjectType): UndoRows | null {
  const { undo } = subjects[type];
  return "table" in undo ? undo : null;
}
