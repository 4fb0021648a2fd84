import { type RawBuilder, sql } from "kysely";
import { createKey } from "../../src/accounts/api-keys.ts";
import { createInvitation } from "../../src/accounts/invitations.ts";
import { addMember } from "../../src/accounts/members.ts";
import { startSession } from "../../src/accounts/sessions.ts";
import type { AuditContext, Context } from "../../src/db/context.ts";
import { transaction } from "../../src/db/transaction.ts";
import { createTag } from "../../src/domains/tags/create-tag.ts";

/** Ids of records that calls may use up, by the kinds that the examples of tools and routes name. */
export type Pools = Readonly<Record<string, readonly string[]>>;

/** @param addGrant adds a user's grant for an app */
export async function fillPools(
  team: AuditContext,
  ownerId: string,
  each: number,
  addGrant: (userId: string) => Promise<unknown>,
): Promise<Pools> {
  const owner: Context = {
    ...team,
    team: { ...team.team, name: "Benchmark", baseCurrency: "EUR" },
    actor: { id: ownerId, name: "Owner", role: "owner", timeZone: "UTC" },
  };
  const many = async <T>(one: (number: number) => Promise<T>, count = each) => {
    const made: T[] = [];
    for (let number = 0; number < count; number += 1) made.push(await one(number));
    return made;
  };
  const idsFrom = async (query: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: string }>`${query}`.execute(team.db);
    return rows.map(({ id }) => id);
  };
  await many(async () => addGrant(ownerId));
  await many(async () =>
    transaction(owner, async (owner) => startSession(owner, ownerId, "Other")),
  );
  const undone = await many(async (number) => createTag(owner, { name: `Undone ${number}` }));
  return {
    tag: await many(async (number) => (await createTag(owner, { name: `Spare ${number}` })).id),
    member: await many(async (number) => {
      const email = `spare${number}@example.com`;
      return (await addMember(team, { email }, "member")).userId;
    }),
    // Two routes use them up, and a person may hold fifty.
    api_key: await many(async (number) => {
      const key = { userId: ownerId, name: `Spare ${number}`, preset: "read" } as const;
      return (await createKey(team, key)).id;
    }, each / 2),
    invitation: await many(async (number) => {
      const invited = { email: `invited${number}@example.com`, role: "member" } as const;
      return (await createInvitation(owner, invited)).id;
    }),
    oauth_grant: await idsFrom(sql`select id from oauth_grants where user_id = ${ownerId}`),
    session: await idsFrom(sql`select id from sessions where user_id = ${ownerId}`),
    event: await idsFrom(
      sql`select event_id as id from activity_changes where team_id = ${team.team.id}
        and subject_type = 'tag' and subject_id in (${sql.join(undone.map(({ id }) => id))})`,
    ),
  };
}
