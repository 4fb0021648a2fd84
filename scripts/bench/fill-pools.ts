import { type RawBuilder, sql } from "kysely";
import { createKey } from "../../src/accounts/api-keys.ts";
import { createInvitation } from "../../src/accounts/invitations.ts";
import { addMember } from "../../src/accounts/members.ts";
import { startSession } from "../../src/accounts/sessions.ts";
import type { AuditContext } from "../../src/db/context.ts";
import { transaction } from "../../src/db/transaction.ts";
import { createCategory } from "../../src/domains/categories/create-category.ts";
import { createTag } from "../../src/domains/tags/create-tag.ts";
import { fillMoney } from "./fill-money.ts";
import { FIRST_PROJECT } from "./fill-years.ts";
import { ownerOf } from "./team.ts";

/** Ids of records that calls may use up, by the kinds that the examples of tools and routes name. */
export type Pools = Readonly<Record<string, readonly string[]>>;

type Parts = {
  readonly ownerId: string;
  /** Records of each kind. */
  readonly each: number;
  readonly transactions: number;
  /** Customers whose projects are left alone: other calls delete them. */
  readonly customerIds: readonly string[];
  /** Adds a user's grant for an app. */
  readonly addGrant: (userId: string) => Promise<unknown>;
};

/** Categories of its own that a team may have are fewer than calls could use up. */
const MOST_OF_CATALOGUE = 200;

export async function fillPools(
  team: AuditContext,
  { ownerId, each, transactions, customerIds, addGrant }: Parts,
): Promise<Pools> {
  const owner = ownerOf(team, ownerId);
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
  const projects =
    each === 0
      ? []
      : await idsFrom(sql`select id from tracker_projects
    where team_id = ${team.team.id} and status = 'in_progress' and id <> ${FIRST_PROJECT}
      and customer_id not in (${sql.join(customerIds)}) order by id desc limit 2000`);
  const money = each === 0 ? {} : await fillMoney(owner, { transactions, each });
  return {
    ...money,
    tracker_project: projects.filter((_, number) => number % 2 === 0),
    other_project: projects.filter((_, number) => number % 2 === 1),
    other_tag: await many(
      async (number) => (await createTag(owner, { name: `Other ${number}` })).id,
    ),
    category: await many(
      async (number) => (await createCategory(owner, { name: `Spare ${number}` })).id,
      Math.min(each, MOST_OF_CATALOGUE),
    ),
    tag: await many(
      async (number) => (await createTag(owner, { name: `Spare ${number}` })).id,
      each * 4,
    ),
    member: await many(async (number) => {
      const email = `spare${number}@example.com`;
      return (await addMember(team, { email }, "member")).userId;
    }, each * 3),
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
