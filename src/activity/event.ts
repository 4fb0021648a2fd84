import { z } from "zod";
import type { CredentialKind, Did, SubjectType } from "../db/schema.ts";
import type { EventRow } from "./event-rows.ts";
import { namesOf, type Names } from "./names.ts";
import { byRank, type JournalContext } from "./subject.ts";
import { UndoState, undoStateOf } from "./undo-state.ts";
import { maySee } from "./visibility.ts";

/** An event as one line: who did what to what, and through what. */
export const Event = z.object({
  id: z.string(),
  at: z.string(),
  /** Null when nobody was signed in: an operator's command, or the set-up. */
  actor: z.object({ id: z.string(), name: z.string() }).nullable(),
  via: z.object({
    kind: z.enum(["key", "app", "web", "command"]),
    id: z.string().nullable(),
    /** Null also for an app whose access is long over. */
    name: z.string().nullable(),
    hint: z.string().nullable(),
  }),
  client: z.object({ name: z.string(), version: z.string().nullable() }).nullable(),
  tool: z.string(),
  outcome: z.enum(["done", "refused"]),
  reason: z.string().nullable(),
  /** The first of what it is about. */
  subjects: z.array(
    z.object({
      type: z.string(),
      label: z.string(),
      id: z.string(),
      name: z.string().nullable(),
      did: z.enum(["created", "changed", "deleted"]),
    }),
  ),
  changeCount: z.int(),
  undo: UndoState,
  /** The event that this one has undone. */
  undoes: z.string().nullable(),
});

export type Event = z.output<typeof Event>;

/** Rows as a person is shown them. All of them take the same few queries. */
export async function eventsOf(
  context: JournalContext,
  rows: readonly EventRow[],
): Promise<Event[]> {
  const shown = rows.map((row) => ({ row, first: firstOf(context, row) }));
  const names = await namesOf(
    context,
    shown.flatMap(({ first }) => first),
  );
  return shown.map(({ row, first }) => ({
    id: row.id,
    at: row.created_at,
    actor:
      row.actor_id === null || row.actor_name === null
        ? null
        : { id: row.actor_id, name: row.actor_name },
    via: viaOf(row),
    client:
      row.client_name === null ? null : { name: row.client_name, version: row.client_version },
    tool: row.tool,
    outcome: row.outcome,
    reason: row.reason,
    subjects: first.map((thing) => shownThing(context, names, thing)),
    changeCount: countOf(context, row),
    undo: undoStateOf(context, row),
    undoes: row.undoes_id,
  }));
}

/** How many things one line names. */
const MOST_SHOWN = 3;

type First = { readonly type: SubjectType; readonly id: string; readonly did: Did };

/** What an event is about mainly. A link is left out where the thing that it belongs to is there. */
function firstOf(context: JournalContext, row: EventRow): readonly First[] {
  const visible = row.subjects.filter(({ type }) => maySee(context, row, type));
  const things = byRank(context.subjects, visible).flatMap(({ type, first }) =>
    first.map((thing) => ({ type, ...thing })),
  );
  return things
    .filter(({ id }, index) => things.findIndex((thing) => thing.id === id) === index)
    .slice(0, MOST_SHOWN);
}

function shownThing({ subjects }: JournalContext, names: Names, { type, id, did }: First) {
  return { type, label: subjects[type].label, id, name: names.get(id) ?? null, did };
}

export function countOf(context: JournalContext, row: EventRow): number {
  return row.subjects
    .filter(({ type }) => maySee(context, row, type))
    .reduce((sum, { changes }) => sum + changes, 0);
}

const VIA: Readonly<Record<CredentialKind, Event["via"]["kind"]>> = {
  api_key: "key",
  oauth_grant: "app",
  session: "web",
  command_line: "command",
};

/** A session's id is for nobody to see. */
function viaOf(row: EventRow): Event["via"] {
  const kind = VIA[row.credential_kind];
  const none = { kind, id: null, name: null, hint: null };
  if (kind === "key")
    return { kind, id: row.credential_id, name: row.key_name, hint: row.key_hint };
  return kind === "app" ? { ...none, id: row.credential_id, name: row.app_name } : none;
}
