import { sql } from "kysely";
import type { Dialect } from "../src/db/dialect.ts";
import { COLUMN_TYPES, type ColumnTypes } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** Files, documents with what was read in them, receipts of the inbox, and what is attached to transactions. */
export const papers: Migration = {
  name: "0030-papers",
  up: async (db, dialect) => {
    const t = COLUMN_TYPES[dialect];
    for (const statement of [...documents(t), ...words(dialect, t), ...inbox(t)])
      await sql.raw(statement).execute(db);
  },
};

function documents(t: ColumnTypes): readonly string[] {
  const document = `foreign key (team_id, document_id) references documents (team_id, id)`;
  return [
    `create table files (
      team_id ${t.id} not null references teams (id),
      sha256 ${t.text} not null,
      size ${t.money} not null check (size > 0),
      kind ${t.text} not null,
      released_at ${t.instant},
      created_at ${t.instant} not null,
      primary key (team_id, sha256)
    )`,
    `create index files_released on files (released_at) where released_at is not null`,
    `create table documents (
      team_id ${t.id} not null references teams (id),
      id ${t.id} not null,
      sha256 ${t.text} not null,
      name ${t.text} not null,
      title ${t.text},
      date ${t.day},
      source ${t.text} not null check (source in ('upload', 'mail', 'folder', 'api')),
      origin ${t.json},
      created_by ${t.id},
      created_at ${t.instant} not null,
      updated_at ${t.instant} not null,
      state ${t.text} not null check (state in ('pending', 'processing', 'completed', 'failed')),
      problem ${t.text},
      read_title ${t.text},
      summary ${t.text},
      read_date ${t.day},
      language ${t.text},
      pages integer,
      reader integer not null,
      shown_date ${t.day} not null,
      search_text ${t.text} not null,
      primary key (team_id, id),
      unique (team_id, sha256),
      foreign key (team_id, sha256) references files (team_id, sha256)
    )`,
    `create index documents_newest on documents (team_id, created_at, id, search_text)`,
    `create index documents_by_date on documents (team_id, shown_date, id)`,
    // Tells in which languages a team's documents are, whose stems a search looks for.
    `create index documents_by_language on documents (team_id, language) where language is not null`,
    `create table document_texts (
      team_id ${t.id} not null,
      document_id ${t.id} not null,
      text ${t.text} not null,
      page_offsets ${t.json} not null,
      fields ${t.json} not null,
      hidden_characters integer not null,
      is_cut ${t.boolean} not null,
      primary key (team_id, document_id),
      ${document} on delete cascade
    )`,
    `create table document_tags (
      team_id ${t.id} not null,
      document_id ${t.id} not null,
      tag_id ${t.id} not null,
      created_at ${t.instant} not null,
      primary key (team_id, document_id, tag_id),
      ${document},
      foreign key (team_id, tag_id) references tags (team_id, id)
    )`,
    `create index document_tags_by_tag on document_tags (team_id, tag_id)`,
  ];
}

/**
 * Each document has one entry, with the words of its text. On SQLite they are in an index without contents, whose rows
 * have the entry as their id; prefixes of 8 and 9 characters are 3 and 4 of a word behind the team's.
 */
function words(dialect: Dialect, t: ColumnTypes): readonly string[] {
  const key = dialect === "sqlite" ? "integer" : "bigint generated always as identity";
  const tokens = dialect === "sqlite" ? "" : "tokens tsvector not null,";
  return [
    `create table document_words (
      entry ${key} primary key,
      team_id ${t.id} not null,
      document_id ${t.id} not null,
      ${tokens}
      unique (team_id, document_id)
    )`,
    ...(dialect === "sqlite"
      ? [
          `create virtual table document_tokens using fts5(tokens, content='', contentless_delete=1,
            detail=none, tokenize='ascii', prefix='8 9')`,
        ]
      : [
          // Without a list of pending tokens, which every search would read through.
          `create index document_words_by_token on document_words using gin (tokens)
            with (fastupdate = off)`,
          ENTRIES,
        ]),
  ];
}

/**
 * Entries that match, always by the index: for frequent words PostgreSQL would rather read all documents, and does not
 * know what it costs to unpack their tokens.
 */
const ENTRIES = `create function document_entries(query tsquery)
  returns table (entry bigint, team_id uuid, document_id uuid)
  language sql stable rows 100 set enable_seqscan = off as
  $$ select words.entry, words.team_id, words.document_id from document_words as words
    where words.tokens @@ query $$`;

function inbox(t: ColumnTypes): readonly string[] {
  return [
    `create table inbox_items (
      team_id ${t.id} not null,
      id ${t.id} not null,
      document_id ${t.id} not null,
      hand ${t.json} not null,
      filed ${t.text} check (filed in ('done', 'archived', 'other', 'deleted')),
      declined ${t.json} not null,
      bundle_id ${t.id} not null,
      grouped_with ${t.id},
      is_distinct ${t.boolean} not null,
      created_at ${t.instant} not null,
      updated_at ${t.instant} not null,
      group_id ${t.id},
      progress ${t.text} not null check (progress in
        ('new', 'processing', 'analyzing', 'pending', 'suggested_match', 'no_match')),
      status ${t.text} not null check (status in ('new', 'processing', 'analyzing', 'pending',
        'suggested_match', 'no_match', 'done', 'archived', 'other', 'deleted')),
      type ${t.text} check (type in ('invoice', 'expense', 'other')),
      name ${t.text} not null,
      vendor ${t.text},
      vendor_key ${t.text},
      amount_minor ${t.money},
      payable_minor ${t.money},
      tax_minor ${t.money},
      tax_rate_bp integer,
      tax_type ${t.text},
      currency ${t.text},
      date ${t.day},
      due_date ${t.day},
      number ${t.text},
      number_key ${t.text},
      duplicate_of ${t.id},
      problem ${t.text},
      search_text ${t.text} not null,
      primary key (team_id, id),
      unique (team_id, document_id),
      foreign key (team_id, document_id) references documents (team_id, id),
      check (group_id is null or group_id <> id)
    )`,
    `create index inbox_newest on inbox_items
      (team_id, created_at, id, status, group_id, amount_minor, search_text)`,
    `create index inbox_by_status on inbox_items (team_id, status, created_at, id)`,
    `create index inbox_by_number on inbox_items (team_id, vendor_key, number_key)`,
    `create index inbox_by_bundle on inbox_items (team_id, bundle_id)`,
    `create index inbox_by_group on inbox_items (team_id, group_id) where group_id is not null`,
    `create index inbox_grouped_with on inbox_items (team_id, grouped_with)
      where grouped_with is not null`,
    `create index inbox_duplicates on inbox_items (team_id, duplicate_of)
      where duplicate_of is not null`,
    `create table inbox_suggestions (
      team_id ${t.id} not null,
      inbox_id ${t.id} not null,
      transaction_id ${t.id} not null,
      score integer not null,
      why ${t.json} not null,
      primary key (team_id, inbox_id, transaction_id),
      foreign key (team_id, inbox_id) references inbox_items (team_id, id) on delete cascade
    )`,
    // No foreign key to transactions, here and below: the verbs that delete these delete what refers to them.
    `create index inbox_suggestions_of_transaction on inbox_suggestions (team_id, transaction_id)`,
    `create table transaction_attachments (
      team_id ${t.id} not null,
      id ${t.id} not null,
      transaction_id ${t.id} not null,
      document_id ${t.id} not null,
      inbox_id ${t.id},
      tax_before ${t.json},
      tax_given ${t.json},
      created_by ${t.id},
      created_at ${t.instant} not null,
      primary key (team_id, id),
      unique (team_id, transaction_id, document_id),
      foreign key (team_id, document_id) references documents (team_id, id),
      foreign key (team_id, inbox_id) references inbox_items (team_id, id)
    )`,
    `create index attachments_of_document on transaction_attachments (team_id, document_id)`,
    `create index attachments_of_item on transaction_attachments (team_id, inbox_id)
      where inbox_id is not null`,
  ];
}
