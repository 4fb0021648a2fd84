import assert from "node:assert/strict";
import { test } from "node:test";
import { Admin } from "../../test/admin.ts";
import { BASE_URL, onEachDatabase } from "../../test/app.ts";
import { Browser } from "../../test/browser.ts";

onEachDatabase((world) => {
  const admin = new Admin(world);
  let serial = 0;

  test("user:add takes a person in, by default as a member, once", async () => {
    const { teamId } = await newTeam();
    const email = newEmail();
    const { userId, ...rest } = await admin.done(`user:add --team ${teamId} --email ${email}`);
    assert.deepEqual(rest, {});
    const { users, memberships } = await admin.everything();
    assert.equal(byId(users, userId).name, email.split("@")[0]);
    const roles = ofTeam(memberships, teamId).map(({ user_id, role }) => ({ user_id, role }));
    assert.deepEqual(roles.find(({ user_id }) => user_id === userId)?.role, "member");
    const again = await admin.refused(`user:add --team ${teamId} --email ${email} --role owner`);
    assert.equal(again.code, "already_exists");
    const other = await newTeam();
    const added = await admin.done(`user:add --team ${other.teamId} --email ${email} --role admin`);
    assert.equal(added.userId, userId);
  });

  test("user:set sets the time zone by id or by address", async () => {
    const { userId, email } = await newTeam();
    for (const [user, zone] of [
      [userId, "Europe/Berlin"],
      [email.toUpperCase(), "Asia/Kathmandu"],
    ]) {
      const answer = await admin.done(`user:set --user ${user} --time-zone ${zone}`);
      assert.deepEqual(answer, { userId, timeZone: zone });
      const { users } = await admin.everything();
      assert.equal(byId(users, userId).time_zone, zone);
    }
  });

  test("user:set refuses what is no time zone", async () => {
    const { userId } = await newTeam();
    for (const zone of ["Berlin", "Mars/Olympus", "", "UTC+25", "../etc"]) {
      const error = await admin.refused(`user:set --user ${userId} --time-zone "${zone}"`);
      assert.equal(error.path, "time-zone");
      assert.match(error.message, /IANA time zone, such as Europe\/Berlin/);
    }
  });

  test("user:set is journalled in every team of the person, and nothing when nothing changes", async () => {
    const { teamId, userId, email } = await newTeam();
    const other = await admin.done(`team:create --name Other --owner-email ${email}`);
    const stranger = await newTeam();
    await admin.done(`user:set --user ${userId} --time-zone Europe/Berlin`);
    const { activity_events: events, activity_changes: changes } = await admin.everything();
    for (const team of [teamId, other.teamId]) {
      const [event, ...more] = ofTeam(events, team).filter(({ tool }) => tool === "user:set");
      assert.deepEqual([event.actor_id, event.credential_kind, more], [null, "command_line", []]);
      const change = ofTeam(changes, team).find(({ event_id }) => event_id === event.id);
      assert.partialDeepStrictEqual(change, { subject_type: "user", subject_id: userId });
      assert.deepEqual(change.before, { time_zone: "UTC" });
      assert.deepEqual(change.after, { time_zone: "Europe/Berlin" });
    }
    assert.ok(ofTeam(events, stranger.teamId).every(({ tool }) => tool !== "user:set"));
    const before = await admin.everything();
    await admin.done(`user:set --user ${userId} --time-zone Europe/Berlin`);
    assert.deepEqual(await admin.everything(), before);
  });

  test("user:set takes a new password from stdin, and signs the person out everywhere", async () => {
    const { userId, email } = await newTeam();
    const signIn = (password: string) =>
      new Browser(world.app, BASE_URL).send("/signin", Object.entries({ email, password }));
    const before = world.now;
    const answer = await admin.done(`user:set --user ${email} --password-stdin`, "a first one\n");
    assert.deepEqual(answer, { userId, passwordSetAt: before });
    assert.equal((await signIn("a first one")).path, "/");
    world.pass(1000);
    const line = `user:set --user ${userId} --password-stdin --time-zone Asia/Tokyo`;
    const both = await admin.done(line, "another one");
    assert.deepEqual(both, { userId, timeZone: "Asia/Tokyo", passwordSetAt: world.now });
    const { sessions, activity_changes: changes } = await admin.everything();
    assert.deepEqual(
      sessions?.filter(({ user_id }: any) => user_id === userId),
      [],
    );
    const journalled = changes?.filter(({ after }: any) => after?.password_set_at === world.now);
    assert.equal(journalled?.length, 1);
    assert.equal((await signIn("a first one")).status, 401);
    assert.equal((await signIn("another one")).path, "/");
  });

  test("user:set with a password of the wrong length changes nothing, the time zone neither", async () => {
    const { email } = await newTeam();
    for (const password of ["nine-char", "", "x".repeat(1001)]) {
      const line = `user:set --user ${email} --time-zone Asia/Tokyo --password-stdin`;
      const error = await admin.refused(line, password);
      assert.equal(error.path, "password-stdin");
      assert.match(error.message, /10 to 1000/);
    }
  });

  test("user:set needs something to set", async () => {
    const { email } = await newTeam();
    const text = await admin.misused(`user:set --user ${email}`);
    assert.match(text, /^user:set needs --time-zone ZONE or --password-stdin\./);
  });

  function newEmail(): string {
    serial += 1;
    return `person${serial}@commands.example`;
  }

  async function newTeam(): Promise<{ teamId: string; userId: string; email: string }> {
    const email = newEmail();
    return { ...(await admin.done(`team:create --name T --owner-email ${email}`)), email };
  }
});

function byId(rows: readonly any[] | undefined, id: string): any {
  return rows?.find((row) => row.id === id);
}

function ofTeam(rows: readonly any[] | undefined, teamId: string): any[] {
  return (rows ?? []).filter((row) => row.team_id === teamId);
}
