import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { onAnyDatabase, Team } from "../../test/app.ts";
import { person } from "../../test/oauth.ts";
import { WebApp } from "../../test/web.ts";

const ME = "GET /api/me";
const CHANGE = "PATCH /api/me";
const OPEN_TEAM = "POST /api/teams";

onAnyDatabase((world) => {
  it("tells who is signed in, where, and what each of their teams allows", async () => {
    const team = await world.team({ member_full_access: true });
    await team.setTimeZone("Europe/Berlin");
    const until = new Date(Date.parse(world.now) + 1000).toISOString();
    await team.set({ destructive_ai_tools: true, destructive_ai_tools_until: until });
    const app = await WebApp.of(team);
    const { csrf, ...me } = await app.ask(ME, {});
    assert.match(csrf, /^[\w-]{43}$/);
    const shown = { id: team.id, name: "Test team", role: "owner", baseCurrency: "EUR" } as const;
    const place = { countryCode: null, fiscalYearStart: "01-01", timeZone: "UTC" };
    assert.deepEqual(me, {
      user: {
        id: team.userId,
        name: "Olga Owner",
        email: (await person(team)).email,
        timeZone: "Europe/Berlin",
      },
      teams: [
        {
          ...shown,
          ...place,
          version: me.teams[0]?.version,
          memberFullAccess: true,
          deletionsPerHour: null,
          destructive: { isOn: true, until },
        },
      ],
      confirmedUntil: new Date(Date.parse(world.now) + 600_000).toISOString(),
      server: { baseUrl: "http://localhost:3000", version: "0.1.0", sendsMail: false },
      now: world.now,
    });
    world.pass(1000);
    const [later] = (await app.ask(ME, {})).teams;
    assert.deepEqual(later?.destructive, { isOn: false, until: null });
  });

  it("tells teams by name, each with the role that the person has there", async () => {
    const team = await world.team();
    const app = await WebApp.of(await team.member("member"));
    await app.ask(OPEN_TEAM, { name: "Another team", baseCurrency: "EUR" });
    await world.team();
    const { teams } = await app.ask(ME, {});
    assert.deepEqual(
      teams.map(({ name, role }) => [name, role]),
      [
        ["Another team", "owner"],
        ["Test team", "member"],
      ],
    );
  });

  it("changes name and time zone, in the journal of each team of the person", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const other = (await app.ask(OPEN_TEAM, { name: "Other", baseCurrency: "EUR" })).team;
    const profile = { name: "Olga Other", timeZone: "Asia/Tokyo" };
    const { user } = await app.ask(CHANGE, profile);
    assert.deepEqual(user, { id: team.userId, email: (await person(team)).email, ...profile });
    assert.deepEqual((await app.ask(ME, {})).user, user);
    for (const id of [team.id, other.id]) {
      const [event, ...more] = await journalOf(id, CHANGE);
      assert.deepEqual([event?.actor_id, event?.credential_kind], [team.userId, "session"]);
      assert.deepEqual(more, []);
      assert.deepEqual(event?.changes[0]?.before, { name: "Olga Owner", time_zone: "UTC" });
      assert.deepEqual(event?.changes[0]?.after, { name: "Olga Other", time_zone: "Asia/Tokyo" });
    }
  });

  it("changes only what is given, and leaves no trace of what is as it was", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    assert.equal((await app.ask(CHANGE, { name: " Olga " })).user.name, "Olga");
    assert.equal((await app.ask(CHANGE, { timeZone: "Asia/Tokyo" })).user.name, "Olga");
    for (const same of [{}, { name: "Olga" }, { name: "Olga", timeZone: "Asia/Tokyo" }])
      await app.ask(CHANGE, same);
    assert.equal((await team.journalOf(CHANGE)).length, 2);
  });

  describe("changes nothing", () => {
    for (const [given, pointer] of [
      [{ name: "" }, "/name"],
      [{ name: "x".repeat(101) }, "/name"],
      [{ name: "Olga", timeZone: "Mars/Olympus" }, "/timeZone"],
      [{ name: "Olga", email: "other@example.com" }, "/email"],
    ] as const) {
      it(`of a person when ${pointer} cannot be taken: ${JSON.stringify(given).slice(0, 40)}`, async () => {
        const app = await WebApp.of(await world.team());
        const { status, at } = await app.refused(CHANGE, given);
        assert.deepEqual([status, at], [422, [pointer]]);
      });
    }
  });

  it("opens a team of which the person is the owner, and says so in its journal", async () => {
    const member = await (await world.team()).member("member");
    const app = await WebApp.of(member);
    const { team } = await app.ask(OPEN_TEAM, { name: "Acme", baseCurrency: "usd" });
    const off = { isOn: false, until: null };
    assert.deepEqual(team, {
      id: team.id,
      name: "Acme",
      role: "owner",
      baseCurrency: "USD",
      memberFullAccess: false,
      deletionsPerHour: null,
      destructive: off,
      countryCode: null,
      fiscalYearStart: "01-01",
      timeZone: "UTC",
      version: team.version,
    });
    assert.ok((await app.ask(ME, {})).teams.some(({ id }) => id === team.id));
    const [event] = await journalOf(team.id, OPEN_TEAM);
    assert.equal(event?.actor_id, member.userId);
    assert.deepEqual(
      event?.changes.map(({ subject_type, subject_id }) => [subject_type, subject_id]),
      [
        ["team", team.id],
        ["membership", member.userId],
      ],
    );
  });

  it("opens no team without a name, or with a currency that there is not", async () => {
    const app = await WebApp.of(await world.team());
    for (const [given, at] of [
      [{ name: " ", baseCurrency: "EUR" }, ["/name"]],
      [{ name: "Acme" }, ["/baseCurrency"]],
      [{ name: "Acme", baseCurrency: "XYZ" }, ["/baseCurrency"]],
    ] as const)
      assert.deepEqual((await app.refused(OPEN_TEAM, given)).at, at);
  });

  async function journalOf(id: string, tool: string) {
    const { userId, auditContext } = await world.team();
    return new Team(world, id, userId, auditContext).journalOf(tool);
  }
});
