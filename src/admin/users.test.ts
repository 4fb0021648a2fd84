import assert from "node:assert/strict";
import { test } from "node:test";
import { Admin } from "../../test/admin.ts";
import { BASE_URL, onEachDatabase, SECRET } from "../../test/app.ts";
import { Browser } from "../../test/browser.ts";
import { PASSWORD } from "../../test/oauth.ts";
import { sourcesOf } from "../../test/outbox.ts";
import { duringWrite } from "../../test/races.ts";
import { invitationToken, createInvitation } from "../accounts/invitations.ts";
import { joinAsNew } from "../accounts/join.ts";
import { addMember } from "../accounts/members.ts";
import { requireMembership } from "../accounts/membership.ts";
import { baseContextOf } from "../db/context.ts";
import { auditContext } from "./command.ts";

onEachDatabase((world) => {
  const admin = new Admin(world);

  let serial = 0;

  test("user:add refuses an account that is made in between", async () => {
    const [one, other] = [await newTeam(), await newTeam()];
    const email = newEmail();
    const output = await duringWrite(
      world,
      (db) =>
        addMember({ ...contextOf(one.teamId), db, begin: null }, { email, name: "Eve" }, "member"),
      () => admin.run(`user:add --team ${other.teamId} --email ${email}`),
    );
    assert.equal(output.code, 1);
    assert.match(output.stderr.join("\n"), /has an account already: Eve/);
    const { memberships } = await admin.everything();
    assert.equal(ofTeam(memberships, other.teamId).length, 1);
  });

  if (world.isSecond) return;

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
  });

  test("user:add refuses an account that is there, says whose it is, and takes it with --existing", async () => {
    const { teamId, email, userId } = await newTeam();
    const other = await newTeam();
    const line = `user:add --team ${other.teamId} --email ${email} --role admin`;
    const error = await admin.refused(line);
    assert.deepEqual([error.code, error.path], ["already_exists", "email"]);
    const name = email.split("@")[0];
    const known = `${email} has an account already: ${name}, made on 2026-11-21 by an operator`;
    assert.equal(error.message, known);
    assert.match(error.next, /--existing/);
    assert.deepEqual(await admin.done(`${line} --existing`), { userId, userExisted: true });
    const { memberships } = await admin.everything();
    const roles = ofTeam(memberships, other.teamId).filter(({ user_id }) => user_id === userId);
    assert.deepEqual(
      roles.map(({ role }) => role),
      ["admin"],
    );
    const again = await admin.refused(`user:add --team ${teamId} --email ${email} --existing`);
    assert.match(again.message, /is a member of this team already/);
    const nobody = await admin.refused(
      `user:add --team ${teamId} --email ${newEmail()} --existing`,
    );
    assert.deepEqual([nobody.code, nobody.path], ["not_found", "email"]);
  });

  test("user:add says of an account from an invitation who made it, and that it is unverified", async () => {
    const eve = await world.team();
    const email = newEmail();
    const inviter = await requireMembership(eve.auditContext, eve.id, eve.userId);
    const context = { ...eve.auditContext, ...inviter, now: world.now };
    const invitation = await createInvitation(context, { email, role: "member" });
    const link = { token: invitationToken(invitation, SECRET), secret: SECRET };
    const account = { name: "Not\u202eMia", password: PASSWORD, timeZone: "UTC", device: "" };
    await joinAsNew(context, link, account);
    world.pass(86_400_000);
    const { teamId } = await newTeam();
    const line = `user:add --team ${teamId} --email ${email}`;
    const error = await admin.refused(line);
    assert.match(
      error.message,
      /has an account already: Not.+Mia, made on 2026-11-2\d from an invitation by Olga Owner \(\S+@example\.com\) to the team Test team; nobody has shown that the address is theirs$/,
    );
    assert.ok(!error.message.includes("\u202e"));
    const { stdout } = await admin.run(`${line} --existing`);
    assert.match(stdout.join("\n"), /existed already.*\n.*is unverified.*user:set --verified/);
    const created = await admin.done(`team:create --name Two --owner-email ${email}`);
    assert.deepEqual([created.userExisted, created.userUnverified], [true, true]);
    const told = await admin.run(`team:create --name Three --owner-email ${email}`);
    assert.match(told.stdout.join("\n"), /is unverified/);
    const answer = await admin.done(`user:set --user ${email} --verified`);
    assert.equal(answer.verified, true);
    const before = await admin.everything();
    await admin.done(`user:set --user ${email} --verified`);
    assert.deepEqual(await admin.everything(), before);
    const { users, activity_changes: changes } = before;
    assert.equal(byId(users, answer.userId).verified_at, world.now);
    const journalled = changes?.filter(({ after }: any) => after?.verified_at === world.now);
    assert.equal(
      journalled?.filter(({ subject_id, before }: any) => subject_id === answer.userId && before)
        .length,
      4,
      "in every team of theirs",
    );
    const third = await newTeam();
    const vouched = `user:add --team ${third.teamId} --email ${email} --existing`;
    assert.deepEqual(await admin.done(vouched), { userId: answer.userId, userExisted: true });
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
      assert.match(error.message, /10 to 1,000/);
    }
  });

  test("user:set needs something to set", async () => {
    const { email } = await newTeam();
    const text = await admin.misused(`user:set --user ${email}`);
    assert.match(text, /^user:set needs --time-zone ZONE or --password-stdin or --verified\./);
  });

  function contextOf(teamId: string) {
    return auditContext(baseContextOf(sourcesOf(world)), "test", teamId);
  }

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
