import { sql } from "kysely";
import { COLUMN_TYPES, type ColumnTypes } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** Bank accounts, categories, and what a team's books need to know of the team. */
export const money: Migration = {
  name: "0017-money",
  up: async (db, dialect) => {
    const t = COLUMN_TYPES[dialect];
    for (const statement of [...bankAccounts(t), ...categories(t), ...teams(t)])
      await sql.raw(statement).execute(db);
  },
};

function bankAccounts(t: ColumnTypes): readonly string[] {
  return [
    `create table bank_accounts (
      team_id ${t.id} not null references teams (id),
      id ${t.id} not null,
      name ${t.text} not null,
      name_key ${t.text} not null,
      institution ${t.text},
      type ${t.text} not null check (type in
        ('current', 'savings', 'card', 'loan', 'cash', 'wallet', 'other')),
      currency ${t.text} not null,
      opening_minor ${t.money} not null,
      opening_date ${t.day},
      number_sealed ${t.text},
      number_hash ${t.text},
      number_masked ${t.text},
      number_set_at ${t.instant},
      enabled ${t.boolean} not null,
      manual ${t.boolean} not null,
      created_at ${t.instant} not null,
      updated_at ${t.instant} not null,
      primary key (team_id, id),
      unique (team_id, name_key),
      check ((number_masked is null) = (number_set_at is null)),
      check ((number_sealed is null) = (number_hash is null)),
      check (number_sealed is null or number_masked is not null)
    )`,
    `create unique index bank_accounts_by_number on bank_accounts (team_id, number_hash, currency)
      where number_hash is not null`,
  ];
}

/** Only what teams have of their own: system categories are a constant of the program. */
function categories(t: ColumnTypes): readonly string[] {
  return [
    // The parent may be a system category, so it is no foreign key.
    `create table categories (
      team_id ${t.id} not null references teams (id),
      id ${t.id} not null,
      slug ${t.text} not null,
      name ${t.text} not null,
      name_folded ${t.text} not null,
      parent_id ${t.id},
      kind ${t.text} check (kind in ('income', 'expense', 'capital', 'transfer', 'either')),
      color ${t.text},
      description ${t.text},
      tax_rate_bp integer check (tax_rate_bp between 0 and 10000),
      tax_type ${t.text},
      tax_reporting_code ${t.text},
      excluded ${t.boolean} not null,
      created_at ${t.instant} not null,
      primary key (team_id, id),
      unique (team_id, slug),
      check ((kind is null) = (parent_id is not null))
    )`,
    `create table category_settings (
      team_id ${t.id} not null references teams (id),
      id ${t.id} not null,
      slug ${t.text} not null,
      is_hidden ${t.boolean} not null,
      tax_rate_bp integer check (tax_rate_bp between 0 and 10000),
      tax_type ${t.text},
      tax_reporting_code ${t.text},
      primary key (team_id, id),
      unique (team_id, slug)
    )`,
  ];
}

function teams(t: ColumnTypes): readonly string[] {
  return [
    `alter table teams add column country_code ${t.text}`,
    `alter table teams add column fiscal_year_start ${t.text} not null default '01-01'`,
    `alter table teams add column time_zone ${t.text} not null default 'UTC'`,
    // The founder's: whoever has been an owner for the longest time.
    `update teams set time_zone = coalesce((
      select person.time_zone from memberships as member
      join users as person on person.id = member.user_id
      where member.team_id = teams.id and member.role = 'owner'
      order by member.created_at, person.id limit 1
    ), 'UTC')`,
  ];
}
