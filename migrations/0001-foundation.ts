import { sql } from "kysely";
import { COLUMN_TYPES, type ColumnTypes } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** Users, teams and API keys; customers, tags and tracked time; the journal. */
export const foundation: Migration = {
  name: "0001-foundation",
  up: async (db, dialect) => {
    for (const statement of statements(COLUMN_TYPES[dialect])) await sql.raw(statement).execute(db);
    if (dialect === "postgres") await sql.raw(INSTR).execute(db);
  },
};

/** Defines SQLite's `instr` on PostgreSQL, so that a search is the same SQL on both. */
const INSTR = `create function instr(hay text, needle text) returns integer
  language sql immutable parallel safe as 'select strpos(hay, needle)'`;

function statements(t: ColumnTypes): readonly string[] {
  return [
    `create table users (
      id ${t.id} not null primary key,
      email ${t.text} not null,
      email_key ${t.text} not null unique,
      name ${t.text} not null,
      password_hash ${t.text},
      time_zone ${t.text} not null default 'UTC',
      created_at ${t.instant} not null
    )`,
    `create table teams (
      id ${t.id} not null primary key,
      name ${t.text} not null,
      base_currency ${t.text} not null,
      destructive_ai_tools ${t.boolean} not null default false,
      member_full_access ${t.boolean} not null default false,
      created_at ${t.instant} not null
    )`,
    `create table memberships (
      team_id ${t.id} not null references teams (id),
      user_id ${t.id} not null references users (id),
      role ${t.text} not null check (role in ('owner', 'admin', 'member')),
      created_at ${t.instant} not null,
      primary key (team_id, user_id)
    )`,
    `create index memberships_by_user on memberships (user_id)`,
    `create table api_keys (
      team_id ${t.id} not null,
      id ${t.id} not null,
      user_id ${t.id} not null,
      name ${t.text} not null,
      scopes ${t.json} not null,
      secret_hash ${t.text} not null unique,
      hint ${t.text} not null,
      created_at ${t.instant} not null,
      expires_at ${t.instant},
      revoked_at ${t.instant},
      last_used_at ${t.instant},
      client_name ${t.text},
      client_version ${t.text},
      primary key (team_id, id),
      foreign key (team_id) references teams (id),
      foreign key (user_id) references users (id)
    )`,
    `create table customers (
      team_id ${t.id} not null references teams (id),
      id ${t.id} not null,
      name ${t.text} not null,
      name_folded ${t.text} not null,
      email ${t.text} not null,
      email_folded ${t.text} not null,
      billing_email ${t.text},
      phone ${t.text},
      website ${t.text},
      contact ${t.text},
      note ${t.text},
      vat_number ${t.text},
      country ${t.text},
      country_code ${t.text},
      address_line_1 ${t.text},
      address_line_2 ${t.text},
      city ${t.text},
      state ${t.text},
      zip ${t.text},
      preferred_currency ${t.text},
      default_payment_terms integer check (default_payment_terms >= 0),
      is_archived ${t.boolean} not null default false,
      created_at ${t.instant} not null,
      updated_at ${t.instant} not null,
      primary key (team_id, id)
    )`,
    // Covering index: lists in order, and searches without reading rows that do not match.
    `create index customers_newest on customers (team_id, created_at, id, is_archived, name_folded, email_folded)`,
    `create table tags (
      team_id ${t.id} not null references teams (id),
      id ${t.id} not null,
      name ${t.text} not null,
      name_key ${t.text} not null,
      name_folded ${t.text} not null,
      created_at ${t.instant} not null,
      primary key (team_id, id),
      unique (team_id, name_key)
    )`,
    `create index tags_by_name on tags (team_id, name_folded, id)`,
    `create table customer_tags (
      team_id ${t.id} not null,
      customer_id ${t.id} not null,
      tag_id ${t.id} not null,
      created_at ${t.instant} not null,
      primary key (team_id, customer_id, tag_id),
      foreign key (team_id, customer_id) references customers (team_id, id),
      foreign key (team_id, tag_id) references tags (team_id, id)
    )`,
    // created_at repeats the customer's, which never changes, so that a tag's customers list in
    // order.
    `create index customer_tags_by_tag on customer_tags (team_id, tag_id, created_at, customer_id)`,
    `create table tracker_projects (
      team_id ${t.id} not null references teams (id),
      id ${t.id} not null,
      name ${t.text} not null,
      description ${t.text},
      status ${t.text} not null check (status in ('in_progress', 'completed')),
      customer_id ${t.id},
      estimate_hours double precision,
      billable ${t.boolean} not null default false,
      rate_minor integer,
      currency ${t.text},
      created_at ${t.instant} not null,
      primary key (team_id, id),
      foreign key (team_id, customer_id) references customers (team_id, id)
    )`,
    `create index tracker_projects_newest on tracker_projects (team_id, created_at, id)`,
    `create index tracker_projects_by_status on tracker_projects (team_id, status, created_at, id)`,
    `create index tracker_projects_by_customer on tracker_projects (team_id, customer_id, created_at, id)`,
    `create table tracker_entries (
      team_id ${t.id} not null,
      id ${t.id} not null,
      project_id ${t.id} not null,
      assigned_id ${t.id} not null,
      date ${t.day} not null,
      start ${t.instant},
      stop ${t.instant},
      duration integer check (duration >= 0),
      description ${t.text},
      time_zone ${t.text} not null,
      sort_key ${t.text} not null,
      created_at ${t.instant} not null,
      primary key (team_id, id),
      foreign key (team_id, project_id) references tracker_projects (team_id, id),
      foreign key (assigned_id) references users (id)
    )`,
    // At most one running timer per user and day.
    `create unique index tracker_entries_running on tracker_entries (team_id, assigned_id, date)
      where start is not null and stop is null`,
    `create index tracker_entries_running_newest on tracker_entries (team_id, sort_key)
      where start is not null and stop is null`,
    `create index tracker_entries_newest on tracker_entries (team_id, sort_key)`,
    `create index tracker_entries_by_person on tracker_entries (team_id, assigned_id, sort_key)`,
    `create index tracker_entries_by_project on tracker_entries (team_id, project_id, sort_key, duration)`,
    ...["invoices", "recurring_invoices"].flatMap((table) => [
      `create table ${table} (
        team_id ${t.id} not null references teams (id),
        id ${t.id} not null,
        customer_id ${t.id},
        created_at ${t.instant} not null,
        primary key (team_id, id),
        foreign key (team_id, customer_id) references customers (team_id, id)
      )`,
      `create index ${table}_by_customer on ${table} (team_id, customer_id)`,
    ]),
    `create table activity_events (
      team_id ${t.id} not null references teams (id),
      id ${t.id} not null,
      created_at ${t.instant} not null,
      actor_id ${t.id},
      credential_kind ${t.text} not null,
      credential_id ${t.id},
      client_name ${t.text},
      client_version ${t.text},
      tool ${t.text} not null,
      outcome ${t.text} not null check (outcome in ('done', 'refused')),
      reason ${t.text},
      primary key (team_id, id)
    )`,
    `create index activity_events_newest on activity_events (team_id, created_at, id)`,
    `create table activity_changes (
      team_id ${t.id} not null,
      event_id ${t.id} not null,
      position integer not null,
      subject_type ${t.text} not null,
      subject_id ${t.id} not null,
      before ${t.json},
      after ${t.json},
      primary key (team_id, event_id, position),
      foreign key (team_id, event_id) references activity_events (team_id, id)
    )`,
    `create index activity_changes_by_subject on activity_changes (team_id, subject_type, subject_id, event_id)`,
  ];
}
