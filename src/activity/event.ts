import { z } from "zod";
import type { AuditContext } from "../db/context.ts";
import type { CredentialKind } from "../db/schema/activity.ts";
import { changedFields, thingsOf, currenciesOf } from "./changed-fields.ts";
import { type EventRow, OTHER_WAYS } from "./find-events.ts";
import { namesOf } from "./names.ts";
import { type ChangeOfEvent, selectChanges, changeOf } from "./recorded-change.ts";
import { Piece, type Changed, deedOf, leadFirst } from "./sentence.ts";
import type { JournalContext, Credential, Subjects } from "./subject.ts";
import { UndoState, undoStatesOf } from "./undo-state.ts";
import { maySee } from "./visibility.ts";

export const Via = z.object({
  kind: z.enum(["key", "app", ...OTHER_WAYS.map(({ way }) => way)]),
  id: z.string().nullable(),
  /** Null also for a credential that is no longer stored. */
  name: z.string().nullable(),
  hint: z.string().nullable(),
});

export type Via = z.output<typeof Via>;

export const Event = z.object({
  id: z.string(),
  at: z.string(),
  /** Null when nobody was signed in: an operator's command or folder, a mail, or the set-up. */
  actor: z.object({ id: z.string(), name: z.string() }).nullable(),
  via: Via,
  client: z.object({ name: z.string(), version: z.string().nullable() }).nullable(),
  tool: z.string(),
  outcome: z.enum(["done", "refused"]),
  reason: z.string().nullable(),
  deed: z.array(Piece).readonly(),
  subjects: z.array(
    z.object({
      type: z.string(),
      id: z.string(),
      name: z.string().nullable(),
      did: z.enum(["created", "changed", "deleted"]),
    }),
  ),
  changeCount: z.int(),
  undo: UndoState,
  undoes: z.string().nullable(),
});

export type Event = z.output<typeof Event>;

/** Rows as events, with a fixed number of queries for all of them. */
export async function eventsOf(
  context: JournalContext,
  rows: readonly EventRow[],
): Promise<Event[]> {
  const shown = rows.map((row) => ({ row, first: firstOf(context, row) }));
  const leads = await leadChangesOf(context, shown);
  const names = await namesOf(context, [
    ...shown.flatMap(({ first }) => first),
    ...[...leads.values()].flatMap((change) => thingsOf(context.subjects, change)),
  ]);
  const currencyIn = await currenciesOf(context, [...leads.values()]);
  const viaOf = await viasOf(context, rows);
  const undoOf = await undoStatesOf(context, rows);
  return shown.map(({ row, first }) => {
    const subjects = first.map((thing) => ({ ...thing, name: names.get(thing.id) ?? null }));
    const changeCount = countOf(context, row);
    const change = leads.get(row.id);
    const told = {
      row,
      lead: subjects[0] ?? null,
      changeCount,
      likeCount: row.subjects.find(({ type }) => type === first[0]?.type)?.changes ?? 0,
      snapshot: change?.after ?? null,
      names,
      fields:
        change === undefined || first[0]?.did !== "changed"
          ? []
          : changedFields(context.subjects, { names, currencyIn }, change),
    };
    return {
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
      deed: deedOf(context, told),
      subjects,
      changeCount,
      undo: undoOf(row),
      undoes: row.undoes_id,
    };
  });
}

const MOST_SHOWN = 3;

/** Leaves a link out beside the record that it belongs to. */
function firstOf(context: JournalContext, row: EventRow): readonly Changed[] {
  const visible = row.subjects.filter(({ type }) => maySee(context, row, type));
  const things = leadFirst(
    context,
    row.tool,
    visible.flatMap(({ type, first }) => first.map((thing) => ({ type, ...thing }))),
  );
  return things
    .filter(({ id }, index) => things.findIndex((thing) => thing.id === id) === index)
    .slice(0, MOST_SHOWN);
}

export function countOf(context: JournalContext, row: EventRow): number {
  return row.subjects
    .filter(({ type }) => maySee(context, row, type))
    .reduce((sum, { changes }) => sum + changes, 0);
}

type Shown = { readonly row: EventRow; readonly first: readonly Changed[] };

async function leadChangesOf(
  { db, team, events }: JournalContext,
  shown: readonly Shown[],
): Promise<ReadonlyMap<string, ChangeOfEvent>> {
  const leads = new Map(
    shown.flatMap(({ row, first: [lead] }) =>
      lead?.did === "changed" ||
      (lead !== undefined && events.get(row.tool)?.sentence !== undefined)
        ? [[row.id, lead] as const]
        : [],
    ),
  );
  if (leads.size === 0) return new Map();
  const changes = await selectChanges(db)
    .select("event_id")
    .where("team_id", "=", team.id)
    .where("event_id", "in", [...leads.keys()])
    .where("subject_id", "in", [...new Set([...leads.values()].map(({ id }) => id))])
    .execute();
  return new Map(
    changes.flatMap(({ event_id: eventId, ...change }) => {
      const lead = leads.get(eventId);
      const isLead = lead?.type === change.type && lead.id === change.id;
      return isLead ? [[eventId, { eventId, ...changeOf(change) }]] : [];
    }),
  );
}

type CredentialColumns = Pick<EventRow, "credential_kind" | "credential_id">;

export function credentialsOf(subjects: Subjects): readonly Credential[] {
  return Object.values(subjects).flatMap(({ credential }) => credential ?? []);
}

export async function viasOf(
  context: AuditContext & { readonly subjects: Subjects },
  rows: readonly CredentialColumns[],
): Promise<(row: CredentialColumns) => Via> {
  const found = new Map<string, Via>();
  for (const { kind, via, find } of credentialsOf(context.subjects)) {
    const ids = new Set(
      rows.flatMap((row) => (row.credential_kind === kind ? (row.credential_id ?? []) : [])),
    );
    if (ids.size === 0) continue;
    for (const id of ids) found.set(`${kind} ${id}`, { kind: via, id, name: null, hint: null });
    for (const { id, name, hint } of await find(context, [...ids]))
      found.set(`${kind} ${id}`, { kind: via, id, name, hint });
  }
  return ({ credential_kind, credential_id }) =>
    found.get(`${credential_kind} ${credential_id}`) ?? withoutCredential(credential_kind);
}

function withoutCredential(kind: CredentialKind): Via {
  const way = OTHER_WAYS.find((other) => other.kind === kind)?.way ?? "web";
  return { kind: way, id: null, name: null, hint: null };
}
