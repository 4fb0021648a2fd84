import { isDeepStrictEqual } from "node:util";
import { type RawBuilder, sql } from "kysely";
import type { RefusalCode } from "../core/errors.ts";
import type { Did } from "../core/event.ts";
import type { AuditContext } from "../db/context.ts";
import { dialectOf } from "../db/dialect.ts";
import { insertValues } from "../db/many-rows.ts";
import type { OfTeam } from "../db/outbox.ts";
import { preparedQuery, type Slots } from "../db/prepared-query.ts";
import type {
  PrivateSubjectType,
  SharedSubjectType,
  SubjectSummary,
  SubjectType,
  CredentialKind,
} from "../db/schema/activity.ts";
import type { JobName } from "../db/schema/outbox.ts";
import type { Db } from "../db/schema/schema.ts";
import { transaction, ROWS_A_CHUNK, pause } from "../db/transaction.ts";
import { privacyOf } from "./visibility.ts";

/**
 * A change to one record, in snapshots of its row: the stored columns without `team_id`, without derived
 * columns (counts, folded forms, sort keys), and without secrets.
 * Created: `before` is null and `after` the whole snapshot. Deleted: the reverse. Changed: both have only
 * the columns that differ (`difference`). A link, such as a tag of a customer, is a record too. Changes
 * are listed so that undo can take them back from the last to the first: a customer comes before its
 * new links, and after its deleted ones.
 */
export type Change = {
  readonly id: string;
  readonly before: object | null;
  readonly after: object | null;
} & (
  | { readonly type: SharedSubjectType }
  /** `holder` is the user who sees the change beside owners and admins. */
  | { readonly type: PrivateSubjectType; readonly holder: string | null }
);

/**
 * Writes one event with all changes of a call, in the transaction of these changes. A call that may
 * change very many rows uses a `Recording` instead.
 * @returns the event's id
 */
export async function record(context: AuditContext, changes: readonly Change[]): Promise<string> {
  const recording = new Recording(context);
  await recording.add(changes);
  return recording.end();
}

export async function recordRefusal(context: AuditContext, reason: RefusalCode): Promise<void> {
  await transaction(context, async (context) => {
    const refused = { id: context.newId(), outcome: "refused", reason, undoes: null } as const;
    const nothing = { subjects: [], is_private: false, holder_id: null };
    await writeEvent(context.db, newEvent(context, { ...refused, ...nothing }), []);
  });
}

type Made = {
  readonly type: SharedSubjectType;
  readonly id: string;
  /** Stands in the journal for a call that it does not know. */
  readonly job: JobName;
};

/** Gives a job the signature of the call that made a record: what comes of a call is in the journal under its name. */
export async function contextOfMaker(
  context: OfTeam,
  { type, id, job }: Made,
): Promise<AuditContext> {
  const { db, team } = context;
  const call = await db
    .selectFrom("activity_changes as change")
    .innerJoin("activity_events as event", (join) =>
      join.onRef("event.team_id", "=", "change.team_id").onRef("event.id", "=", "change.event_id"),
    )
    .select(["event.actor_id", "event.credential_kind", "event.credential_id", "event.tool"])
    .where("change.team_id", "=", team.id)
    .where("change.subject_type", "=", type)
    .where("change.subject_id", "=", id)
    .orderBy("event.id")
    .limit(1)
    .executeTakeFirst();
  return {
    ...context,
    actor: typeof call?.actor_id === "string" ? { id: call.actor_id } : null,
    credential: { kind: call?.credential_kind ?? "command_line", id: call?.credential_id ?? null },
    client: null,
    tool: call?.tool ?? job,
  };
}

export function difference<T extends object>(
  before: T,
  after: T,
): { before: object; after: object } {
  const old = new Map(Object.entries(before));
  const changed = Object.entries(after).filter(
    ([field, value]) => !isDeepStrictEqual(value, old.get(field)),
  );
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, old.get(field)])),
    after: Object.fromEntries(changed),
  };
}

type Options = {
  readonly undoes?: string | null;
  /** Counts the changes to come, for the progress of a large event; asked once. */
  readonly toCome?: () => Promise<number>;
};

/**
 * One event whose changes are written as they happen, in the transaction of these changes, so that a
 * large one does not fill the memory. An event of one chunk is written at once, at its end.
 */
export class Recording {
  readonly #context: AuditContext;
  readonly #undoes: string | null;
  readonly #toCome: () => Promise<number>;
  readonly #id: string;
  readonly #summary = new Summary();
  #waiting: Change[] = [];
  #written = 0;
  #total: number | null = null;

  constructor(context: AuditContext, { undoes = null, toCome = async () => 0 }: Options = {}) {
    if (context.begin !== null)
      throw new Error(`${context.tool} writes to the journal outside a transaction`);
    this.#context = context;
    this.#undoes = undoes;
    this.#toCome = toCome;
    this.#id = context.newId();
  }

  countOf(type: SubjectType): number {
    return this.#summary.countOf(type);
  }

  async add(changes: readonly Change[]): Promise<void> {
    for (const change of changes) {
      this.#summary.add(change);
      this.#waiting.push(change);
    }
    while (this.#waiting.length > ROWS_A_CHUNK) await this.#writeChunk();
  }

  async end(): Promise<string> {
    const { db } = this.#context;
    const event = this.#event();
    const rows = this.#rowsOf(this.#waiting);
    this.#waiting = [];
    if (this.#total === null) {
      await writeEvent(db, event, rows);
    } else {
      await writeChanges(db, event, rows);
      await completeEvent(db, event);
    }
    return this.#id;
  }

  /** Changes refer to their event, so it comes with the first chunk, and is completed at the end. */
  async #writeChunk(): Promise<void> {
    const { db } = this.#context;
    const event = this.#event([]);
    const waiting = this.#waiting.length;
    const rows = this.#rowsOf(this.#waiting.splice(0, ROWS_A_CHUNK));
    await (this.#total === null ? writeEvent(db, event, rows) : writeChanges(db, event, rows));
    this.#total ??= waiting + (await this.#toCome());
    this.#written += rows.length;
    const [done, total] = [this.#written, Math.max(this.#total, this.#written)];
    this.#context.progress(done, total, `${done} of ${total} changes are written down`);
    await pause(this.#context);
  }

  #event(subjects: readonly SubjectSummary[] = this.#summary.subjects) {
    const told = { id: this.#id, undoes: this.#undoes, subjects, ...this.#summary.privacy };
    return newEvent(this.#context, { outcome: "done", reason: null, ...told });
  }

  #rowsOf(changes: readonly Change[]) {
    return changes.map(({ type, id, before, after }, index) => ({
      position: this.#written + index,
      subject_type: type,
      subject_id: id,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    }));
  }
}

const MOST_NAMED = 3;

class Summary {
  readonly #kinds = new Map<SubjectType, { changes: number; first: { id: string; did: Did }[] }>();
  readonly #holders = new Set<string | null>();
  #hasShared = false;

  add(change: Change): void {
    const { type, id } = change;
    const kind = this.#kinds.get(type) ?? { changes: 0, first: [] };
    this.#kinds.set(type, kind);
    kind.changes += 1;
    if (kind.first.length < MOST_NAMED) kind.first.push({ id, did: didOf(change) });
    if ("holder" in change) this.#holders.add(change.holder);
    else this.#hasShared = true;
  }

  countOf(type: SubjectType): number {
    return this.#kinds.get(type)?.changes ?? 0;
  }

  get subjects(): readonly SubjectSummary[] {
    return [...this.#kinds].map(([type, kind]) => ({ type, ...kind }));
  }

  get privacy() {
    return privacyOf(this.#holders, this.#hasShared);
  }
}

function didOf({ before, after }: Change): Did {
  if (before === null) return "created";
  return after === null ? "deleted" : "changed";
}

type EventValues = {
  readonly team_id: string;
  readonly id: string;
  readonly created_at: string;
  readonly actor_id: string | null;
  readonly holder_id: string | null;
  readonly credential_kind: CredentialKind;
  readonly credential_id: string | null;
  readonly client_name: string | null;
  readonly client_version: string | null;
  readonly tool: string;
  readonly outcome: "done" | "refused";
  readonly reason: string | null;
  readonly undoes_id: string | null;
  readonly is_private: boolean;
  readonly subjects: string;
};

type ChangeValues = {
  readonly position: number;
  readonly subject_type: SubjectType;
  readonly subject_id: string;
  readonly before: string;
  readonly after: string;
};

async function writeEvent(
  db: Db,
  event: EventValues,
  changes: readonly ChangeValues[],
): Promise<void> {
  if (dialectOf(db) === "postgres") {
    await insertAll(db, { ...event, changes: jsonOf(changes) });
    return;
  }
  const { team_id, id } = event;
  await insertEvent(db, event);
  if (event.subjects !== "[]") await insertSubjects(db, { team_id, id });
  await insertByValues(db, event, changes);
}

async function writeChanges(db: Db, event: Place, changes: readonly ChangeValues[]): Promise<void> {
  if (dialectOf(db) === "sqlite") return insertByValues(db, event, changes);
  const { team_id, id } = event;
  await insertChanges(db, { team_id, id, changes: jsonOf(changes) });
}

async function completeEvent(db: Db, event: EventValues): Promise<void> {
  const { team_id, id, is_private, holder_id, subjects } = event;
  await updateEvent(db, { team_id, id, is_private, holder_id, subjects });
  await insertSubjects(db, { team_id, id });
}

type Place = Pick<EventValues, "team_id" | "id">;

/** JSON text in the place of rows, so that one prepared statement writes any number of them. */
type Rows = { readonly changes: string };

const insertEvent = preparedQuery((db, { row }: Slots<EventValues>) =>
  db.insertInto("activity_events").values(row),
);

type Completed = Pick<EventValues, "team_id" | "id" | "is_private" | "holder_id" | "subjects">;

const updateEvent = preparedQuery((db, { row: { team_id, id, ...known } }: Slots<Completed>) =>
  db.updateTable("activity_events").set(known).where("team_id", "=", team_id).where("id", "=", id),
);

const insertSubjects = preparedQuery((db, { slot }: Slots<Place>) => {
  const elements = dialectOf(db) === "postgres" ? "jsonb_array_elements" : "json_each";
  return subjectsOf(db, elements, writtenEvent(slot("team_id"), slot("id")));
});

const insertChanges = preparedQuery((db, { slot }: Slots<Place & Rows>) =>
  changesOf(db, writtenEvent(slot("team_id"), slot("id")), recordset(slot("changes"))),
);

const COLUMNS = [
  "team_id",
  "event_id",
  "position",
  "subject_type",
  "subject_id",
  "before",
  "after",
] as const;

async function insertByValues(
  db: Db,
  { team_id, id }: Place,
  changes: readonly ChangeValues[],
): Promise<void> {
  const rows = changes.map(({ position, subject_type, subject_id, before, after }) => [
    team_id,
    id,
    position,
    subject_type,
    subject_id,
    before,
    after,
  ]);
  await insertValues(db, "activity_changes", COLUMNS, rows);
}

/** The snapshots stand in it as they are: as texts of their own they would be parsed twice. */
function jsonOf(changes: readonly ChangeValues[]): string {
  const rows = changes.map(({ before, after, ...rest }) => {
    const known = JSON.stringify(rest).slice(0, -1);
    return `${known},"before":${before},"after":${after}}`;
  });
  return `[${rows.join()}]`;
}

/** The foreign keys to the event are checked when the whole statement is done. */
const insertAll = preparedQuery((db, { row: { changes, ...event } }: Slots<EventValues & Rows>) =>
  changesOf(
    db
      .with("event", (db) => db.insertInto("activity_events").values(event).returningAll())
      .with("subject", (db) => subjectsOf(db, "jsonb_array_elements", sql`event`)),
    sql`event`,
    recordset(changes),
  ),
);

function writtenEvent(teamId: RawBuilder<string>, id: RawBuilder<string>): RawBuilder<unknown> {
  return sql`(select * from activity_events where team_id = ${teamId} and id = ${id}) as event`;
}

type Inserting = Pick<Db, "insertInto">;

function subjectsOf(
  db: Inserting,
  elements: "json_each" | "jsonb_array_elements",
  event: RawBuilder<unknown>,
) {
  return db
    .insertInto("activity_subjects")
    .columns([
      "team_id",
      "subject_type",
      "created_at",
      "event_id",
      "actor_id",
      "holder_id",
      "credential_kind",
      "credential_id",
    ])
    .expression(
      sql`select event.team_id, kind.value ->> 'type', event.created_at, event.id, event.actor_id,
        event.holder_id, event.credential_kind, event.credential_id
      from ${event}, ${sql.raw(elements)}(event.subjects) as kind`,
    );
}

function changesOf(db: Inserting, event: RawBuilder<unknown>, rows: RawBuilder<unknown>) {
  return db
    .insertInto("activity_changes")
    .columns(COLUMNS)
    .expression(sql`select event.team_id, event.id, change.* from ${event}, ${rows} as change`);
}

/** SQL has null for a JSON null. */
function recordset(rows: RawBuilder<string>): RawBuilder<unknown> {
  return sql`(select position, subject_type, subject_id, coalesce("before", 'null'), coalesce("after", 'null')
    from jsonb_to_recordset(cast(${rows} as jsonb)) as given
      (position integer, subject_type text, subject_id uuid, "before" jsonb, "after" jsonb))`;
}

type Told = Pick<EventValues, "id" | "outcome" | "reason" | "is_private" | "holder_id"> & {
  readonly undoes: string | null;
  readonly subjects: readonly SubjectSummary[];
};

function newEvent(context: AuditContext, { undoes, subjects, ...told }: Told): EventValues {
  return {
    ...told,
    team_id: context.team.id,
    created_at: context.now,
    actor_id: context.actor?.id ?? null,
    credential_kind: context.credential.kind,
    credential_id: context.credential.id,
    client_name: context.client?.name ?? null,
    client_version: context.client?.version ?? null,
    tool: context.tool,
    undoes_id: undoes,
    subjects: JSON.stringify(subjects),
  };
}
