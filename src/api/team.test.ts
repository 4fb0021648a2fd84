import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Activity } from "../../test/activity.ts";
import { onAnyDatabase } from "../../test/app.ts";
import { listed } from "../../test/mcp.ts";
import { PASSWORD } from "../../test/oauth.ts";
import { WebApp } from "../../test/web.ts";
import { tools } from "../mcp/registry.ts";

const MINUTE_MS = 60_000;
const CHANGE = "PATCH /api/teams/:team";
const FULL_ACCESS = "PUT /api/teams/:team/member-full-access";
const DESTRUCTIVE = "PUT /api/teams/:team/destructive";
const LIMIT = "PUT /api/teams/:team/deletion-limit";
const TOOLS = "GET /api/teams/:team/tools";

onAnyDatabase((world) => {
  it("gets another name and currency from an owner, and says so in the journal", async () => {
    const owner = await world.team();
    const app = await WebApp.of(owner);
    const { team } = await app.ask(CHANGE, { team: owner.id, name: "Acme", baseCurrency: "usd" });
    const off = { isOn: false, until: null };
    const named = { id: owner.id, name: "Acme", role: "owner", baseCurrency: "USD" };
    const books = { countryCode: null, fiscalYearStart: "01-01", timeZone: "UTC" };
    const access = { memberFullAccess: false, destructive: off, deletionsPerHour: null };
    const { version, ...shown } = team;
    assert.deepEqual(shown, { ...named, ...books, ...access });
    assert.deepEqual((await app.ask("GET /api/me", {})).teams, [team]);
    await app.ask(CHANGE, { team: owner.id, name: "Acme", seen: version });
    await app.ask(CHANGE, { team: owner.id });
    const old = { team: owner.id, name: "Other", seen: "another version" };
    assert.equal((await app.refused(CHANGE, old)).code, "changed_meanwhile");
    assert.deepEqual((await app.ask("GET /api/me", {})).teams, [team]);
    const [event, ...more] = await owner.journalOf(CHANGE);
    assert.deepEqual([event?.actor_id, more], [owner.userId, []]);
    const [change] = event?.changes ?? [];
    assert.deepEqual(change?.before, { name: "Test team", base_currency: "EUR" });
    assert.deepEqual(change?.after, { name: "Acme", base_currency: "USD" });
  });

  it("gets another name from an admin, but another currency from an owner only", async () => {
    const owner = await world.team();
    const app = await WebApp.of(await owner.member("admin"));
    const same = { team: owner.id, name: "Acme", baseCurrency: "EUR" };
    assert.equal((await app.ask(CHANGE, same)).team.name, "Acme");
    const other = await app.refused(CHANGE, { ...same, name: "Other", baseCurrency: "USD" });
    assert.deepEqual([other.status, other.code], [403, "not_allowed"]);
  });

  it("keeps its name and currency when one of them cannot be taken", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    for (const [given, at] of [
      [{ name: "\u200b", baseCurrency: "USD" }, ["/name"]],
      [{ name: "Acme", baseCurrency: "Dollars" }, ["/baseCurrency"]],
      [{ name: "Acme", role: "member" }, ["/role"]],
    ] as const)
      assert.deepEqual((await app.refused(CHANGE, { team: team.id, ...given })).at, at);
  });

  for (const [path, given] of [
    [CHANGE, { name: "Acme" }],
    [FULL_ACCESS, { isOn: true }],
    [FULL_ACCESS, { isOn: false }],
    [DESTRUCTIVE, { isOn: true }],
    [DESTRUCTIVE, { isOn: false }],
    [LIMIT, { perHour: 5 }],
    [LIMIT, { perHour: null }],
  ] as const) {
    it(`is not changed by a member: ${path} ${JSON.stringify(given)}`, async () => {
      const team = await world.team({ member_full_access: true, destructive_ai_tools: true });
      const app = await WebApp.of(await team.member("member"));
      const refused = await app.refused(path, { team: team.id, ...given });
      assert.deepEqual([refused.status, refused.code], [403, "not_allowed"]);
    });
  }

  describe("raises what AI may do", () => {
    for (const [path, given] of [
      [FULL_ACCESS, {}],
      [DESTRUCTIVE, {}],
      [DESTRUCTIVE, { until: "hour" }],
    ] as const) {
      it(`only after the password was entered: ${path} ${JSON.stringify(given)}`, async () => {
        const team = await world.team();
        const app = await WebApp.of(await team.member("admin"));
        world.pass(10 * MINUTE_MS);
        const on = { team: team.id, isOn: true, ...given };
        const refused = await app.refused(path, on);
        assert.deepEqual([refused.status, refused.code], [403, "password_needed"]);
        await app.ask("POST /api/me/confirm", { password: PASSWORD });
        await app.ask(path, on);
      });
    }

    it("and takes it back without one", async () => {
      const team = await world.team({ member_full_access: true, destructive_ai_tools: true });
      const app = await WebApp.of(await team.member("admin"));
      world.pass(10 * MINUTE_MS);
      const off = { team: team.id, isOn: false };
      assert.equal((await app.ask(FULL_ACCESS, off)).team.memberFullAccess, false);
      const { destructive } = (await app.ask(DESTRUCTIVE, off)).team;
      assert.deepEqual(destructive, { isOn: false, until: null });
    });
  });

  it("raises or lifts the limit of deletions only after the password was entered, and lowers it without", async () => {
    const team = await world.team();
    const app = await WebApp.of(await team.member("admin"));
    world.pass(10 * MINUTE_MS);
    const set = async (perHour: number | null) => {
      // Events of one moment have no order.
      world.pass(1);
      return (await app.ask(LIMIT, { team: team.id, perHour })).team.deletionsPerHour;
    };
    assert.equal(await set(25), 25);
    assert.equal(await set(25), 25);
    assert.equal(await set(5), 5);
    for (const perHour of [6, null]) {
      const refused = await app.refused(LIMIT, { team: team.id, perHour });
      assert.deepEqual([refused.status, refused.code], [403, "password_needed"]);
    }
    for (const perHour of [0, 10_001, 1.5])
      assert.equal((await app.refused(LIMIT, { team: team.id, perHour })).status, 422);
    await app.ask("POST /api/me/confirm", { password: PASSWORD });
    assert.equal(await set(6), 6);
    assert.equal(await set(null), null);
    const events = await team.journalOf(LIMIT);
    const changes = events.flatMap(({ changes }) => changes);
    assert.deepEqual(
      changes.map(({ before, after }) =>
        [before, after].map((side: any) => side.deletions_per_hour),
      ),
      [
        [null, 25],
        [25, 5],
        [5, 6],
        [6, null],
      ],
    );
    const activity = await Activity.of(team);
    const { deed } = await activity.latest(LIMIT);
    assert.deepEqual(deed, ["changed the limit of deletions by assistants"]);
  });

  it("sets a limit with the switch where one is given, and keeps the one that there is", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const turn = async (given: object) =>
      (await app.ask(DESTRUCTIVE, { team: team.id, isOn: true, ...given })).team.deletionsPerHour;
    assert.equal(await turn({}), null);
    assert.equal(await turn({ deletionsPerHour: 25 }), 25);
    assert.equal(await turn({ until: "hour" }), 25);
    const off = { team: team.id, isOn: false, deletionsPerHour: 3 };
    assert.equal((await app.refused(DESTRUCTIVE, off)).code, "invalid_argument");
    assert.equal(await turn({}), 25);
    assert.equal(await turn({ deletionsPerHour: null }), null);
  });

  it("lets members' keys hold everything as long as it says so", async () => {
    const team = await world.team({ destructive_ai_tools: true, member_full_access: true });
    const member = await team.member("member", { preset: "all" });
    const app = await WebApp.of(team);
    const may = async () => (await listed(member)).includes("tags_delete");
    assert.equal(await may(), true);
    await app.ask(FULL_ACCESS, { team: team.id, isOn: false });
    assert.equal(await may(), false);
    world.pass(1);
    await app.ask(FULL_ACCESS, { team: team.id, isOn: true });
    assert.equal(await may(), true);
    const changes = (await team.journalOf(FULL_ACCESS)).flatMap(({ changes }) => changes);
    assert.deepEqual(
      changes.map(({ after }) => after),
      [{ member_full_access: false }, { member_full_access: true }],
    );
  });

  it("opens tools that delete for an hour, after which they are hidden and refused", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    const tag = await team.call("tags_create", { name: "Kept" });
    const { destructive } = (
      await app.ask(DESTRUCTIVE, { team: team.id, isOn: true, until: "hour" })
    ).team;
    assert.deepEqual(destructive, { isOn: true, until: after(60 * MINUTE_MS) });
    world.pass(60 * MINUTE_MS - 1);
    assert.ok((await listed(team)).includes("tags_delete"));
    world.pass(1);
    assert.ok(!(await listed(team)).includes("tags_delete"));
    assert.equal((await team.refused("tags_delete", { id: tag.id })).code, "tool_not_available");
    const [shown] = (await app.ask("GET /api/me", {})).teams;
    assert.deepEqual(shown?.destructive, { isOn: false, until: null });
    const [change] = (await team.journalOf(DESTRUCTIVE))[0]?.changes ?? [];
    assert.deepEqual(change?.after, {
      destructive_ai_tools: true,
      destructive_ai_tools_until: destructive.until,
    });
  });

  for (const [timeZone, moment, end] of [
    ["UTC", "2026-11-22T09:00:00.000Z", "2026-11-23T00:00:00.000Z"],
    ["Asia/Tokyo", "2026-11-22T14:59:59.999Z", "2026-11-22T15:00:00.000Z"],
    ["Asia/Tokyo", "2026-11-22T15:00:00.000Z", "2026-11-23T15:00:00.000Z"],
    ["America/New_York", "2027-03-14T05:30:00.000Z", "2027-03-15T04:00:00.000Z"],
  ] as const) {
    it(`opens tools that delete for the rest of the day in ${timeZone}, at ${moment}`, async () => {
      world.at(moment);
      const team = await world.team();
      await team.setTimeZone(timeZone);
      const app = await WebApp.of(team);
      const given = { team: team.id, isOn: true, until: "today" } as const;
      assert.equal((await app.ask(DESTRUCTIVE, given)).team.destructive.until, end);
    });
  }

  it("opens tools that delete until somebody turns them off, when no time is given", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    for (const given of [{ until: "hour" }, { until: null }, { until: "hour" }, {}] as const) {
      const on = { team: team.id, isOn: true, ...given };
      const { destructive } = (await app.ask(DESTRUCTIVE, on)).team;
      const until = given.until === "hour" ? after(60 * MINUTE_MS) : null;
      assert.deepEqual(destructive, { isOn: true, until });
    }
    world.pass(11 * 60 * MINUTE_MS);
    assert.ok((await listed(team)).includes("tags_delete"));
    await app.ask(DESTRUCTIVE, { team: team.id, isOn: false, until: "hour" });
    assert.ok(!(await listed(team)).includes("tags_delete"));
  });

  it("opens tools that delete for no other time", async () => {
    const team = await world.team();
    const app = await WebApp.of(team);
    for (const until of ["year", 3600, after(1000)])
      assert.deepEqual((await app.refused(DESTRUCTIVE, { team: team.id, isOn: true, until })).at, [
        "/until",
      ]);
    for (const isOn of [undefined, "true", 1])
      assert.deepEqual((await app.refused(DESTRUCTIVE, { team: team.id, isOn })).at, ["/isOn"]);
  });

  it("shows every member what assistants can call, each in a sentence", async () => {
    const team = await world.team();
    const app = await WebApp.of(await team.member("member"));
    const shown = (await app.ask(TOOLS, { team: team.id })).tools;
    assert.deepEqual(
      shown.map(({ name, tier }) => [name, tier]),
      tools.map(({ name, tier }) => [name, tier]),
    );
    for (const { name, effect } of shown) {
      assert.match(effect, /^[A-Z][^.]+\.$/, name);
      // Names of arguments, results and conditions are for assistants.
      assert.doesNotMatch(effect, /[_;:()]|\breturns\b|\bnull\b/, name);
    }
  });

  function after(milliseconds: number): string {
    return new Date(Date.parse(world.now) + milliseconds).toISOString();
  }
});
