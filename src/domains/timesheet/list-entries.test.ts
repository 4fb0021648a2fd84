import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { onAnyDatabase, type Team, type World } from "../../../test/app.ts";
import { addEntry, addProject, teamWithProject } from "../../../test/tracker.ts";

onAnyDatabase((world) => {
  test("the order is day, then start or else creation, then id, all descending", async () => {
    const { team, project_id } = await teamWithProject(world);
    const add = (id: number, values: object) =>
      addEntry(team, { project_id, id: `00000000-0000-4000-8000-00000000000${id}`, ...values });
    await add(1, { date: "2026-11-20", start: "2026-11-21T08:00:00.000Z" });
    await add(8, { date: "2026-11-21", start: "2026-11-21T08:00:00.000Z", stop: world.now });
    await add(3, { date: "2026-11-21", created_at: "2026-11-21T08:30:00.000Z" });
    await add(5, { date: "2026-11-21", start: "2026-11-21T09:00:00.000Z", stop: world.now });
    await add(4, { date: "2026-11-21", created_at: "2026-11-21T09:00:00.000Z" });
    await add(6, { date: "2026-11-19", created_at: "2026-11-21T09:00:00.000Z" });
    const { items } = await team.call("tracker_list_entries");
    assert.deepEqual(
      items.map(({ id }: any) => Number(id.at(-1))),
      [5, 4, 3, 8, 1, 6],
    );
  });

  test("group_by sums up days by project, person or day, with the filters, and leaves running timers out", async () => {
    const { team, project_id } = await teamWithProject(world);
    const other = await addProject(team, { name: "Shop" });
    const mate = await team.member("member");
    const add = (date: string, duration: number, more: object = {}) =>
      addEntry(team, { project_id, date, duration, ...more });
    await add("2026-11-02", 3600);
    await add("2026-11-02", 1800, { project_id: other });
    await add("2026-11-03", 7200, { assigned_id: mate.userId, project_id: other });
    await add("2026-12-01", 60);
    await team.call("tracker_start_timer", { project_id });
    const days = { from: "2026-11-01", to: "2026-11-30" };
    const grouped = async (args: object) => {
      const answer = await team.call("tracker_list_entries", { ...days, ...args });
      assert.deepEqual([answer.items, answer.nextCursor, answer.cursor], [[], null, null]);
      const groups = answer.groups.map(({ name, day, duration, entries }: any) => [
        name ?? day,
        duration,
        entries,
      ]);
      return [groups, answer.total_duration];
    };
    const all = { assigned_id: "all" };
    assert.deepEqual(await grouped({ group_by: "project" }), [
      [
        ["Website", 3600, 1],
        ["Shop", 1800, 1],
      ],
      5400,
    ]);
    const people = [
      ["Mia Member", 7200, 1],
      ["Olga Owner", 5400, 2],
    ];
    assert.deepEqual(await grouped({ group_by: "person", ...all }), [people, 12_600]);
    assert.deepEqual(await grouped({ group_by: "day", ...all, project_id: other }), [
      [
        ["2026-11-03", 7200, 1],
        ["2026-11-02", 1800, 1],
      ],
      9000,
    ]);
    const refused = await team.refused("tracker_list_entries", { group_by: "day" });
    assert.equal(refused.path, "group_by");
    const listed = async (args: object) =>
      (await team.call("tracker_list_entries", { project_id: other, ...args })).notices;
    assert.deepEqual(await listed({}), [
      "This is your own time alone; assigned_id all has everybody's.",
    ]);
    assert.equal(await listed(all), undefined);
    const running =
      "1 running timer is in no sum until it is stopped; tracker_list_entries without group_by lists it.";
    const told = async (args: object) => {
      const asked = { group_by: "day", assigned_id: team.userId, ...args };
      const answer = await team.call("tracker_list_entries", asked);
      return [answer.total_duration, answer.notices?.map((notice: string) => notice.slice(0, 40))];
    };
    assert.deepEqual(await told({ from: "2026-11-30", to: "2026-11-01" }), [
      0,
      ["from (2026-11-30) is after to (2026-11-0"],
    ]);
    assert.deepEqual(await told({ from: "2026-11-03", to: "2026-12-01" }), [
      60,
      ["The sums have entries of later days than", running.slice(0, 40)],
    ]);
    const today = { from: "2026-11-21", to: "2026-11-21" };
    for (const range of [days, today]) {
      const args = { ...range, group_by: "day", assigned_id: "all" };
      const { notices } = await team.call("tracker_list_entries", args);
      assert.deepEqual(notices, [running]);
    }
    assert.deepEqual(await told({ from: "2026-11-01", to: "2026-11-20" }), [5400, undefined]);
    assert.deepEqual(await told({ ...days, to: "2026-12-31", project_id: other }), [
      1800,
      undefined,
    ]);
    const elsewhere = await (
      await world.team()
    ).call("tracker_list_entries", {
      ...days,
      ...all,
      group_by: "project",
    });
    assert.deepEqual([elsewhere.groups, elsewhere.total_duration], [[], 0]);
  });

  test("assigned_id takes a member's name or e-mail address where one member has it", async () => {
    const { team, project_id } = await teamWithProject(world);
    const mate = await team.member("member");
    const id = await addEntry(team, { project_id, assigned_id: mate.userId });
    const people = world.database.reader.selectFrom("users").select("email");
    const { email } = await people.where("id", "=", mate.userId).executeTakeFirstOrThrow();
    for (const assigned_id of ["Mia Member", "mia MEMBER", "Mia", "member mia", email]) {
      const { items } = await team.call("tracker_list_entries", { assigned_id });
      assert.deepEqual(
        items.map((item: any) => item.id),
        [id],
      );
    }
    const unknown = await team.refused("tracker_list_entries", { assigned_id: "Nobody" });
    assert.deepEqual([unknown.code, unknown.path], ["not_found", "assigned_id"]);
    assert.ok(unknown.sentence.includes(mate.userId) && !unknown.sentence.includes(" more"));
    assert.match(unknown.next, /assigned_id all/);
    const other = await team.member("member", { name: "Mia Other" });
    const twice = await team.refused("tracker_list_entries", { assigned_id: "Mia" });
    assert.ok(twice.sentence.includes(mate.userId) && twice.sentence.includes(other.userId));
    assert.ok(!twice.sentence.includes(team.userId));
    for (let count = 4; count <= 12; count += 1) await team.member("member");
    const many = await team.refused("tracker_list_entries", { assigned_id: "Nobody" });
    assert.match(many.sentence, /\), and 2 more; give an id/);
    const everybody = await team.call("tracker_list_entries", { assigned_id: "ALL" });
    assert.equal(everybody.items.length, 1);
  });

  test("a row is an entry with the names of its project and person", async () => {
    const { team, project_id } = await teamWithProject(world);
    const id = await addEntry(team, { project_id, duration: 5400, description: "By hand" });
    const list = await team.call("tracker_list_entries");
    assert.deepEqual(list, {
      items: [
        {
          id,
          date: "2026-11-21",
          start: null,
          stop: null,
          duration: 5400,
          description: "By hand",
          project: { id: project_id, name: "Website" },
          assigned: { id: team.userId, name: "Olga Owner" },
          timeZone: "UTC",
        },
      ],
      total_duration: 5400,
      nextCursor: null,
      cursor: null,
    });
  });

  test("assigned_id left out is the caller, null or all is everyone, an id is that person", async () => {
    const { team, project_id } = await teamWithProject(world);
    const mia = await team.member("member");
    const own = await addEntry(team, { project_id, date: "2026-11-20" });
    const theirs = await addEntry(team, { project_id, assigned_id: mia.userId });
    assert.deepEqual(await idsOf(team), [own]);
    assert.deepEqual(await idsOf(mia), [theirs]);
    for (const assigned_id of [null, "all", ""]) {
      assert.deepEqual(await idsOf(team, { assigned_id }), [theirs, own]);
      assert.deepEqual(await idsOf(mia, { assigned_id }), [theirs, own]);
    }
    assert.deepEqual(await idsOf(team, { assigned_id: mia.userId }), [theirs]);
    assert.deepEqual(await idsOf(team, { assigned_id: randomUUID() }), []);
  });

  test("another team's entries are never listed", async () => {
    const { team } = await teamWithProject(world);
    const foreign = await teamWithProject(world);
    await addEntry(foreign.team, { project_id: foreign.project_id });
    for (const args of [
      { assigned_id: null },
      { assigned_id: foreign.team.userId },
      { assigned_id: null, project_id: foreign.project_id },
    ]) {
      assert.deepEqual(await idsOf(team, args), []);
    }
  });

  test("project_id leaves the entries of other projects out, null does not", async () => {
    const { team, project_id } = await teamWithProject(world);
    const other = await addProject(team);
    const first = await addEntry(team, { project_id, date: "2026-11-19" });
    const second = await addEntry(team, { project_id: other, date: "2026-11-20" });
    assert.deepEqual(await idsOf(team, { project_id }), [first]);
    assert.deepEqual(await idsOf(team, { project_id: other }), [second]);
    assert.deepEqual(await idsOf(team, { project_id: null }), [second, first]);
    assert.deepEqual(await idsOf(team, { project_id: randomUUID() }), []);
  });

  test("from and to count their own days", async () => {
    const { team, days } = await newWeek(world);
    assert.deepEqual(await daysOf(team, { from: days[4], to: days[2] }), days.slice(2, 5));
    assert.deepEqual(await daysOf(team, { from: days[3], to: days[3] }), [days[3]]);
    assert.deepEqual(await daysOf(team, { from: "2026-01-01", to: "2026-12-31" }), days);
    assert.deepEqual(await daysOf(team, { from: "2026-12-01", to: "2026-12-31" }), []);
    const both = await team.call("tracker_list_entries", { from: days[4], to: days[2] });
    assert.equal(both.notices, undefined);
  });

  test("the range is of the entry's date, not of the moment in UTC", async () => {
    const { team, project_id } = await teamWithProject(world);
    await team.setTimeZone("Pacific/Kiritimati");
    world.at("2026-11-21T12:00:00Z");
    const entry = await team.call("tracker_start_timer", { project_id });
    assert.deepEqual(await idsOf(team, { from: "2026-11-21", to: "2026-11-21" }), []);
    assert.deepEqual(await idsOf(team, { from: "2026-11-22", to: "2026-11-22" }), [entry.id]);
  });

  for (const given of ["from", "to"]) {
    test(`${given} alone takes no effect, and a notice says so`, async () => {
      const { team, days } = await newWeek(world);
      for (const other of [{}, { [given === "from" ? "to" : "from"]: null }]) {
        const args = { [given]: "2026-11-18", ...other };
        const list = await team.call("tracker_list_entries", args);
        assert.equal(list.items.length, days.length);
        assert.equal(list.notices.length, 1);
        assert.equal(Object.keys(list)[0], "notices");
        assert.ok(list.notices[0].startsWith(`${given} takes effect only together with`));
      }
    });
  }

  test("no day lies between a from and an earlier to, and a notice says so", async () => {
    const { team } = await newWeek(world);
    const args = { from: "2026-11-19", to: "2026-11-18" };
    const list = await team.call("tracker_list_entries", args);
    assert.deepEqual(list.items, []);
    assert.equal(list.notices.length, 1);
    assert.match(list.notices[0], /2026-11-19.*after.*2026-11-18/);
  });

  test("a day that is not in the calendar is refused", async () => {
    const { team } = await teamWithProject(world);
    for (const from of ["2026-02-29", "2026-11-31", "21.11.2026", "2026-11-21T00:00:00Z", " "]) {
      const args = { from, to: "2026-12-31" };
      const error = await team.refusedWithoutTrace("tracker_list_entries", args);
      assert.equal(error.code, "invalid_argument");
      assert.equal(error.path, "from");
    }
  });

  test("a timer that runs since an earlier day is named in a notice, wherever it stands", async () => {
    const { team, project_id } = await teamWithProject(world);
    const mia = await team.member("member");
    world.at("2026-11-19T10:00:00Z");
    const own = await team.call("tracker_start_timer", { project_id });
    const args = { project_id, assigned_id: mia.userId };
    const theirs = await team.call("tracker_start_timer", args);
    world.at("2026-11-21T10:00:00Z");
    await team.call("tracker_start_timer", { project_id });
    assert.deepEqual(await namedIn(team, {}), [own.id]);
    assert.deepEqual(await namedIn(team, { from: "2026-11-21", to: "2026-11-21" }), [own.id]);
    assert.deepEqual(await namedIn(mia, {}), [theirs.id]);
    assert.deepEqual(await namedIn(mia, { assigned_id: team.userId }), [own.id]);
    assert.deepEqual(await namedIn(team, { assigned_id: null }), [own.id, theirs.id]);

    async function namedIn(caller: Team, args: object): Promise<string[]> {
      const { notices } = await caller.call("tracker_list_entries", args);
      return [own.id, theirs.id].filter((id) => notices.some((said: string) => said.includes(id)));
    }
  });

  test("a key with any read scope lists entries", async () => {
    const { team, project_id } = await teamWithProject(world);
    const id = await addEntry(team, { project_id });
    assert.deepEqual(await idsOf(await team.as("restricted", ["tags.read"])), [id]);
  });
});

/** A team with an entry on each day of a week, and these days, newest first. */
async function newWeek(world: World): Promise<{ team: Team; days: readonly string[] }> {
  const { team, project_id } = await teamWithProject(world);
  const days = [21, 20, 19, 18, 17, 16, 15].map((day) => `2026-11-${day}`);
  for (const date of days) await addEntry(team, { project_id, date });
  return { team, days };
}

async function idsOf(team: Team, args: object = {}): Promise<string[]> {
  const { items } = await team.call("tracker_list_entries", args);
  return items.map(({ id }: any) => id);
}

async function daysOf(team: Team, args: object): Promise<string[]> {
  const { items } = await team.call("tracker_list_entries", args);
  return items.map(({ date }: any) => date);
}
