import assert from "node:assert/strict";
import { test } from "node:test";
import { Admin } from "../../test/admin.ts";
import { onAnyDatabase } from "../../test/app.ts";

/** `--team` left out. The tests build on each other: no team, one team, several teams. */
onAnyDatabase((world) => {
  const admin = new Admin(world);
  const email = "anna@first.example";
  const lines = [
    "team:set --member-full-access on",
    `key:create --user ${email} --name K --preset read`,
    "key:list",
    "app:list",
    "project:create --name P",
  ];

  test("without a team there is nothing to do it for", async () => {
    for (const line of [...lines, "user:add --email a@first.example"]) {
      const error = await admin.refused(line);
      assert.deepEqual([error.code, error.path], ["not_found", "team"]);
      assert.match(error.next, /team:create/);
    }
  });

  test("the only team there is is meant", async () => {
    const { teamId } = await admin.done(`team:create --name First --owner-email ${email}`);
    for (const line of [...lines, "user:add --email a@first.example"]) await admin.done(line);
    const [team] = (await admin.done("team:list")).items;
    assert.deepEqual([team.id, team.member_full_access], [teamId, true]);
    assert.equal((await admin.done(`key:list --team ${teamId}`)).items.length, 1);
  });

  test("of several teams one must be named", async () => {
    const { teamId } = await admin.done(`team:create --name Second --owner-email ${email}`);
    for (const line of [...lines, "user:add --email b@first.example"]) {
      const error = await admin.refused(line);
      assert.deepEqual([error.code, error.path], ["invalid_argument", "team"]);
      assert.ok(
        error.message.includes(`"Second" (${teamId})`) && error.message.includes('"First" ('),
      );
    }
  });
});
