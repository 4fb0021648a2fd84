import { type RawBuilder, sql } from "kysely";
import type { Change } from "../../activity/journal.ts";
import type { AuditContext } from "../../db/context.ts";
import type { Schema } from "../../db/schema/schema.ts";

type Row = Schema["rejected_pairs"];

export function pairSnapshot({ team_id: _team, ...snapshot }: Row) {
  return snapshot;
}

function inOrder(id: string, other: string) {
  return id < other ? { one_id: id, other_id: other } : { one_id: other, other_id: id };
}

/** Notes that two transactions are no transfer, or not the same, so that they are never suggested again. */
export async function rejectPair(
  context: AuditContext,
  kind: Row["kind"],
  id: string,
  other: string,
): Promise<readonly Change[]> {
  const { db, team } = context;
  const added = await db
    .insertInto("rejected_pairs")
    .values({ team_id: team.id, id: context.newId(), ...inOrder(id, other), kind })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
  return added.map((row) => ({
    type: "rejected_pair",
    id: row.id,
    before: null,
    after: pairSnapshot(row),
  }));
}

export async function acceptPair(
  { db, team }: AuditContext,
  kind: Row["kind"],
  id: string,
  other: string,
): Promise<readonly Change[]> {
  const { one_id, other_id } = inOrder(id, other);
  const gone = await db
    .deleteFrom("rejected_pairs")
    .where("team_id", "=", team.id)
    .where("one_id", "=", one_id)
    .where("other_id", "=", other_id)
    .where("kind", "=", kind)
    .returningAll()
    .execute();
  return gone.map((row) => ({
    type: "rejected_pair",
    id: row.id,
    before: pairSnapshot(row),
    after: null,
  }));
}

/** Holds unless somebody rejected the pair of two transactions, given by their aliases. */
export function isNotRejected(kind: Row["kind"], one: string, other: string): RawBuilder<boolean> {
  const [first, second] = [sql.ref(`${one}.id`), sql.ref(`${other}.id`)];
  const rejected = (low: RawBuilder<unknown>, high: RawBuilder<unknown>) =>
    sql`not exists (select 1 from rejected_pairs as rejected
      where rejected.team_id = ${sql.ref(`${one}.team_id`)} and rejected.one_id = ${low}
        and rejected.other_id = ${high} and rejected.kind = ${sql.lit(kind)})`;
  return sql`(${rejected(first, second)} and ${rejected(second, first)})`;
}
