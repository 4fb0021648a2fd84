import { Refusal } from "../core/errors.ts";
import type { AuditContext } from "../db/context.ts";
import { preparedQuery, type Slots } from "../db/prepared-query.ts";
import { lockTeam } from "../db/transaction.ts";
import { addMilliseconds, type Instant } from "../shared/time.ts";

const HOUR_MS = 60 * 60_000;

/** The refusal of a deletion, where there were as many as the limit in the hour before the call. */
export type Room = { readonly refusal: Refusal | null };

/** Compares with the team's limit, and locks the team until the transaction ends. @returns null without a limit */
export async function holdRoom(context: AuditContext): Promise<Room | null> {
  const { db, team, now } = context;
  // Most teams have no limit, and their deletions do not wait for each other.
  if ((await limitOf(context)) === null) return null;
  await lockTeam(context);
  const limit = await limitOf(context);
  if (limit === null) return null;
  const counted = await db
    .selectFrom("counted_deletions")
    .select("deleted_at")
    .where("team_id", "=", team.id)
    .where("deleted_at", ">", addMilliseconds(now, -HOUR_MS))
    .orderBy("deleted_at", "desc")
    .limit(limit)
    .execute();
  const last = counted[limit - 1];
  const nextAt = last && addMilliseconds(last.deleted_at, HOUR_MS);
  return { refusal: nextAt === undefined ? null : limitReached(limit, nextAt) };
}

async function limitOf({ db, team }: AuditContext): Promise<number | null> {
  const [row] = await findLimit(db, { id: team.id });
  return row?.deletions_per_hour ?? null;
}

const findLimit = preparedQuery((db, { slot }: Slots<{ readonly id: string }>) =>
  db.selectFrom("teams").select("deletions_per_hour").where("id", "=", slot("id")),
);

/** Counts a deletion by its event, and deletes the counts of more than an hour ago. `holdRoom` has locked the team. */
export async function countDeletion({ db, team, now }: AuditContext, event: string): Promise<void> {
  const ofTeam = { team_id: team.id };
  await db
    .deleteFrom("counted_deletions")
    .where("team_id", "=", team.id)
    .where("deleted_at", "<=", addMilliseconds(now, -HOUR_MS))
    .execute();
  await db
    .insertInto("counted_deletions")
    .values({ ...ofTeam, id: event, deleted_at: now })
    .execute();
}

function limitReached(limit: number, nextAt: Instant): Refusal {
  return new Refusal({
    code: "too_many_deletions",
    message: `This team lets assistants that cannot ask a person delete ${limit} times an hour at most, which they have done`,
    next: `the next deletion is possible at ${nextAt}; an owner or admin changes the limit in the web app, under Settings, AI; nothing was deleted`,
  });
}
