import assert from "node:assert/strict";
import { test } from "node:test";
import { Admin } from "../../test/admin.ts";
import { BASE_URL, onAnyDatabase } from "../../test/app.ts";

onAnyDatabase((world) => {
  const admin = new Admin(world);
  let serial = 0;

  test("key:create answers an id and a key that works; only its hash is kept", async () => {
    const { teamId, userId } = await newTeam();
    const answer = await admin.done(create(teamId, userId, "--preset all"));
    assert.deepEqual(Object.keys(answer), ["id", "key"]);
    assert.match(answer.key, /^svc_[0-9A-Za-z]{49}$/);
    assert.equal(await statusWith(answer.key), 200);
    const everything = JSON.stringify(await admin.everything());
    assert.ok(!everything.includes(answer.key.slice(4)));
    const { items } = await admin.done(`key:list --team ${teamId}`);
    assert.deepEqual(items, [
      {
        id: answer.id,
        user_id: userId,
        name: "Assistant",
        scopes: ["apis.all"],
        hint: answer.key.slice(-4),
        created_at: world.now,
        expires_at: null,
        revoked_at: null,
        replaced_by: null,
        last_used_at: items[0].last_used_at,
      },
    ]);
  });

  test("without --json the key is shown with a call to try and a client's configuration", async () => {
    const { teamId, email } = await newTeam();
    const { stdout } = await admin.run(create(teamId, email, "--preset read"));
    const [text = ""] = stdout;
    const [, key = ""] = /^The API key \S+, shown only once:\n\n {2}(svc_\w+)\n/.exec(text) ?? [];
    assert.equal(await statusWith(key), 200);
    assert.ok(text.includes(`curl -sS -w '\\n' ${BASE_URL}/mcp -H 'Authorization: Bearer ${key}'`));
    const command = `claude mcp add --transport http ledgerport ${BASE_URL}/mcp --header "Authorization: Bearer ${key}"`;
    assert.ok(text.includes(`  ${command}\n`));
    const { mcpServers } = JSON.parse(text.slice(text.indexOf("{\n")));
    assert.deepEqual(mcpServers.ledgerport, {
      type: "http",
      url: `${BASE_URL}/mcp`,
      headers: { Authorization: `Bearer ${key}` },
    });
  });

  test("the presets read and restricted hold what they say", async () => {
    const { teamId, email } = await newTeam();
    await admin.done(create(teamId, email, "--preset read"));
    await admin.done(
      create(teamId, email, "--preset restricted --scopes tags.read,customers.write,tags.read"),
    );
    const { items } = await admin.done(`key:list --team ${teamId}`);
    assert.deepEqual(
      new Set(items.map(({ scopes }: any) => scopes.join())),
      new Set(["apis.read", "tags.read,customers.write"]),
    );
  });

  test("scopes belong to the preset restricted, which takes known ones, one at least", async () => {
    const { teamId, userId } = await newTeam();
    for (const [preset, message] of [
      ["--preset restricted", "a restricted key needs at least one scope"],
      ["--preset restricted --scopes ,", "a restricted key needs at least one scope"],
      ["--preset restricted --scopes tags.read,tags.burn", "there is no scope tags.burn"],
      ["--preset restricted --scopes apis.all", "there is no scope apis.all"],
      ["--preset restricted --scopes apis.read", "there is no scope apis.read"],
      ["--preset all --scopes tags.read", "the preset all has its own scopes"],
      ["--preset read --scopes tags.read", "the preset read has its own scopes"],
    ] as const) {
      const error = await admin.refused(create(teamId, userId, preset));
      assert.deepEqual([error.path, error.message], ["scopes", message]);
      assert.match(error.next, /tags\.read|use the preset restricted/);
    }
    const error = await admin.refused(create(teamId, userId, "--preset everything"));
    assert.equal(error.message, "preset must be one of all, read, restricted");
  });

  test("a member's key stops short of all, unless the team allows it", async () => {
    const { teamId } = await newTeam();
    const { userId } = await admin.done(`user:add --team ${teamId} --email ${newEmail()}`);
    const line = create(teamId, userId, "--preset all");
    const error = await admin.refused(line);
    assert.equal(error.code, "not_allowed");
    assert.match(error.next, /have an owner or admin allow members full access/);
    await admin.done(`team:set --team ${teamId} --member-full-access on`);
    assert.equal(await statusWith((await admin.done(line)).key), 200);
  });

  test("a key is for a member of the team", async () => {
    const { teamId } = await newTeam();
    const other = await newTeam();
    const error = await admin.refused(create(teamId, other.userId, "--preset read"));
    assert.deepEqual([error.code, error.path], ["not_found", "user"]);
    assert.match(error.next, /user:add/);
  });

  test("a key ends when it expires, at a moment or at the beginning of a day in UTC", async () => {
    const { teamId, userId } = await newTeam();
    const tomorrow = new Date(Date.parse(world.now) + 86_400_000).toISOString().slice(0, 10);
    const midnight = `${tomorrow}T00:00:00.000Z`;
    const byDay = await admin.done(create(teamId, userId, `--preset read --expires ${tomorrow}`));
    const byMoment = await admin.done(
      create(teamId, userId, `--preset read --expires ${tomorrow}T02:00:00+02:00`),
    );
    const { items } = await admin.done(`key:list --team ${teamId}`);
    assert.deepEqual(
      items.map(({ expires_at }: any) => expires_at),
      [midnight, midnight],
    );
    for (const [moment, status] of [
      [Date.parse(midnight) - 1, 200],
      [Date.parse(midnight), 401],
    ] as const) {
      world.at(new Date(moment).toISOString());
      assert.deepEqual(
        [await statusWith(byDay.key), await statusWith(byMoment.key)],
        [status, status],
      );
    }
  });

  test("an end that is over, or no date, is refused", async () => {
    const { teamId, userId } = await newTeam();
    for (const end of [world.now, "2020-01-01", "tomorrow", "2026-13-01"]) {
      const error = await admin.refused(create(teamId, userId, `--preset read --expires ${end}`));
      assert.equal(error.path, "expires");
    }
  });

  test("a revoked key is of no use at once; to revoke it again changes nothing", async () => {
    const { teamId, userId } = await newTeam();
    const { id, key } = await admin.done(create(teamId, userId, "--preset all"));
    assert.equal(await statusWith(key), 200);
    const revoked = await admin.done(`key:revoke --id ${id}`);
    assert.deepEqual(revoked, { id, revoked_at: world.now });
    assert.equal(await statusWith(key), 401);
    world.pass(60_000);
    const before = await admin.everything();
    assert.deepEqual(await admin.done(`key:revoke --id ${id}`), revoked);
    assert.deepEqual(await admin.everything(), before);
    const events = before["activity_events"] as { team_id: string; tool: string }[];
    const tools = events.filter(({ team_id }) => team_id === teamId).map(({ tool }) => tool);
    assert.deepEqual(tools.toSorted(), ["key:create", "key:revoke", "team:create"]);
  });

  function create(team: string, user: string, rest: string): string {
    return `key:create --team ${team} --user ${user} --name Assistant ${rest}`;
  }

  function newEmail(): string {
    serial += 1;
    return `person${serial}@keys.example`;
  }

  async function newTeam(): Promise<{ teamId: string; userId: string; email: string }> {
    const email = newEmail();
    return { ...(await admin.done(`team:create --name T --owner-email ${email}`)), email };
  }

  async function statusWith(key: string): Promise<number> {
    const message = { jsonrpc: "2.0", id: 1, method: "ping" };
    const response = await world.post(message, { Authorization: `Bearer ${key}` });
    await world.settled();
    return response.status;
  }
});
