import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { onEachDatabase } from "../../test/app.ts";
import { teamWithProject } from "../../test/tracker.ts";

/** Nullable arguments of the contract, which the input schemas do not mention as such. */
const NULLABLE: Readonly<Record<string, readonly string[]>> = {
  customers_list: ["cursor"],
  tags_list: ["cursor"],
  tracker_list_projects: ["customer_id", "status", "cursor"],
  tracker_list_entries: ["from", "to", "project_id", "cursor"],
};

onEachDatabase((world) => {
  describe("null, and an empty text, mean the same as nothing for", () => {
    for (const [name, fields] of Object.entries(NULLABLE)) {
      for (const field of fields) {
        test(`${field} of ${name}`, async () => {
          const { team, project_id } = await teamWithProject(world);
          await team.call("tags_create", { name: "New" });
          await team.call("customers_create", { name: "New", email: "new@acme.example" });
          const entry = await team.call("tracker_start_timer", { project_id });
          assert.equal(entry.stop, null);
          const expected = await team.call(name);
          assert.equal(expected.items.length, 1);
          for (const value of [null, ""])
            assert.deepEqual(await team.call(name, { [field]: value }), expected);
        });
      }
    }

    test("every argument that may be null, of starting and stopping a timer", async () => {
      for (const value of [null, ""]) {
        const { team, project_id } = await teamWithProject(world);
        const starting = { project_id, description: value, start: value, assigned_id: value };
        const started = await team.call("tracker_start_timer", starting);
        assert.deepEqual(
          [started.description, started.start, started.assigned.id],
          [null, world.now, team.userId],
        );
        world.pass(120_000);
        const stopping = { entry_id: value, stop: value, assigned_id: value };
        const stopped = await team.call("tracker_stop_timer", stopping);
        assert.equal(stopped.discarded, false);
        const { items } = await team.call("tracker_list_entries");
        assert.deepEqual([items[0].id, items[0].duration], [started.id, 120]);
      }
    });
  });
});
