import { sql } from "kysely";
import type { Dialect } from "../src/db/dialect.ts";
import type { Db } from "../src/db/schema.ts";
import { COLUMN_TYPES, type ColumnTypes } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** The journal is read by people, page by page and by filters, and what it tells of can be undone. */
export const activity: Migration = {
  name: "0007-activity",
  up: async (db, dialect) => {
    for (const statement of statements(COLUMN_TYPES[dialect], dialect))
      await sql.raw(statement).execute(db);
    await sql.raw(summaries(dialect)).execute(db);
    await findHolders(db);
    await sql`insert into activity_subjects
      (team_id, subject_type, created_at, event_id, actor_id, holder_id, credential_kind, credential_id)
      select distinct event.team_id, change.subject_type, event.created_at, event.id,
        event.actor_id, event.holder_id, event.credential_kind, event.credential_id
      from activity_events as event join activity_changes as change
        on change.team_id = event.team_id and change.event_id = event.id`.execute(db);
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
    // A list in its order, and further filters without touching the rows they pass over.
    `create index activity_events_by_actor on activity_events
      (team_id, actor_id, created_at, id, credential_kind, credential_id, outcome)`,
    `create index activity_events_by_credential on activity_events
      (team_id, credential_id, created_at, id, outcome)`,
    // Few among what assistants do, so that most writes do not pay for these.
    ...Object.entries({
      web: "credential_kind = 'session'",
      command: "credential_kind = 'command_line'",
      refused: "outcome = 'refused'",
    }).map(
      ([name, rows]) =>
        `create index activity_events_${name} on activity_events (team_id, created_at, id) where ${rows}`,
    ),
    // For the job that redacts, of all teams.
    `create index activity_events_whole on activity_events (created_at, id) where redacted_at is null`,
    // An event for each kind of thing that it is about, with what else it may be looked for by.
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

/** What each event is about: of each kind of thing how many changes, and the first three. */
function summaries(dialect: Dialect): string {
  const isSqlite = dialect === "sqlite";
  const [list, object] = isSqlite
    ? ["json_group_array", "json_object"]
    : ["jsonb_agg", "jsonb_build_object"];
  return `update activity_events as event set subjects = coalesce((
    select ${list}(${object}('type', type, 'changes', changes, 'first', ${isSqlite ? "json(first)" : "first"}))
    from (
      select subject_type as type, count(*) as changes,
        ${list}(${object}('id', subject_id, 'did', did)) filter (where place <= 3) as first
      from (
        select subject_type, subject_id,
          case when before = 'null' then 'created' when after = 'null' then 'deleted' else 'changed' end as did,
          row_number() over (partition by subject_type order by position) as place
        from activity_changes
        where team_id = event.team_id and event_id = event.id
      ) as change
      group by subject_type
    ) as subject
  ), '[]')`;
}

/** Whose keys, apps and accounts events are about that are about nothing else. */
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
    await sql`update activity_events set
      holder_id = ${events.length === 1 ? holder : null},
      is_private = not exists (select 1 from activity_changes as change
        where change.team_id = ${team_id} and change.event_id = ${id}
          and change.subject_type not in (${PRIVATE}))
      where team_id = ${team_id} and id = ${id}`.execute(db);
  }
}

const PRIVATE = sql.raw("'api_key', 'oauth_grant', 'invitation', 'user'");
