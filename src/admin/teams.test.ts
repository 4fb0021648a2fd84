import assert from "node:assert/strict";
import { test } from "node:test";
import { verify } from "@node-rs/argon2";
import { Admin } from "../../test/admin.ts";
import { onAnyDatabase } from "../../test/app.ts";
import { setTeam } from "../accounts/teams.ts";

const HOUR_MS = 60 * 60_000;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

onAnyDatabase((world) => {
  const admin = new Admin(world);
  let serial = 0;

  test("team:create makes a team and its owner, and says so in the journal", async () => {
    const email = newEmail();
    const owner = `--owner-email ${email} --owner-name "Åse Owner"`;
    const answer = await admin.done(`team:create --name " Åse & Co. " ${owner} --currency nok`);
    assert.deepEqual(Object.keys(answer), ["teamId", "userId"]);
    const { teamId, userId } = answer;
    assert.match(teamId, UUID);
    const { items } = await admin.done("team:list");
    assert.deepEqual(items.at(-1), {
      id: teamId,
      name: "Åse & Co.",
      base_currency: "NOK",
      destructive_ai_tools: false,
      destructive_ai_tools_until: null,
      deletions_per_hour: null,
      member_full_access: false,
      country_code: null,
      fiscal_year_start: "01-01",
      time_zone: "UTC",
    });
    const everything = await admin.everything();
    const { users, memberships, activity_events: events, activity_changes: changes } = everything;
    assert.deepEqual(byId(users, userId), {
      id: userId,
      email,
      email_key: email,
      name: "Åse Owner",
      password_hash: null,
      password_set_at: null,
      time_zone: "UTC",
      verified_at: world.now,
      created_at: world.now,
    });
    const membership = { team_id: teamId, user_id: userId, role: "owner", created_at: world.now };
    assert.deepEqual(ofTeam(memberships, teamId), [membership]);
    const [event, ...more] = ofTeam(events, teamId);
    assert.deepEqual(more, []);
    const signature = { tool: "team:create", credential_kind: "command_line", actor_id: null };
    assert.partialDeepStrictEqual(event, signature);
    const made = ofTeam(changes, teamId).filter(({ before }) => before === null);
    const subjects = made.map(({ subject_type }) => subject_type);
    assert.deepEqual(new Set(subjects), new Set(["team", "user", "membership"]));
  });

  test("an owner who exists is taken as they are, the password untouched", async () => {
    const email = newEmail();
    const line = `team:create --name One --owner-email ${email} --owner-password a-good-password`;
    const one = await admin.done(line);
    const { users: before } = await admin.everything();
    const owner = `--owner-email ${email.toUpperCase()} --owner-name "Somebody Else"`;
    const other = await admin.done(`team:create --name Two ${owner} --owner-password short`);
    assert.deepEqual([one.userExisted, other.userExisted], [undefined, true]);
    const { stdout } = await admin.run(`team:create --name Three ${owner}`);
    assert.match(
      stdout.join(),
      /existed already: their name, own time zone and password are unchanged/,
    );
    assert.equal(other.userId, one.userId);
    assert.notEqual(other.teamId, one.teamId);
    assert.deepEqual((await admin.everything())["users"], before);
    assert.ok(await verify(byId(before, one.userId).password_hash, "a-good-password"));
  });

  test("--time-zone is the team's, and the owner's when they are new", async () => {
    const line = `team:create --name T --owner-email ${newEmail()} --time-zone`;
    const { userId, teamId } = await admin.done(`${line} Asia/Tokyo`);
    const second = await admin.done(`${line} Europe/Berlin`);
    const third = await admin.done(line.replace(" --time-zone", ""));
    const { users, teams } = await admin.everything();
    assert.equal(byId(users, userId).time_zone, "Asia/Tokyo");
    assert.deepEqual(
      [teamId, second.teamId, third.teamId].map((id) => byId(teams, id).time_zone),
      ["Asia/Tokyo", "Europe/Berlin", "Asia/Tokyo"],
    );
    assert.equal((await admin.refused(`${line} Tokyo`)).path, "time-zone");
  });

  test("--owner-password is refused at a terminal, and says why", async () => {
    const before = await admin.everything();
    const line = `team:create --name T --owner-email ${newEmail()} --owner-password a-good-password`;
    const { code, stderr } = await admin.run(line, { isTerminal: true });
    assert.equal(code, 1);
    assert.match(stderr.join("\n"), /list of processes.*; say --owner-password-stdin/);
    assert.ok(!stderr.join("\n").includes("a-good-password"));
    assert.deepEqual(await admin.everything(), before);
    const input = "a-good-password\n";
    const stdin = line.replace(/--owner-password .*/, "--owner-password-stdin");
    assert.equal((await admin.run(stdin, { isTerminal: true, input })).code, 0);
  });

  test("--owner-password-stdin takes the password from stdin, without the end of its line", async () => {
    for (const end of ["", "\n", "\r\n"]) {
      const line = `team:create --name T --owner-email ${newEmail()} --owner-password-stdin`;
      const { userId } = await admin.done(line, ` sp aced-pässword ${end}`);
      const { users } = await admin.everything();
      assert.ok(await verify(byId(users, userId).password_hash, " sp aced-pässword "));
    }
  });

  test("a password that is too short or too long makes no team and no user", async () => {
    const line = `team:create --name T --owner-email ${newEmail()}`;
    for (const error of [
      await admin.refused(`${line} --owner-password nine-char`),
      await admin.refused(`${line} --owner-password ""`),
      await admin.refused(`${line} --owner-password-stdin`, "\n"),
      await admin.refused(`${line} --owner-password-stdin`, "x".repeat(1001)),
    ]) {
      assert.equal(error.path, "owner-password");
      assert.match(error.message, /10 to 1,000/);
    }
  });

  test("no password is ever printed", async () => {
    const line = `team:create --name T --owner-email ${newEmail()} --owner-password secret-of-mine`;
    for (const words of [line, `${line} --json`, `${line} --bad`, `${line} --currency XYZ`]) {
      const { stdout, stderr } = await admin.run(words);
      assert.ok(![...stdout, ...stderr].join().includes("secret-of-mine"));
    }
  });

  test("team:set turns each switch by itself, and says so in the journal", async () => {
    const { teamId } = await newTeam();
    const on = await admin.done(`team:set --team ${teamId} --destructive-ai-tools on`);
    assert.deepEqual([on.destructive_ai_tools, on.member_full_access], [true, false]);
    const both = await admin.done(`team:set --team ${teamId} --member-full-access on`);
    assert.deepEqual([both.destructive_ai_tools, both.member_full_access], [true, true]);
    const off = await admin.done(`team:set --team ${teamId} --destructive-ai-tools off`);
    assert.deepEqual([off.destructive_ai_tools, off.member_full_access], [false, true]);
    const { activity_events: events, activity_changes: changes } = await admin.everything();
    const set = ofTeam(events, teamId).filter(({ tool }) => tool === "team:set");
    assert.equal(set.length, 3);
    assert.ok(set.every(({ outcome, actor_id }) => outcome === "done" && actor_id === null));
    const last = ofTeam(changes, teamId).find(({ event_id }) => event_id === set[2]?.id);
    assert.equal(last.before.destructive_ai_tools, true);
    assert.equal(last.after.destructive_ai_tools, false);
  });

  test("a switch that was turned for a time is shown with it, and off when it is over", async () => {
    const { teamId } = await newTeam();
    const team = await world.team();
    const until = new Date(Date.parse(world.now) + HOUR_MS).toISOString();
    const timed = { destructive_ai_tools: true, destructive_ai_tools_until: until };
    await setTeam({ ...team.auditContext, team: { id: teamId } }, timed);
    const shown = async () =>
      byId((await admin.done("team:list")).items, teamId).destructive_ai_tools_until;
    assert.equal(await shown(), until);
    const set = `team:set --team ${teamId}`;
    const other = await admin.done(`${set} --member-full-access on`);
    assert.equal(other.destructive_ai_tools_until, until);
    world.pass(HOUR_MS);
    assert.equal(await shown(), null);
    const full = await admin.done(`${set} --member-full-access off`);
    assert.partialDeepStrictEqual(full, {
      destructive_ai_tools: false,
      destructive_ai_tools_until: null,
      deletions_per_hour: null,
    });
    const on = await admin.done(`${set} --destructive-ai-tools on`);
    assert.partialDeepStrictEqual(on, {
      destructive_ai_tools: true,
      destructive_ai_tools_until: null,
      deletions_per_hour: null,
    });
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
