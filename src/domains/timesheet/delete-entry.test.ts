import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { onEachDatabase, type Team } from "../../../test/app.ts";
import { addEntry, teamWithProject, storedEntry } from "../../../test/tracker.ts";

const OPEN = { destructive_ai_tools: true };

onEachDatabase((world) => {
  for (const [kind, values] of [
    ["running", { start: "2026-11-21T08:00:00.000Z", duration: null }],
    ["stopped", { start: "2026-11-21T08:00:00.000Z", stop: "2026-11-21T09:00:00.000Z" }],
    ["hand-made", {}],
  ] as const) {
    test(`a ${kind} entry is deleted, and nothing else is touched`, async () => {
      const { team, project_id } = await teamWithProject(world, OPEN);
      await addEntry(team, { project_id });
      const before = await team.state();
      const id = await addEntry(team, { project_id, ...values });
      const { notices: _, ...deleted } = await team.call("tracker_delete_entry", { id });
      assert.deepEqual(deleted, { id, deleted: true });
      assert.deepEqual(await team.state(), before);
    });
  }

  test("of ten deletions of one entry at once exactly one deletes", async () => {
    const { team, project_id } = await teamWithProject(world, OPEN);
    const id = await addEntry(team, { project_id });
    const calls = Array.from({ length: 10 }, () => team.call("tracker_delete_entry", { id }));
    const answers = await Promise.all(calls);
    assert.equal(answers.filter(({ deleted }) => deleted).length, 1);
    assert.equal((await team.journalOf("tracker_delete_entry")).length, 1);
  });

  if (world.isSecond) return;

  test("an entry that the team does not have is answered with deleted: false, without an event", async () => {
    const { team } = await teamWithProject(world, OPEN);
    const foreign = await teamWithProject(world, OPEN);
    const theirs = await addEntry(foreign.team, { project_id: foreign.project_id });
    const before = [await team.journal(), await foreign.team.state()];
    for (const id of [theirs, randomUUID()]) {
      assert.deepEqual(await team.call("tracker_delete_entry", { id }), { id, deleted: false });
    }
    assert.deepEqual([await team.journal(), await foreign.team.state()], before);
  });

  test("a second deletion changes nothing more", async () => {
    const { team, project_id } = await teamWithProject(world, OPEN);
    const id = await addEntry(team, { project_id });
    await team.call("tracker_delete_entry", { id });
    assert.deepEqual(await team.call("tracker_delete_entry", { id }), { id, deleted: false });
    assert.equal((await team.journalOf("tracker_delete_entry")).length, 1);
  });

  test("a deletion is journalled with the entry that went", async () => {
    const { team, project_id } = await teamWithProject(world, OPEN);
    const id = await addEntry(team, { project_id, description: "By hand" });
    const stored = await storedEntry(team, id);
    await team.call("tracker_delete_entry", { id });
    const [event] = await team.journalOf("tracker_delete_entry");
    assert.equal(event?.outcome, "done");
    assert.equal(event?.actor_id, team.userId);
    assert.equal(event?.changes.length, 1);
    const [change] = event?.changes ?? [];
    assert.equal(change?.subject_type, "tracker_entry");
    assert.equal(change?.subject_id, id);
    assert.deepEqual(change?.before, stored);
    assert.equal(change?.after, null);
  });

  test("an id that is no UUID is refused", async () => {
    const { team } = await teamWithProject(world, OPEN);
    for (const args of [{}, { id: null }, { id: "1" }, { id: 1 }]) {
      const error = await team.refusedWithoutTrace("tracker_delete_entry", args);
      assert.equal(error.code, "invalid_argument");
      assert.equal(error.path, "id");
    }
  });

  for (const [rule, settings, credential] of [
    ["while the team's switch is off", { destructive_ai_tools: false }, (team: Team) => team],
    ["for a read-only key", {}, (team: Team) => team.as("read")],
    [
      "for a restricted key with every scope of the tracker",
      {},
      (team: Team) =>
        team.as("restricted", [
          "tracker-entries.read",
          "tracker-entries.write",
          "tracker-projects.write",
        ]),
    ],
    ["for a member's full key when the team caps members", {}, cappedMember],
  ] as const) {
    test(`deletion is hidden and refused ${rule}, and the refusal is journalled`, async () => {
      const { team, project_id } = await teamWithProject(world, { ...OPEN, ...settings });
      const id = await addEntry(team, { project_id });
      const caller = await credential(team);
      assert.ok(!(await toolsOf(caller)).includes("tracker_delete_entry"));
      const [state, journal] = [await team.state(), await team.journal()];
      const error = await caller.refused("tracker_delete_entry", { id });
      assert.equal(error.code, "tool_not_available");
      assert.deepEqual(await team.state(), state);
      const known = new Set(journal.map((event) => event.id));
      const added = (await team.journal()).filter((event) => !known.has(event.id));
      assert.deepEqual(
        added.map(({ tool, outcome, reason, actor_id, changes }) => ({
          tool,
          outcome,
          reason,
          actor_id,
          changes,
        })),
        [
          {
            tool: "tracker_delete_entry",
            outcome: "refused",
            reason: "tool_not_available",
            actor_id: caller.userId,
            changes: [],
          },
        ],
      );
    });
  }

  test("deletion is open to a member's full key when the team lets members have one", async () => {
    const { team, project_id } = await teamWithProject(world, {
      ...OPEN,
      member_full_access: true,
    });
    const mia = await team.member("member", { preset: "all" });
    const id = await addEntry(team, { project_id });
    assert.ok((await toolsOf(mia)).includes("tracker_delete_entry"));
    assert.equal((await mia.call("tracker_delete_entry", { id })).deleted, true);
  });

  test("the team's switch takes effect on the very next call", async () => {
    const { team, project_id } = await teamWithProject(world, OPEN);
    const id = await addEntry(team, { project_id });
    await team.set({ destructive_ai_tools: false });
    assert.equal((await team.refused("tracker_delete_entry", { id })).code, "tool_not_available");
    await team.set({ destructive_ai_tools: true });
    assert.equal((await team.call("tracker_delete_entry", { id })).deleted, true);
  });
});

/** A member with a key from a time when the team still allowed full access. */
async function cappedMember(team: Team): Promise<Team> {
  await team.set({ member_full_access: true });
  const member = await team.member("member", { preset: "all" });
  await team.set({ member_full_access: false });
  return member;
}

async function toolsOf(team: Team): Promise<string[]> {
  const response = await team.rpc("tools/list");
  const { result }: any = await response.json();
  return result.tools.map(({ name }: any) => name);
}
