import type { BaseContext } from "../db/context.ts";

/**
 * The person whose invitation made an account, the one whose invitation made theirs, and so on to an
 * account that an operator made. Such an account has the time at which its invitation was accepted.
 */
export async function invitersOf({ db }: BaseContext, userId: string): Promise<readonly string[]> {
  const made = db
    .selectFrom("invitations as invitation")
    .innerJoin("users as user", (join) =>
      join
        .onRef("user.id", "=", "invitation.accepted_by")
        .onRef("user.created_at", "=", "invitation.accepted_at"),
    )
    .where("invitation.invited_by", "is not", null)
    .select((row) => ["user.id", row.ref("invitation.invited_by").$notNull().as("inviter")]);
  const rows = await db
    .withRecursive("inviters", (db) =>
      db
        .selectFrom(made.where("user.id", "=", userId).as("first"))
        .select("first.inviter as id")
        .union(
          db
            .selectFrom("inviters")
            .innerJoin(made.as("next"), "next.id", "inviters.id")
            .select("next.inviter as id"),
        ),
    )
    .selectFrom("inviters")
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}
