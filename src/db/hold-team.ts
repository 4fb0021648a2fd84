import type { AuditContext } from "./context.ts";
import { lockForNoKeyUpdate } from "./dialect.ts";
import { hotQuery, type Slots } from "./hot-query.ts";

/** Locks the team until the transaction ends, so that what it counts or compares is written in turns. */
export async function holdTeam({ db, team }: Pick<AuditContext, "db" | "team">): Promise<void> {
  await lockTeam(db, { id: team.id });
}

const lockTeam = hotQuery((db, { slot }: Slots<{ readonly id: string }>) =>
  lockForNoKeyUpdate(db, db.selectFrom("teams").select("id").where("id", "=", slot("id"))),
);
