import assert from "node:assert/strict";
import { test } from "node:test";
import { Activity } from "../../test/activity.ts";
import { onEachDatabase } from "../../test/app.ts";
import { plansOf } from "../../test/plan.ts";
import { subjects } from "../api/subjects.ts";
import { events } from "../events.ts";
import { ListEvents, listEvents } from "./list-events.ts";

onEachDatabase((world) => {
  test("the events of one record are listed, with those of its links", async () => {
    const team = await world.team();
    const tag = await team.call("tags_create", { name: "Wholesale" });
    const { id } = await team.call("customers_create", { name: "Acme", email: "a@acme.example" });
    await team.call("customers_create", { name: "Other", email: "o@acme.example" });
    for (const change of [{ phone: "1" }, { tag_ids: [tag.id] }]) {
      world.pass(1000);
      await team.call("customers_update", { id, ...change });
    }
    world.pass(1000);
    const activity = await Activity.of(team);
    const record = `customer:${id}`;
    const tools = ["customers_update", "customers_update", "customers_create"];
    assert.deepEqual(await activity.tools({ record }), tools);
    const first = await activity.page({ record, limit: 2 });
    const rest = await activity.page({ record, limit: 2, cursor: first.nextCursor ?? "" });
    assert.deepEqual([first.events.length, rest.events.length, rest.nextCursor], [2, 1, null]);
    assert.deepEqual(await activity.tools({ record: `tag:${tag.id}` }), ["tags_create"]);
    const other = await Activity.of(await world.team());
    assert.deepEqual(await other.tools({ record }), []);
  });

  test("a record that is none, or stands beside another filter for records, is refused", async () => {
    const team = await world.team();
    const activity = await Activity.of(team);
    const id = team.auditContext.newId();
    for (const given of [
      { record: "customer" },
      { record: `nothing:${id}` },
      { record: `customer:${id}`, subject: "customer" },
    ]) {
      const list = "GET /api/teams/:team/activity";
      assert.equal((await activity.app.refused(list, { team: team.id, ...given })).status, 422);
    }
  });

  if (world.dialect === "sqlite")
    test("the events of one record are found by the record", async () => {
      const { auditContext, userId } = await world.team();
      const actor = { id: userId, name: "Olga", role: "owner", timeZone: "UTC" };
      const input = ListEvents.parse({ record: `customer:${userId}` });
      const plans = await plansOf(world, (db) =>
        listEvents({ ...auditContext, db, actor, subjects, events } as never, input),
      );
      assert.match(
        plans.join("\n"),
        /activity_changes_by_subject \(team_id=\? AND subject_type=\? AND subject_id=\?/,
      );
      assert.match(plans[0] ?? "", /SEARCH event USING .*\(team_id=\? AND id=\?\)/);
    });
});
