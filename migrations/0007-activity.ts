import { sql } from "kysely";
import type { Dialect } from "../src/db/dialect.ts";
import type { Db } from "../src/db/schema/schema.ts";
import { COLUMN_TYPES, type ColumnTypes } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** Reading the journal by page and filter, and undoing its events. */
export const activity: Migration = {
  name: "0007-activity",
  up: async (db, dialect) => {
    for (const statement of statements(COLUMN_TYPES[dialect], dialect))
      await sql.raw(statement).execute(db);
    await sql.raw(summaries(dialect)).execute(db);
    await findHolders(db);
    // SQLite reads the tables of a cross join in the order written: changes first, then their event by key.
    await sql`insert into activity_subjects
      (team_id, subject_type, created_at, event_id, actor_id, holder_id, credential_kind, credential_id)
      select event.team_id, change.subject_type, event.created_at, event.id,
        event.actor_id, event.holder_id, event.credential_kind, event.credential_id
      from (select distinct team_id, event_id, subject_type from activity_changes) as change
      cross join activity_events as event
      where event.team_id = change.team_id and event.id = change.event_id`.execute(db);
  },
};

function statements(t: ColumnTypes, dialect: Dialect): readonly string[] {
  return [
    `alter table activity_events add column undoes_id ${t.id}`,
    `alter table activity_events add column is_private ${t.boolean} not null default false`,
    `alter table activity_events add column holder_id ${t.id}`,
    `alter table activity_events add column subjects ${t.json} not null default '[]'`,
    `alter table activity_events add column redacted_at ${t.instant}`,
    // An event is undone at most once.
    `create unique index activity_events_undoes on activity_events (team_id, undoes_id)
      where undoes_id is not null`,
    // Covering indexes: lists in order, with filters that skip rows without reading them.
    `create index activity_events_by_actor on activity_events
      (team_id, actor_id, created_at, id, credential_kind, credential_id, outcome)`,
    `create index activity_events_by_credential on activity_events
      (team_id, credential_id, created_at, id, outcome)`,
    // Partial indexes: an assistant's writes rarely match them, so most writes do not pay for them.
    ...Object.entries({
      web: "credential_kind = 'session'",
      command: "credential_kind = 'command_line'",
      refused: "outcome = 'refused'",
    }).map(
      ([name, rows]) =>
        `create index activity_events_${name} on activity_events (team_id, created_at, id) where ${rows}`,
    ),
    // For the redaction job, over all teams.
    `create index activity_events_whole on activity_events (created_at, id) where redacted_at is null`,
    // One row per event and subject type, with the columns that lists filter by.
    `create table activity_subjects (
      team_id ${t.id} not null,
      subject_type ${t.text} not null,
      created_at ${t.instant} not null,
      event_id ${t.id} not null,
      actor_id ${t.id},
      holder_id ${t.id},
      credential_kind ${t.text} not null,
      credential_id ${t.id},
      primary key (team_id, subject_type, created_at, event_id),
      foreign key (team_id, event_id) references activity_events (team_id, id)
    )${dialect === "sqlite" ? " without rowid" : ""}`,
  ];
}

/**
 * Fills the summary of every event: for each kind of record the number of changes and the first three.
 * One pass over all changes: a subquery per event would read a team's whole journal each time on SQLite.
 */
function summaries(dialect: Dialect): string {
  const isSqlite = dialect === "sqlite";
  const [list, object] = isSqlite
    ? ["json_group_array", "json_object"]
    : ["jsonb_agg", "jsonb_build_object"];
  return `update activity_events set subjects = summary.subjects
    from (
      select team_id, event_id,
        ${list}(${object}('type', type, 'changes', changes, 'first', ${isSqlite ? "json(first)" : "first"})
          order by earliest) as subjects
      from (
        select team_id, event_id, subject_type as type, count(*) as changes, min(position) as earliest,
          ${list}(${object}('id', subject_id, 'did', did) order by place) filter (where place <= 3) as first
        from (
          select team_id, event_id, subject_type, subject_id, position,
            case when before = 'null' then 'created' when after = 'null' then 'deleted' else 'changed' end as did,
            row_number() over (partition by team_id, event_id, subject_type order by position) as place
          from activity_changes
        ) as change
        group by team_id, event_id, subject_type
      ) as kind
      group by team_id, event_id
    ) as summary
    where summary.team_id = activity_events.team_id and summary.event_id = activity_events.id`;
}

/** Sets the holder of events about one person's keys, apps or account, and marks events about nothing else. */
async function findHolders(db: Db): Promise<void> {
  const { rows } = await sql<{ team_id: string; id: string; holder: string | null }>`
    select distinct change.team_id, change.event_id as id,
      coalesce(key.user_id, app.user_id, invitation.invited_by, person.id) as holder
    from activity_changes as change
    left join api_keys as key on change.subject_type = 'api_key'
      and key.team_id = change.team_id and key.id = change.subject_id
    left join oauth_grants as app on change.subject_type = 'oauth_grant'
      and app.team_id = change.team_id and app.id = change.subject_id
    left join invitations as invitation on change.subject_type = 'invitation'
      and invitation.team_id = change.team_id and invitation.id = change.subject_id
    left join users as person on change.subject_type = 'user' and person.id = change.subject_id
    where change.subject_type in (${PRIVATE})`.execute(db);
  for (const events of Map.groupBy(rows, ({ team_id, id }) => `${team_id} ${id}`).values()) {
    const [{ team_id, id, holder } = { team_id: "", id: "", holder: null }] = events;
    const only = events.length === 1 ? holder : null;
    await sql`update activity_events set holder_id = ${only}
      where team_id = ${team_id} and id = ${id}`.execute(db);
  }
  await sql`update activity_events set is_private = true where (team_id, id) in (
    select team_id, event_id from activity_changes group by team_id, event_id
    having count(*) = count(case when subject_type in (${PRIVATE}) then 1 end))`.execute(db);
}

const PRIVATE = sql.raw("'api_key', 'oauth_grant', 'invitation', 'user'");
