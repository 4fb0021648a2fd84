import { sql } from "kysely";
import { COLUMN_TYPES } from "./column-types.ts";
import type { Migration } from "./index.ts";

/** The address to which a team's receipts are mailed, and what came there. */
export const receiptsByMail: Migration = {
  name: "0031-receipts-by-mail",
  up: async (db, dialect) => {
    const { text } = COLUMN_TYPES[dialect];
    for (const statement of [
      `alter table teams add column inbox_token ${text}`,
      `create unique index teams_by_inbox_token on teams (inbox_token) where inbox_token is not null`,
      // Finds a mail that is sent again.
      `create index documents_by_message on documents (team_id, (origin ->> 'message_id'))
        where source = 'mail'`,
      // For the filter of the activity, as 0007 has one for each other way in.
      `create index activity_events_mail on activity_events (team_id, created_at, id)
        where credential_kind = 'mail'`,
    ])
      await sql.raw(statement).execute(db);
  },
};
