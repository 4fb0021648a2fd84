import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { together } from "../../test/races.ts";
import { emptied } from "../../test/rows.ts";
import { baseContextOf } from "../db/context.ts";
import { transaction } from "../db/transaction.ts";
import { collect } from "../jobs/collect.ts";
import { oldCallsOf } from "./logged-calls.ts";

const DAY_MS = 24 * 60 * 60_000;

onEachDatabase((world) => {
  const baseContext = () =>
    baseContextOf({ database: world.database, clock: () => Date.parse(world.now), randomBytes });

  test("a call goes 14 days after it came, and takes no other one along", async () => {
    await emptied(world.database);
    const team = await world.team();
    await logged(team, 2);
    world.pass(1000);
    await logged(team, 1);
    world.pass(14 * DAY_MS - 1001);
    await collect(baseContext(), fail);
    assert.equal(await left(team), 3);
    world.pass(1);
    assert.equal(await collect(baseContext(), fail), 2);
    assert.equal(await left(team), 1);
  });

  test("old calls go some rows at a time, and others get in between", async () => {
    await emptied(world.database);
    const team = await world.team();
    await logged(team, 1201);
    world.pass(14 * DAY_MS);
    const context = baseContext();
    const steps: number[] = [];
    const begin: typeof context.begin = async (work) => {
      const result = await world.database.begin(work);
      steps.push(await left(team));
      return result;
    };
    assert.equal(await collect({ ...context, begin }, fail), 1201);
    assert.deepEqual(
      steps.filter((rows, index) => rows !== (steps[index - 1] ?? 1201)),
      [701, 201, 0],
    );
  });

  test("of more calls than a team keeps the oldest go, each team for itself", async () => {
    await emptied(world.database);
    const [team, other] = [await world.team(), await world.team()];
    await logged(team, 4);
    world.pass(1);
    await logged(team, 5);
    await logged(other, 5);
    const newest = await idsOf(team);
    const [old, ...none] = await oldCallsOf(baseContext(), 5);
    assert.deepEqual(none, []);
    assert.equal(await transaction(baseContext(), async (inner) => old?.deleteSome(inner, 3)), 3);
    assert.equal(await transaction(baseContext(), async (inner) => old?.deleteSome(inner, 3)), 1);
    assert.deepEqual(await idsOf(team), newest.slice(0, 5));
    assert.equal(await left(other), 5);
    assert.deepEqual(await oldCallsOf(baseContext(), 5), []);
  });

  test("calls of more than 14 days go even if they are among the newest", async () => {
    await emptied(world.database);
    const team = await world.team();
    await logged(team, 9);
    world.pass(14 * DAY_MS);
    const [old] = await oldCallsOf(baseContext(), 5);
    assert.equal(await transaction(baseContext(), async (inner) => old?.deleteSome(inner, 99)), 9);
  });

  test("servers that collect calls at the same time do not hinder each other", async () => {
    await emptied(world.database);
    const team = await world.team();
    await logged(team, 600);
    world.pass(14 * DAY_MS);
    const collected = await together(3, () => collect(baseContext(), fail));
    assert.equal(
      collected.reduce((sum, rows) => sum + rows),
      600,
    );
    assert.equal(await left(team), 0);
  });

  async function logged(team: Team, rows: number): Promise<void> {
    const row = {
      team_id: team.id,
      created_at: world.now,
      user_id: team.userId,
      credential_kind: "api_key",
      credential_id: team.id,
      client_name: null,
      tool: "tags_list",
      outcome: "done",
      reason: null,
      row_count: null,
      milliseconds: 1,
      calls: 1,
    } as const;
    const values = Array.from({ length: rows }, () => ({ ...row, id: team.auditContext.newId() }));
    await world.database.begin(async (db) => {
      for (let from = 0; from < rows; from += 500)
        await db
          .insertInto("call_log")
          .values(values.slice(from, from + 500))
          .execute();
    });
  }

  /** Newest first. */
  async function idsOf(team: Team): Promise<readonly string[]> {
    const calls = world.database.reader.selectFrom("call_log").select("id");
    const rows = await calls
      .where("team_id", "=", team.id)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .execute();
    return rows.map(({ id }) => id);
  }

  async function left(team: Team): Promise<number> {
    return (await idsOf(team)).length;
  }
});

function fail(error: unknown): never {
  throw error;
}
