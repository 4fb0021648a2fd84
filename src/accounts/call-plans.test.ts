import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { World } from "../../test/app.ts";
import { planOf } from "../../test/plan.ts";
import type { Role } from "../db/schema/accounts.ts";
import { type ListCalls, listCalls } from "./logged-calls.ts";

const world = new World("sqlite");
before(() => world.open());
after(() => world.close());

const ID = "0198c5a0-7e57-7000-8000-000000000000";
const ALL = /SEARCH call USING INDEX sqlite_autoindex_call_log_1 \(team_id=\?\)/;
const OF_CREDENTIAL =
  /SEARCH call USING INDEX call_log_by_credential \(team_id=\? AND credential_id=\?\)/;
const OF_USER = /SEARCH call USING INDEX call_log_by_user \(team_id=\? AND user_id=\?\)/;

for (const [role, filter, index] of [
  ["owner", {}, ALL],
  ["owner", { credential: `key:${ID}` }, OF_CREDENTIAL],
  ["owner", { tool: "tags_list", outcome: "refused" }, ALL],
  ["owner", { credential: `app:${ID}`, tool: "tags_list" }, OF_CREDENTIAL],
  [
    "owner",
    { from: "2026-11-20", to: "2026-11-22" },
    within(ALL, "created_at>\\? AND created_at<\\?"),
  ],
  ["owner", { credential: `key:${ID}`, to: "2026-11-22" }, within(OF_CREDENTIAL, "created_at<\\?")],
  ["member", {}, OF_USER],
  ["member", { from: "2026-11-20" }, within(OF_USER, "created_at>\\?")],
  ["member", { outcome: "refused" }, OF_USER],
  ["member", { credential: `key:${ID}` }, new RegExp(`${OF_USER.source}|${OF_CREDENTIAL.source}`)],
] as const satisfies readonly (readonly [Role, Partial<ListCalls>, RegExp])[]) {
  test(`calls for ${role}s by ${Object.keys(filter).join(" and ") || "no filter"} come from an index in its order`, async () => {
    const plan = await planFor(role, filter);
    assert.match(plan, index, plan);
    assert.doesNotMatch(plan, /TEMP B-TREE|SCAN/, plan);
  });
}

/** The same search, of some moments alone. */
function within({ source }: RegExp, moments: string): RegExp {
  return new RegExp(source.replace(/\\\)$/, ` AND ${moments}\\)`));
}

async function planFor(role: Role, filter: Partial<ListCalls>): Promise<string> {
  const { auditContext } = await world.team();
  const actor = { id: ID, name: "", role, timeZone: "UTC" };
  const input: ListCalls = { limit: 50, ...filter };
  return planOf(world, (db) => listCalls({ ...auditContext, db, actor } as never, input));
}
