import assert from "node:assert/strict";
import { test } from "node:test";
import { onAnyDatabase } from "../../../test/app.ts";
import {
  addressOf,
  offered,
  prompt,
  refusedContent,
  type Reference,
  resource,
} from "../../../test/content.ts";
import { addProject } from "../../../test/tracker.ts";

const TEMPLATE = "ledgerport://tracker/weeks/{week}";
const REVIEW: Reference = { type: "ref/prompt", name: "review_my_week" };

onAnyDatabase((world) => {
  test("a week is named by any of its days, or as this or the last one", async () => {
    world.at("2026-11-23T08:00:00Z");
    const team = await world.team();
    for (const [week, monday] of [
      ["2026-11-22", "2026-11-16"],
      ["2026-11-23", "2026-11-23"],
      ["2027-01-01", "2026-12-28"],
      ["1970-01-05", "1970-01-05"],
      ["9998-12-31", "9998-12-28"],
      ["this week", "2026-11-23"],
      [" Last Week ", "2026-11-16"],
      ["last", "2026-11-16"],
      ["", "2026-11-23"],
      [undefined, "2026-11-23"],
    ] as const) {
      const { attached, texts } = await prompt(team, "review_my_week", { week });
      assert.deepEqual(Object.keys(attached), [addressOf(TEMPLATE, monday)], week);
      assert.equal(texts.join("").includes("Today is"), monday >= "2026-11-23");
    }
  });

  test("what is no day is refused by its rule", async () => {
    const team = await world.team();
    for (const week of [
      "2026-02-30",
      "20261121",
      "next",
      "10000-01-01",
      "1970-01-04",
      "9999-01-01",
      "\0",
    ]) {
      const { message, data } = await refusedContent(team, "prompts/get", {
        name: "review_my_week",
        arguments: { week },
      });
      assert.match(message, /^Invalid params: week must /, week);
      assert.deepEqual(data, { code: "invalid_argument", path: "week" });
      const uri = addressOf(TEMPLATE, week);
      assert.match((await refusedContent(team, "resources/read", { uri })).message, /week must be/);
    }
  });

  for (const [zone, monday, hours, first, last] of [
    // Seven days of 24 hours, except for the clock change.
    ["Europe/Berlin", "2026-03-23", 167, "2026-03-22T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
    ["Europe/Berlin", "2026-10-19", 169, "2026-10-18T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
    ["America/New_York", "2026-03-02", 167, "2026-03-02T05:00:00.000Z", "2026-03-09T04:00:00.000Z"],
    [
      "Pacific/Kiritimati",
      "2026-11-16",
      168,
      "2026-11-15T10:00:00.000Z",
      "2026-11-22T10:00:00.000Z",
    ],
    [
      "Pacific/Pago_Pago",
      "2026-11-16",
      168,
      "2026-11-16T11:00:00.000Z",
      "2026-11-23T11:00:00.000Z",
    ],
  ] as const) {
    test(`in ${zone} the week of ${monday} has ${hours} hours, from midnight to midnight there`, async () => {
      world.at("2026-12-01T00:00:00Z");
      const team = await world.team();
      await team.setTimeZone(zone);
      const project_id = await addProject(team);
      assert.equal(Date.parse(last) - Date.parse(first), hours * 3_600_000);
      const inside: string[] = [];
      for (const [at, length] of [
        [Date.parse(first) - 60_000, 60_000],
        [Date.parse(first), 3_600_000],
        [Date.parse(last) - 3_600_000, 3_600_000],
        [Date.parse(last), 60_000],
      ] as const) {
        const { id } = await team.call("tracker_start_timer", {
          project_id,
          start: new Date(at).toISOString(),
        });
        const stop = new Date(at + length).toISOString();
        await team.call("tracker_stop_timer", { entry_id: id, stop });
        if (length > 60_000) inside.push(id);
      }
      const week = await resource(team, addressOf(TEMPLATE, monday));
      assert.deepEqual(
        week.days.flatMap(({ entries }: any) => entries).map(({ id }: any) => id),
        inside,
      );
      assert.equal(week.total, "2 h");
      const days = week.days.filter(({ entries }: any) => entries.length > 0);
      assert.deepEqual(
        days.map(({ weekday, entries: [{ start, stop }] }: any) => [
          weekday,
          start.slice(11, 19),
          stop.slice(11, 19),
        ]),
        [
          ["Monday", "00:00:00", "01:00:00"],
          ["Sunday", "23:00:00", "00:00:00"],
        ],
      );
      assert.deepEqual(week.overlaps, []);
    });
  }

  test("this week is the one of the person's own calendar", async () => {
    world.at("2026-11-22T23:30:00Z");
    const team = await world.team();
    const monday = async () =>
      Object.keys((await prompt(team, "review_my_week")).attached)[0]?.slice(-10);
    assert.equal(await monday(), "2026-11-16");
    await team.setTimeZone("Europe/Berlin");
    assert.equal(await monday(), "2026-11-23");
    assert.equal((await offered(team, REVIEW, "week")).values[0], "2026-11-23");
  });
});
