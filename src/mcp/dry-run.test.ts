import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { BASE_URL, onAnyDatabase, onEachDatabase, type Team } from "../../test/app.ts";
import { addAccount } from "../../test/bank-accounts.ts";
import { extent } from "../../test/extent.ts";
import { lives, take } from "../../test/life.ts";
import { assertUntouched } from "../../test/mcp.ts";
import { idIn, ownThings } from "../../test/own-things.ts";
import { addTransactions, ownerContext } from "../../test/transactions.ts";
import { toldChanges, toldEvent } from "../activity/told-event.ts";
import { subjects } from "../api/subjects.ts";
import { events } from "../events.ts";
import { tools } from "./registry.ts";

const DRY = new Set(tools.filter(({ hasDryRun }) => hasDryRun).map(({ name }) => name));

type Journal = Awaited<ReturnType<Team["journal"]>>;

/** Ids of one millisecond are in any order. */
async function newEvent(team: Team, before: Journal) {
  const known = new Set(before.map(({ id }) => id));
  return (await team.journal()).find(({ id }) => !known.has(id));
}

/** Answer that the journal foretells: nothing when no event has come. */
async function toldOf(team: Team, before: Journal) {
  const event = await newEvent(team, before);
  if (event === undefined)
    return { would_have: "changed nothing", counts: {}, changes: [], more: 0 };
  const context = { ...ownerContext(team), subjects, events };
  const { deed, counts } = await toldEvent(context, event.id);
  const changes = await toldChanges(context, event.id, 50);
  return { would_have: deed, counts, changes, more: event.changes.length - changes.length };
}

/** Runs a call dry, then for real. @returns the answer of the dry run */
async function assertForetold(team: Team, name: string, args: object): Promise<any> {
  const dry = await assertUntouched(team, () => team.attempt(name, { ...args, dry_run: true }));
  const before = await team.journal();
  const real = await team.attempt(name, args);
  assert.equal(dry.refused?.sentence, real.refused?.sentence);
  if (real.refused !== null) return null;
  const { dry_run, ...told } = dry.answer;
  assert.equal(dry_run, true);
  assert.equal(Object.keys(dry.answer)[0], "dry_run");
  assert.deepEqual(told, await toldOf(team, before));
  return dry.answer;
}

onEachDatabase((world) => {
  for (const { name, example } of tools.filter(({ hasDryRun }) => hasDryRun))
    test(`a dry run of ${name} tells what the journal says of the real one, and leaves nothing`, async () => {
      const team = await world.team({ destructive_ai_tools: true });
      const given = example(idIn(await ownThings(team, example)));
      const { counts } = await assertForetold(team, name, given);
      assert.notDeepEqual(counts, {});
    });

  test("a dry run of many names the first, and counts the rest", async () => {
    const team = await world.team();
    const account = await addAccount(team);
    const ids = await addTransactions(team, account, 60);
    const told = await assertForetold(team, "transactions_update_status", {
      ids,
      status: "excluded",
    });
    assert.deepEqual([told.changes.length, told.more], [50, 10]);
    assert.equal(told.would_have, "changed the status of 60 transactions");
    assert.deepEqual(told.changes[0].fields, [
      { label: "Status", before: '"Posted"', after: '"Excluded"' },
    ]);
  });

  test("a dry run may be repeated under one idempotency key, and is no use of it", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const { id } = await team.call("tags_create", { name: "Old" });
    const params = (dry_run: boolean) => ({
      name: "tags_delete",
      arguments: { id, dry_run },
      _meta: { idempotencyKey: "once" },
    });
    for (const isDry of [true, true, false]) {
      const { result } = JSON.parse(await (await team.rpc("tools/call", params(isDry))).text());
      assert.equal(result.structuredContent.dry_run, isDry ? true : undefined);
    }
    assert.deepEqual((await team.call("tags_list")).items, []);
  });

  test("whatever a team did before, a dry run tells what the real call does", async () => {
    await fc.assert(
      fc.asyncProperty(lives(12), async (steps) => {
        const team = await world.team({ destructive_ai_tools: true });
        const attempt = team.attempt.bind(team);
        const rehearsed = async (name: string, args: object = {}) => {
          team.attempt = attempt;
          if (DRY.has(name)) await assertForetold(team, name, args);
          else await attempt(name, args);
          team.attempt = rehearsed;
          return { answer: null, refused: null };
        };
        team.attempt = rehearsed;
        for (const step of steps) await take(team, step);
      }),
      { numRuns: extent(6, 200) },
    );
  });
});

onAnyDatabase((world) => {
  test("a dry run needs the tier of the real call, and dry_run is true or false", async () => {
    const team = await world.team({ destructive_ai_tools: false });
    const { id } = await team.call("tags_create", { name: "Old" });
    const closed = await team.refused("tags_delete", { id, dry_run: true });
    assert.equal(closed.code, "tool_not_available");
    const open = await world.team({ destructive_ai_tools: true });
    const own = await open.call("tags_create", { name: "Old" });
    const wrong = await assertUntouched(open, () =>
      open.refused("tags_delete", { id: own.id, dry_run: "yes" }),
    );
    assert.deepEqual([wrong.code, wrong.path], ["invalid_argument", "dry_run"]);
    const unknown = await open.refused("tags_create", { name: "New", dry_run: true });
    assert.equal(unknown.code, "unknown_argument");
  });

  test("a deletion names what went, and where a person can undo it", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const { id } = await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
    const before = await team.journal();
    const { deleted, notices } = await team.call("customers_delete", { id });
    const event = await newEvent(team, before);
    assert.equal(deleted, true);
    assert.deepEqual(notices, [
      `This deleted the customer "Acme". A person can undo it for 30 days at ${BASE_URL}/activity?event=${event?.id}`,
    ]);
    assert.equal("notices" in (await team.call("customers_delete", { id })), false);
  });
});
