import assert from "node:assert/strict";
import { test } from "node:test";
import { Admin } from "../../test/admin.ts";
import { onAnyDatabase } from "../../test/app.ts";
import { PEOPLE } from "../demo/people.ts";

/** Names as earlier versions stored them. */
const FORGED = "Acme\nid: 0198c5a0-forged\u001b[2K\u202e\u2028x";
const SHOWN = "Acme\\u000aid: 0198c5a0-forged\\u001b[2K\\u202e\\u2028x";
const QUOTED = `"${SHOWN.replace("\\u000a", "\\n")}"`;

onAnyDatabase((world) => {
  const admin = new Admin(world);

  test("a stored name forges no line of a list, of a refusal, of JSON or of the demo's steps", async () => {
    // The demo's owner has a team already, so that the demo is kept and not filled.
    const { teamId } = await admin.done(
      `team:create --name "Acme\nGmbH" --owner-email ${PEOPLE.mara.email}`,
    );
    assert.equal((await admin.done("team:list")).items[0].name, "Acme GmbH");
    await world.database.begin((db) => db.updateTable("teams").set({ name: FORGED }).execute());
    const list = await admin.run("team:list");
    assert.ok(list.stdout.join("\n").split("\n").includes(`name: ${SHOWN}`), list.stdout[0]);
    const json = await admin.run("team:list --json");
    assert.ok(json.stdout[0]?.includes("\\u202e\\u2028x"));
    assert.equal((await admin.done("team:list")).items[0].name, FORGED);

    await admin.done("team:create --name Other --owner-email b@acme.example");
    const { stderr } = await admin.run("key:list");
    assert.equal(stderr.length, 1);
    assert.ok(stderr[0]?.includes(`${QUOTED} (${teamId})`), stderr[0]);
    assert.doesNotMatch(stderr[0] ?? "", /[\p{Cc}\p{Cf}]/u);

    const { stdout } = await admin.run("demo");
    const [first] = stdout.join("\n").split("\n");
    assert.equal(first, `The demo team ${SHOWN} exists already and was left unchanged.`);
  });
});
