import assert from "node:assert/strict";
import { test } from "node:test";
import { Admin } from "../../test/admin.ts";
import { onAnyDatabase } from "../../test/app.ts";
import { App } from "../../test/oauth.ts";

onAnyDatabase((world) => {
  const admin = new Admin(world);

  test("app:list has what the people of a team have connected, and of no other team", async () => {
    const team = await world.team();
    const member = await team.member("member");
    const other = await world.team();
    const app = await App.register(world);
    await app.connect(team);
    world.pass(1000);
    await app.connect(member, { scope: "customers.read" });
    await app.connect(other);
    const { items } = await admin.done(`app:list --team ${team.id}`);
    assert.deepEqual(
      items.map(({ user_id, client_id, scopes }: any) => ({ user_id, client_id, scopes })),
      [
        { user_id: member.userId, client_id: app.id, scopes: ["customers.read"] },
        { user_id: team.userId, client_id: app.id, scopes: ["apis.read", "apis.all"] },
      ],
    );
    assert.deepEqual(Object.keys(items[0]), [
      "id",
      "user_id",
      "user_email",
      "client_id",
      "client_name",
      "client_kind",
      "scopes",
      "redirect_uri",
      "created_at",
      "expires_at",
      "last_used_at",
    ]);
  });

  test("a disconnected app is of no use at once; to disconnect it again changes nothing", async () => {
    const team = await world.team();
    const app = await App.register(world);
    const tokens = await app.connect(team);
    const through = team.withKey(tokens.access_token);
    assert.equal((await through.rpc("tools/list")).status, 200);
    await world.settled();
    const [{ id }] = (await admin.done(`app:list --team ${team.id}`)).items;
    const revoked = await admin.done(`app:revoke --id ${id}`);
    assert.deepEqual(revoked, { id, ended_at: world.now });
    assert.equal((await through.rpc("tools/list")).status, 401);
    assert.equal((await app.refresh(tokens.refresh_token)).status, 400);
    assert.deepEqual((await admin.done(`app:list --team ${team.id}`)).items, []);
    world.pass(60_000);
    const before = await admin.everything();
    assert.deepEqual(await admin.done(`app:revoke --id ${id}`), revoked);
    assert.deepEqual(await admin.everything(), before);
    const events = before["activity_events"] as any[];
    const own = events.filter(({ team_id, tool }) => team_id === team.id && tool === "app:revoke");
    assert.deepEqual(
      own.map(({ actor_id, credential_kind }) => [actor_id, credential_kind]),
      [[null, "command_line"]],
    );
  });
});
