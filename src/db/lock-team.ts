import type { AuditContext } from "./context.ts";
import { lockForNoKeyUpdate } from "./dialect.ts";
import { preparedQuery, type Slots } from "./prepared-query.ts";

/** Locks the team until the transaction ends, so that what it counts or compares is written in turns. */
export async function lockTeam({ db, team }: Pick<AuditContext, "db" | "team">): Promise<void> {
  await lockRow(db, { id: team.id });
}

const lockRow = preparedQuery((db, { slot }: Slots<{ readonly id: string }>) =>
  lockForNoKeyUpdate(db, db.selectFrom("teams").select("id").where("id", "=", slot("id"))),
);
