import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { verify } from "@node-rs/argon2";
import { onAnyDatabase, onEachDatabase } from "../../test/app.ts";
import { assertUntouched } from "../../test/mcp.ts";
import { Refusal } from "../core/errors.ts";
import { addMember, memberRole } from "./members.ts";
import { createTeam, listTeams, requireTeam, setTeam } from "./teams.ts";
import { requireUser, setProfile } from "./users.ts";

onAnyDatabase((world) => {
  test("a team begins with its owner, and with both switches off", async () => {
    const { auditContext } = await world.team();
    const owner = { email: `${randomUUID()}@Example.com` };
    const { teamId, userId } = await createTeam(auditContext, {
      name: "Acme",
      currency: "USD",
      owner,
    });
    const team = (await listTeams(auditContext)).find(({ id }) => id === teamId);
    assert.deepEqual(team, {
      id: teamId,
      name: "Acme",
      base_currency: "USD",
      country_code: null,
      fiscal_year_start: "01-01",
      time_zone: "UTC",
      destructive_ai_tools: false,
      destructive_ai_tools_until: null,
      deletions_per_hour: null,
      member_full_access: false,
    });
    assert.equal(await memberRole(auditContext, teamId, userId), "owner");
    assert.deepEqual(await person(userId), {
      email: owner.email,
      name: owner.email.split("@")[0],
      password_hash: null,
      time_zone: "UTC",
    });
  });

  test("a team's beginning is journalled in it, signed by nobody of the team", async () => {
    const { auditContext } = await world.team();
    const owner = { email: `${randomUUID()}@example.com` };
    const { teamId } = await createTeam(auditContext, { name: "Acme", currency: "USD", owner });
    const db = world.database.reader;
    const events = await db
      .selectFrom("activity_events")
      .selectAll()
      .where("team_id", "=", teamId)
      .execute();
    assert.deepEqual(
      events.map(({ actor_id, credential_kind }) => [actor_id, credential_kind]),
      [[null, "command_line"]],
    );
  });

  test("an owner who exists is taken as they are, by their address in any case", async () => {
    const { auditContext } = await world.team();
    const email = `Zoë-${randomUUID()}@example.com`;
    const owner = { email, name: "Zoë", password: "correct horse" };
    const first = await createTeam(auditContext, { name: "One", currency: "EUR", owner });
    const before = await person(first.userId);
    const again = {
      email: email.normalize("NFD").toUpperCase(),
      name: "Other",
      password: "another password",
    };
    const second = await createTeam(auditContext, { name: "Two", currency: "EUR", owner: again });
    assert.equal(second.userId, first.userId);
    assert.deepEqual(await person(first.userId), before);
  });

  test("a password is kept as Argon2id, and a short one refuses the whole team", async () => {
    const { auditContext } = await world.team();
    const email = `${randomUUID()}@example.com`;
    const teams = await listTeams(auditContext);
    await refused(
      () =>
        createTeam(auditContext, {
          name: "No",
          currency: "EUR",
          owner: { email, password: "123456789" },
        }),
      "owner-password",
    );
    await refused(() => requireUser(auditContext.db, email), "user");
    assert.deepEqual(await listTeams(auditContext), teams);
    const owner = { email, password: "1234567890" };
    const { userId } = await createTeam(auditContext, { name: "Yes", currency: "EUR", owner });
    const { password_hash } = await person(userId);
    assert.match(password_hash ?? "", /^\$argon2id\$/);
    assert.ok(await verify(password_hash ?? "", "1234567890"));
  });

  test("only the given settings change, and the journal has what was and what is", async () => {
    const team = await world.team({ destructive_ai_tools: true });
    const after = await setTeam(
      { ...team.auditContext, tool: "team:set" },
      { member_full_access: true },
    );
    assert.deepEqual([after.destructive_ai_tools, after.member_full_access], [true, true]);
    assert.deepEqual(
      (await listTeams(team.auditContext)).find(({ id }) => id === team.id),
      after,
    );
    const [change] = (await team.journal()).find(({ tool }) => tool === "team:set")?.changes ?? [];
    assert.deepEqual(change?.before, { member_full_access: false });
    assert.deepEqual(change?.after, { member_full_access: true });
  });

  test("a team gets another name and currency, and what is as it was leaves no trace", async () => {
    const team = await world.team();
    const auditContext = { ...team.auditContext, tool: "team:set" };
    const named = { name: "Acme", base_currency: "USD" };
    assert.partialDeepStrictEqual(await setTeam(auditContext, named), named);
    await assertUntouched(team, () => setTeam(auditContext, named));
    await assertUntouched(team, () => setTeam(auditContext, {}));
    const [event, ...more] = await team.journalOf("team:set");
    assert.deepEqual(more, []);
    const [change] = event?.changes ?? [];
    assert.deepEqual(change?.before, { name: "Test team", base_currency: "EUR" });
    assert.deepEqual(change?.after, named);
  });

  test("the switch for tools that delete is turned with its time, and without one stays as it is set", async () => {
    const team = await world.team();
    const auditContext = { ...team.auditContext, tool: "team:set", now: world.now };
    const until = new Date(Date.parse(world.now) + 1000).toISOString();
    const shown = async () => {
      const { destructive_ai_tools: isOn, destructive_ai_tools_until: until } = await requireTeam(
        { ...auditContext, now: world.now },
        team.id,
      );
      return [isOn, until];
    };
    await setTeam(auditContext, { destructive_ai_tools: true, destructive_ai_tools_until: until });
    assert.deepEqual(await shown(), [true, until]);
    await setTeam(auditContext, { name: "Other" });
    assert.deepEqual(await shown(), [true, until]);
    await setTeam(auditContext, { destructive_ai_tools: false, destructive_ai_tools_until: until });
    assert.deepEqual(await shown(), [false, null]);
    await setTeam(auditContext, { destructive_ai_tools: true, destructive_ai_tools_until: until });
    await setTeam(auditContext, { destructive_ai_tools: true });
    assert.deepEqual(await shown(), [true, null]);
    await setTeam(auditContext, { destructive_ai_tools: true, destructive_ai_tools_until: until });
    world.pass(999);
    assert.deepEqual(await shown(), [true, until]);
    world.pass(1);
    assert.deepEqual(await shown(), [false, null]);
  });

  test("the journal says until when the switch was on, and that it was off after that", async () => {
    const team = await world.team();
    const auditContext = { ...team.auditContext, tool: "team:set", now: world.now };
    const until = new Date(Date.parse(world.now) + 1000).toISOString();
    await setTeam(auditContext, { destructive_ai_tools: true, destructive_ai_tools_until: until });
    world.pass(1000);
    const later = { ...auditContext, now: world.now };
    await assertUntouched(team, () => setTeam(later, { destructive_ai_tools: false }));
    await setTeam(later, { destructive_ai_tools: true });
    const changes = (await team.journalOf("team:set")).flatMap(({ changes }) => changes);
    assert.deepEqual(
      changes.map(({ before, after }) => [before, after]),
      [
        [
          { destructive_ai_tools: false, destructive_ai_tools_until: null },
          { destructive_ai_tools: true, destructive_ai_tools_until: until },
        ],
        [{ destructive_ai_tools: false }, { destructive_ai_tools: true }],
      ],
    );
  });

  test("a team that there is not is refused", async () => {
    const { auditContext } = await world.team();
    const nowhere = { ...auditContext, team: { id: randomUUID() } };
    await refused(() => setTeam(nowhere, { member_full_access: true }), "team");
    await refused(
      () => addMember(nowhere, { email: `${randomUUID()}@example.com` }, "member"),
      "team",
    );
  });

  test("somebody is added to a team once, and keeps the role they have", async () => {
    const team = await world.team();
    const email = `${randomUUID()}@example.com`;
    const { userId } = await addMember(team.auditContext, { email }, "admin");
    const journal = await team.journal();
    await refused(
      () => addMember(team.auditContext, { email: email.toUpperCase() }, "owner"),
      "email",
    );
    assert.equal(await memberRole(team.auditContext, team.id, userId), "admin");
    assert.deepEqual(await team.journal(), journal);
    assert.equal(await memberRole(team.auditContext, (await world.team()).id, userId), null);
  });

  test("a person is found by address in any case, or by id, and nobody else is", async () => {
    const team = await world.team();
    const found = await requireUser(team.auditContext.db, team.userId);
    for (const user of [found.email, found.id])
      assert.deepEqual(await requireUser(team.auditContext.db, user.toUpperCase()), found);
    for (const nobody of [randomUUID(), "nobody@example.com", "olga", "", "1"]) {
      await refused(() => requireUser(team.auditContext.db, nobody), "user");
    }
  });

  test("a person's time zone counts in all of their teams", async () => {
    const team = await world.team();
    const { email } = await requireUser(team.auditContext.db, team.userId);
    const zone = { timeZone: "Asia/Tokyo" };
    assert.deepEqual(await setProfile(team.auditContext, email, zone), {
      name: "Olga Owner",
      ...zone,
    });
    assert.equal((await person(team.userId)).time_zone, "Asia/Tokyo");
    await refused(() => setProfile(team.auditContext, "nobody@example.com", zone), "user");
  });

  function person(id: string) {
    return world.database.reader
      .selectFrom("users")
      .select(["email", "name", "password_hash", "time_zone"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  }
});

onEachDatabase((world) => {
  test("teams that are made at once for one new owner share that person", async () => {
    const { auditContext } = await world.team();
    const owner = { email: `${randomUUID()}@example.com` };
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        createTeam(auditContext, { name: `Team ${index}`, currency: "EUR", owner }),
      ),
    );
    assert.equal(new Set(made.map(({ userId }) => userId)).size, 1);
    assert.equal(new Set(made.map(({ teamId }) => teamId)).size, 10);
  });

  test("two settings that change at once are both kept", async () => {
    for (let round = 0; round < 20; round += 1) {
      const { auditContext } = await world.team();
      const [on, off] = [round % 2 === 0, round % 2 === 1];
      await setTeam(auditContext, { destructive_ai_tools: off, member_full_access: off });
      await Promise.all([
        setTeam(auditContext, { destructive_ai_tools: on }),
        setTeam(auditContext, { member_full_access: on }),
      ]);
      const team = await requireTeam(auditContext, auditContext.team.id);
      assert.deepEqual([team.destructive_ai_tools, team.member_full_access], [on, on]);
    }
  });
});

async function refused(work: () => Promise<unknown>, path: string): Promise<void> {
  await assert.rejects(work(), (error) => {
    assert.ok(error instanceof Refusal, String(error));
    assert.equal(error.path, path);
    return true;
  });
}
