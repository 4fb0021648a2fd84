import assert from "node:assert/strict";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../test/app.ts";
import { together } from "../../test/races.ts";
import { allRows } from "../../test/rows.ts";
import { Refusal } from "../core/errors.ts";
import { createKey, listKeys, revokeKey, rotateKey } from "./api-keys.ts";
import { requireMembership } from "./membership.ts";
import { openTeam } from "./teams.ts";

const DAY_MS = 24 * 60 * 60_000;

onEachDatabase((world) => {
  test("a person has fifty live keys in a team, however many are minted at once", async () => {
    const team = await world.team();
    const outcomes = await together(60, () => codeOf(mint(team)));
    assert.deepEqual(counted(outcomes), { done: 49, limit_reached: 11 }, "there was one");
    assert.equal((await listKeys(team.auditContext)).length, 50);
    await refused(() => mint(team));
    await mint(await team.member("member"));
    const keys = await listKeys(team.auditContext);
    const [one, two] = keys.filter(({ user_id }) => user_id === team.userId);
    await revokeKey(team.auditContext, one?.id ?? "");
    assert.deepEqual(counted(await together(5, () => codeOf(mint(team)))), {
      done: 1,
      limit_reached: 4,
    });
    assert.ok(two !== undefined);
  });

  test("a key that has expired leaves room for another", async () => {
    const team = await world.team();
    const expiresAt = new Date(Date.parse(world.now) + DAY_MS).toISOString();
    await together(49, () => mint(team, expiresAt));
    await refused(() => mint(team));
    world.pass(DAY_MS);
    await mint(team);
  });

  test("a key is rotated at the limit too, but not with an overlap, in which both would live", async () => {
    const team = await world.team();
    const { id } = await mint(team);
    await together(48, () => mint(team));
    const context = {
      ...team.auditContext,
      now: world.now,
      ...(await requireMembership(team.auditContext, team.id, team.userId)),
    };
    await refused(() => rotateKey(context, { id, overlapMs: DAY_MS }));
    await rotateKey(context, { id, overlapMs: 0 });
  });

  test("a person makes twenty teams, however many at once, and others still make theirs", async () => {
    const team = await world.team();
    const outcomes = await together(30, () => codeOf(open(team)));
    assert.deepEqual(counted(outcomes), { done: 20, limit_reached: 10 });
    await refused(() => open(team));
    await open(await world.team());
  });

  async function mint({ auditContext, userId }: Team, expiresAt?: string) {
    const key = { userId, name: "Key", preset: "read", expiresAt } as const;
    return createKey({ ...auditContext, now: world.now }, key);
  }

  async function open({ auditContext, userId }: Team): Promise<string> {
    const context = { ...auditContext, actor: { id: userId }, tool: "POST /api/teams" };
    return openTeam(context, { name: "Another", currency: "EUR" });
  }

  async function refused(work: () => Promise<unknown>): Promise<void> {
    const before = await allRows(world.database.reader);
    assert.equal(await codeOf(work()), "limit_reached");
    assert.deepEqual(await allRows(world.database.reader), before);
  }
});

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "done";
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

function counted(codes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
