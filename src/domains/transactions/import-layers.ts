import { type Image, imageOf } from "../../activity/image.ts";
import { selectChanges } from "../../activity/past.ts";
import type { AuditContext } from "../../db/context.ts";
import type { Row } from "./transaction.ts";

/** Changes of one event that brought imports, to a transaction that was there before. */
export type Layer = {
  readonly event: string;
  /** Null once the images are deleted. */
  readonly images: { readonly before: Image; readonly after: Image } | null;
  /** Ids of the imports that the event brought, whether they are there or not. */
  readonly imports: readonly string[];
};

/** An event that brought imports. */
export type ImportEvent = {
  readonly id: string;
  readonly imports: readonly string[];
  /** False once its images are deleted. */
  readonly isKept: boolean;
};

/**
 * The events that brought imports, the newest first. Of an import that an undo brought back it is the first one
 * that the journal has whole: what was below the import did not change by that.
 */
export async function importEvents({
  db,
  team,
}: Pick<AuditContext, "db" | "team">): Promise<readonly ImportEvent[]> {
  const rows = await db
    .selectFrom("activity_changes as change")
    .innerJoin("activity_events as event", (join) =>
      join.onRef("event.team_id", "=", "change.team_id").onRef("event.id", "=", "change.event_id"),
    )
    .select(["change.subject_id", "event.id", "event.redacted_at"])
    .where("change.team_id", "=", team.id)
    .where("change.subject_type", "=", "import")
    .where("change.before", "=", "null")
    .orderBy("event.created_at")
    .orderBy("event.id")
    .execute();
  const bySubject = Map.groupBy(rows, ({ subject_id }) => subject_id);
  const firsts = new Map(
    [...bySubject].map(([id, events]) => [
      id,
      (events.find(({ redacted_at }) => redacted_at === null) ?? events[0])?.id,
    ]),
  );
  const brought = rows.filter(({ subject_id, id }) => firsts.get(subject_id) === id).toReversed();
  return [...Map.groupBy(brought, ({ id }) => id)].map(([id, some]) => ({
    id,
    imports: some.map(({ subject_id }) => subject_id),
    isKept: some.every(({ redacted_at }) => redacted_at === null),
  }));
}

/** Changes of these transactions, at most a chunk, by events that brought imports: by id, the newest first. */
export async function layersOf(
  { db, team }: Pick<AuditContext, "db" | "team">,
  events: readonly ImportEvent[],
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Layer[]>> {
  if (ids.length === 0) return new Map();
  const rows = await selectChanges(db)
    .select("event_id")
    .where("team_id", "=", team.id)
    .where("subject_type", "=", "transaction")
    .where("subject_id", "in", ids)
    .orderBy("position")
    .execute();
  const changed = rows.filter(({ did }) => did === "changed");
  const byRow = Map.groupBy(changed, ({ id }) => id);
  return new Map(
    [...byRow].map(([id, changes]) => {
      const byEvent = Map.groupBy(changes, ({ event_id }) => event_id);
      const layers = events.flatMap(({ id: event, imports }) => {
        const some = byEvent.get(event);
        return some === undefined ? [] : [{ event, imports, images: together(some) }];
      });
      return [id, layers];
    }),
  );
}

/** True for a transaction by hand that a file announced as pending. */
export function isAnnouncedByFile({
  status,
  source,
  import_id,
}: Pick<Row, "status" | "source" | "import_id">): boolean {
  return status === "pending" && source !== "hand" && import_id === null;
}

type Stored = { readonly before: unknown; readonly after: unknown };

/** An event may change a transaction more than once. */
function together(changes: readonly Stored[]): Layer["images"] {
  const images = changes.map(({ before, after }) => [imageOf(before), imageOf(after)] as const);
  if (images.some(([before, after]) => before === null || after === null)) return null;
  const entriesOf = (image: Image | null) => Object.entries(image ?? {});
  return {
    before: Object.fromEntries(images.toReversed().flatMap(([before]) => entriesOf(before))),
    after: Object.fromEntries(images.flatMap(([, after]) => entriesOf(after))),
  };
}
